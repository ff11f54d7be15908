// Two accesses that were ordered in one execution are not in another, to which the search returns
// by a state on the way, after the first of them: what race detection knew then is what it knows
// again.
// options: --order=youngest
// expect: fail data-race
// at: RACE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { STEPS = 40 };

static int data;
static atomic_int ready;
atomic_int steps;

static void *reader(void *arg) {
  int *const seen = arg;
  seen[0] = atomic_load(&ready); /* in the first execution, what was stored: all is well */
  seen[1] = data;                /* RACE */
  return NULL;
}

static void *writer(void *arg) {
  data = 1;
  for (int i = 0; i < STEPS; i++)
    atomic_store_explicit(&steps, i, memory_order_relaxed);
  atomic_store(&ready, 1);
  return arg;
}

int main(void) {
  pthread_t first, second;
  int seen[2];
  pthread_create(&first, NULL, reader, seen);
  pthread_create(&second, NULL, writer, NULL); /* the youngest goes first */
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
