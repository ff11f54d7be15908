// A read and an addition of nothing come to the same in both orders, but where the read comes
// first, the addition hides that it races with the store. The bug shows with the addition, then the
// store.
// expect: fail assertion
// at: BUG
// options: --context-sensitive
// algorithms: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, read_late, added_early;

static void *reader(void *arg) {
  atomic_store(&read_late, atomic_load(&x) == 2);
  return arg;
}

static void *adder(void *arg) {
  const int old = atomic_fetch_add(&x, 0), after = atomic_load(&x);
  atomic_store(&added_early, old == 0 && after == 0);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, adder, NULL);
  atomic_store(&x, 2);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(!(atomic_load(&read_late) && atomic_load(&added_early))); /* BUG */
  return 0;
}
