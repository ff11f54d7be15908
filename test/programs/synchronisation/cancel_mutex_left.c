// A thread is cancelled while it holds a mutex and has no handler that unlocks it.
// expect: fail deadlock
// at: WAIT
// also:
// cflags: -DHANDLER
// expect: pass
// traces: 3 (the test before the request; after it, with main's lock before or after its section)
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *arg) {
  pthread_mutex_unlock(arg);
}

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
#ifdef HANDLER
  pthread_cleanup_push(unlock, &mutex);
#endif
  pthread_testcancel();
#ifdef HANDLER
  pthread_cleanup_pop(0);
#endif
  unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_mutex_lock(&mutex); /* WAIT */
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
