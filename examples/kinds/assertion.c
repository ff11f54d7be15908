// A condition that the program itself asserts does not hold: assert() failed, or
// reach_error() or __VERIFIER_error() was called. In some other schedule it may
// well hold; that is why the program seems to work.
//
// What to do:
// Read the interleaving from the assertion upwards. Look for the preemption that is
// marked: between which two operations of one thread does another one get in? Those
// two belong together. Make them one atomic operation (here atomic_fetch_add), or put
// them under one lock.
//
// expect: fail assertion
// at: here
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits;

static void *visitor(void *unused) {
  int seen = atomic_load(&hits);
  atomic_store(&hits, seen + 1); /* the other visitor may be lost */
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, visitor, NULL);
  pthread_create(&b, NULL, visitor, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&hits) == 2); /* here */
  return 0;
}
