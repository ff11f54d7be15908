// A recursive mutex: locked again by its holder, free only after as many unlocks.
// expect: pass
// traces: 2 (orders of the two outermost sections)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex;
static int inside;

static void *thread(void *arg) {
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(inside++ == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_trylock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(inside-- == 1);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  pthread_mutex_destroy(&mutex);
  return 0;
}
