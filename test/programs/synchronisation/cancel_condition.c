// A thread that waits on a condition variable is woken by being cancelled, and holds the mutex
// again when its cleanup handlers run.
// expect: pass
// traces: 1 (nobody sets the flag; the request commutes with beginning to wait)
// also:
// cflags: -DFORGETS
// expect: fail deadlock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int flag, cleaned;

static void clean_up(void *arg) {
  cleaned++;
#ifndef FORGETS
  pthread_mutex_unlock(arg);
#endif
}

static void *waiter(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(clean_up, &mutex);
  while (!flag)
    pthread_cond_wait(&ready, &mutex);
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  pthread_mutex_lock(&mutex);
  assert(cleaned == 1);
  pthread_mutex_unlock(&mutex);
  return 0;
}
