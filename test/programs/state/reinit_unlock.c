// A thread unlocks a mutex that it does not hold, and main makes an error-checking one of it, in
// time or too late: the unlock is a misuse, or returns an error,
// which the misuse of another mutex shows.
// expect: fail lock-misuse
// also: --keep-going
// expect: fail lock-misuse
// errors: 2
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *unlock(void *arg) {
  if (pthread_mutex_unlock(&mutex) == EPERM)
    pthread_mutex_unlock(&other);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_create(&thread, NULL, unlock, NULL);
  pthread_mutex_init(&mutex, &attributes);
  pthread_join(thread, NULL);
  return 0;
}
