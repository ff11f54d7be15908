// Whoever comes first decides whether a block is freed, and leaves no other sign of it: the two
// orders come to the same memory, but main may or may not free the block again.
// expect: fail double-free
// options: --keep-going --context-sensitive --expect-exit=1
// errors: 2
// algorithms: source optimal
// cflags: -O0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;

static void *exchange(void *block) {
  if (atomic_exchange(&x, 1) == 0)
    free(block);
  return NULL;
}

static void *store(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  void *block = calloc(1, 4);
  pthread_create(&a, NULL, exchange, block);
  pthread_create(&b, NULL, store, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  y = 1;
  free(block);
  return 0;
}
