// Algorithm 2 of ISSTA 2019, as it is printed, never finds that the second assertion can fail
// (test/issta/check.py runs it on this program): to the first one, the only observer of the two
// stores, both orders come to the same.
// expect: fail assertion
// at: BUG
// algorithms: source optimal
// options: --context-sensitive --observers
// also: --context-sensitive --observers --order=youngest
// expect: fail assertion
// at: BUG
// algorithms: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *store(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

static void *store_and_look(void *arg) {
  atomic_store(&x, 0);
  assert(atomic_load(&x) < 2);
  assert(atomic_load(&x) < 1); /* BUG */
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, store, NULL);
  pthread_create(&second, NULL, store_and_look, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
