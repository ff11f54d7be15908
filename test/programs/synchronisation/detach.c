// Detached threads, by themselves and by their creator, run on after main has left.
// expect: pass
// traces: 2 (orders of the two updates of shared)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int shared;

static void *independent(void *arg) {
  assert(pthread_detach(pthread_self()) == 0);
  assert(atomic_fetch_add(&shared, 1) >= 0);
  return arg;
}

static void *detached(void *arg) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, independent, NULL);
  pthread_create(&b, NULL, detached, NULL);
  assert(pthread_detach(b) == 0);
  pthread_exit(NULL);
}
