// What a block accesses depends on what it reads: all orders that differ are explored.
// expect: pass
// traces: 3 (the block first: y is not read; x first: y is read before or after it is set)
// algorithms: sleep dpor source optimal
#include <pthread.h>
#include <stdatomic.h>

#include "ravel.h"

static atomic_int x, y, z;

static void *set(void *variable) {
  atomic_store((atomic_int *)variable, 1);
  return NULL;
}

static void *look(void *arg) {
  ravel_atomic {
    if (atomic_load(&x))
      atomic_store(&z, atomic_load(&y));
  }
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, set, &x);
  pthread_create(&threads[1], NULL, set, &y);
  pthread_create(&threads[2], NULL, look, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
