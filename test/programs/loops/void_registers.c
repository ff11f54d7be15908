// How a thread rounds is part of its local state: an attempt that finds x at 1 changes that, and
// fails when x becomes 2. That iteration is not void.
// expect: fail assertion
// at: CHANGED
// libs: -lm
// cflags: -lm
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int found, rounding;

static void *tries(void *arg) {
  int v;
  do {
    v = atomic_load(&x);
    if (v == 1)
      fesetround(FE_UPWARD);
  } while (!atomic_compare_exchange_strong(&x, &v, v + 10));
  found = v;
  rounding = fegetround();
  return arg;
}

static void *adds(void *arg) {
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, tries, NULL);
  pthread_create(&b, NULL, adds, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(found != 2 || rounding == FE_TONEAREST); /* CHANGED */
}
