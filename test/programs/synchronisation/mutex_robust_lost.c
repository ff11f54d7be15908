// A robust mutex that is unlocked without having been made consistent is of no use any more.
// expect: pass
// traces: 1 (one thread after the other)
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *careless(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_exit(arg);
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_settype(&robust, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &robust);
  assert(pthread_mutex_consistent(&mutex) == EINVAL);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  pthread_t thread;
  pthread_create(&thread, NULL, careless, NULL);
  pthread_join(thread, NULL);
  assert(pthread_mutex_trylock(&mutex) == EOWNERDEAD);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
  assert(pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE);
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
