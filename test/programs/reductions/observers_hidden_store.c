// A store that was explored already can come again, behind another one, and be hidden: the
// execution is redundant, but what follows would have shown a race that is needed. The first step
// of `second` has nothing to do with it and can come first in all of them.
// expect: pass
// traces: 8 (reads own: each other store before it or after the read; reads another: 2 each)
// options: --observers
// algorithms: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

static void *second(void *arg) {
  atomic_load(&y);
  atomic_store(&x, 2);
  return arg;
}

static void *third(void *arg) {
  atomic_store(&x, 3);
  assert(atomic_load(&x) != 0);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_create(&threads[2], NULL, third, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
}
