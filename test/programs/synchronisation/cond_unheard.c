// A condition variable that is signalled, and nobody ever waits for it; another one has a waiter in
// one of the schedules.
// expect: pass
// note: the condition variable signalled at .*cond_unheard.c:16 is never waited for
// notes: 1
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static int items;

static void *put(void *arg) {
  pthread_mutex_lock(&m);
  items++;
  pthread_cond_signal(&full);
  pthread_cond_broadcast(&empty);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, put, 0);
  pthread_mutex_lock(&m);
  while (!items)
    pthread_cond_wait(&full, &m);
  pthread_mutex_unlock(&m);
  return pthread_join(thread, 0);
}
