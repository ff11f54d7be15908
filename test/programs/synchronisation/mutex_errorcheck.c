// An error-checking mutex tells its user by a return value; that is no error of the program.
// expect: pass
// traces: 2 (orders of the two sections)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex;

static void *thread(void *arg) {
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return arg;
}

static void *intruder(void *arg) {
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t a, b, c;
  pthread_mutex_lock(&mutex);
  pthread_create(&c, NULL, intruder, NULL);
  pthread_join(c, NULL);
  pthread_mutex_unlock(&mutex);
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  return 0;
}
