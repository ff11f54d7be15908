// A loop that takes two turns to come back to a state, and after it a loop of a function's loads:
// the second one is recognised although the thread was watched in the first. If `first` becomes 2
// again too early, the first one never ends.
// options: --keep-going
// expect: fail deadlock
// at: FIRST
// errors: 1
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned first, second, never;

__attribute__((noinline)) static unsigned get(_Atomic unsigned *v) {
  return atomic_load(v);
}

static void *waits(void *unused) {
  unsigned turns = 0, later = 0;
  while (first != 1) /* FIRST */
    turns ^= 1;
  while (get(&second) != 2 && get(&never) != 1)
    later ^= 1;
  return turns + later > 2 ? NULL : unused;
}

static void *sets(void *unused) {
  second = 2;
  first++;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  first = 2;
  pthread_create(&threads[0], NULL, sets, NULL);
  pthread_create(&threads[1], NULL, waits, NULL);
  first = 1;
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
