/* N pairs of threads, one of each pair under a lock that all pairs share: N! * 2^N traces.
 * CAV 2018, table 1. */
#include "threads.h"

#ifndef N
#define N 2
#endif

static pthread_mutex_t a[N], m = PTHREAD_MUTEX_INITIALIZER;

static void *outside(void *arg) {
  int i = number_of(arg);
  pthread_mutex_lock(&a[i]);
  pthread_mutex_unlock(&a[i]);
  return NULL;
}

static void *inside(void *arg) {
  int i = number_of(arg);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&a[i]);
  pthread_mutex_unlock(&a[i]);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++)
    pthread_mutex_init(&a[i], NULL);
  for (int i = 0; i < N; i++) {
    start(outside, i);
    start(inside, i);
  }
  pthread_exit(NULL);
}
