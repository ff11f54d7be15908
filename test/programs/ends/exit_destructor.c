// A function with the attribute `destructor` runs at the end of every execution, and asserts.
// expect: fail assertion
// at: BUG
// also: --reset=fork
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int last;

__attribute__((destructor)) static void check(void) {
  assert(atomic_load(&last) == 2); /* BUG */
}

static void *one(void *arg) {
  atomic_store(&last, 1);
  return arg;
}

static void *two(void *arg) {
  atomic_store(&last, 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
