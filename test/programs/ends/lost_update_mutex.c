// The counter under a mutex: the two critical sections in either order, whatever is made of the
// plain accesses inside them.
// expect: pass
// traces: 2 (orders of two critical sections)
// also: --races=interleave
// expect: pass
// traces: 2 (the accesses are ordered by the lock)
// also: --races=ignore
// expect: pass
// traces: 2 (orders of two critical sections)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *increment(void *arg) {
  pthread_mutex_lock(&mutex);
  int seen = counter;
  counter = seen + 1;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
