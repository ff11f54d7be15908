// Joins that cannot be: oneself, a detached thread that still runs.
// expect: pass
// traces: 1 (the thread waits for a lock that main gives up after it has asked)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *locker(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  assert(pthread_join(pthread_self(), NULL) == EDEADLK);
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, locker, NULL);
  assert(pthread_detach(thread) == 0);
  assert(pthread_join(thread, NULL) == EINVAL);
  assert(pthread_detach(thread) == EINVAL);
  pthread_mutex_unlock(&mutex);
  return 0;
}
