#define _GNU_SOURCE
#include "ravel.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t sp;
static pthread_barrier_t bar;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static sem_t sem;
static int ready, n, inits;
static FILE *log_;
static void init(void) {
  inits++;
}
static void *waiter(void *u) {
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  n++;
  pthread_mutex_unlock(&m);
  return u;
}
static void *worker(void *u) {
  if (pthread_getspecific(key))
    abort();
  pthread_setspecific(key, u);
  pthread_once(&once, init);
  pthread_rwlock_wrlock(&rw);
  n++;
  pthread_rwlock_unlock(&rw);
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw);
  pthread_spin_lock(&sp);
  n++;
  pthread_spin_unlock(&sp);
  sem_wait(&sem);
  n++;
  sem_post(&sem);
  pthread_barrier_wait(&bar);
  return u;
}
static void body(void *u) {
  pthread_t a, b;
  (void)u;
  pthread_create(&a, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  pthread_create(&b, 0, worker, &a);
  pthread_barrier_wait(&bar);
  pthread_join(b, 0);
  if (pthread_getspecific(key) != &key)
    abort();
  if (inits != 1)
    abort();
  if (n != 4 + *(int *)u) {
    fprintf(stderr, "n %d\n", n);
    abort();
  }
  pthread_mutex_unlock(&held);
  fprintf(log_, "inside\n");
  fflush(log_);
}
static void both(void *u) {
  body(u);
}
static void *native_check(void *u) {
  ravel_check(both, u);
  return 0;
}
int main(void) {
  pthread_t t, t2;
  pthread_spin_init(&sp, 0);
  pthread_barrier_init(&bar, 0, 2);
  sem_init(&sem, 0, 1);
  pthread_key_create(&key, 0);
  log_ = fopen("n.log", "w");
  fprintf(log_, "before\n");
  ready = 0;
  pthread_create(&t, 0, waiter, 0);
  usleep(10000);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  pthread_create(&t2, 0, worker, &t);
  pthread_barrier_wait(&bar);
  pthread_join(t2, 0);
  ready = 0;
  pthread_setspecific(key, &key);
  pthread_mutex_lock(&held);
  int base = n;
  const char *e = ravel_find(both, &base);
  printf("main: %s\n", e ? e : "ok");
  pthread_mutex_unlock(&held);
  pthread_mutex_destroy(&held);
  fprintf(log_, "after\n");
  fclose(log_);
  system("cat n.log");
  return 0;
}
