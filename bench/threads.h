/*
 * Starting and joining threads in one word each.
 *
 * Shared variables of these programs are not static: a compiler drops stores to a variable of
 * which it can see that nobody reads it, atomic ones too.
 */
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
