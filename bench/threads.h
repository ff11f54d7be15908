/* Starting and joining threads in one word each. */
#ifndef RAVEL_BENCH_THREADS_H
#define RAVEL_BENCH_THREADS_H

#include <pthread.h>
#include <stdint.h>

static inline pthread_t start(void *(*body)(void *), int number) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, (void *)(intptr_t)number);
  return thread;
}

static inline int number_of(void *arg) {
  return (int)(intptr_t)arg;
}

static inline void join_all(const pthread_t *threads, int n) {
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], NULL);
}

#endif
