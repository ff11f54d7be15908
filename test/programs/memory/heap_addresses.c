// Blocks keep their addresses when allocations of different threads change places: what is known
// about the accesses to a block must not turn into knowledge about another one.
// expect: pass
// traces: 2 (orders of the two updates of turn; every block belongs to one thread)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int turn;

static void *thread(void *arg) {
  int size = 16 + 16 * atomic_fetch_add(&turn, 1);
  for (int i = 0; i < 4; i++) {
    atomic_int *block = malloc((size_t)size);
    atomic_store(block, i);
    atomic_store(block, atomic_load(block) + 1);
    assert(atomic_load(block) == i + 1);
    free(block);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
