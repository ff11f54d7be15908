// What a thread returns, or gives to pthread_exit, is what join delivers.
// expect: pass
// traces: 2 (orders of the two updates of shared)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int shared;

static void deep(uintptr_t value) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  pthread_exit((void *)(value + 1));
}

static void *leaver(void *arg) {
  deep((uintptr_t)arg);
  assert(!"pthread_exit returned");
  return NULL;
}

static void *returner(void *arg) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  void *from_a, *from_b;
  pthread_create(&a, NULL, leaver, (void *)10);
  pthread_create(&b, NULL, returner, (void *)20);
  assert(pthread_join(b, &from_b) == 0);
  assert(pthread_join(a, &from_a) == 0);
  assert(from_a == (void *)11 && from_b == (void *)20);
  return 0;
}
