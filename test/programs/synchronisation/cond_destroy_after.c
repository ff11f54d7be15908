// A condition variable may be destroyed, and its memory given back, as soon as all that waited have
// been woken.
// expect: pass
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *cond;
static atomic_bool waiting;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  waiting = true;
  pthread_cond_wait(cond, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  cond = malloc(sizeof *cond);
  pthread_cond_init(cond, NULL);
  pthread_create(&thread, NULL, wait, NULL);
  ravel_await(waiting);
  pthread_mutex_lock(&mutex);
  pthread_cond_broadcast(cond);
  pthread_mutex_unlock(&mutex);
  pthread_cond_destroy(cond);
  free(cond);
  pthread_join(thread, NULL);
  return 0;
}
