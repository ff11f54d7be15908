// Before the loop the thread marks its node for even values. To have loaded only when the
// compare-and-swap failed would have left the mark out.
// expect: fail assertion
// at: MARKED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int counter;

static void *add(void *unused) {
  atomic_fetch_add(&counter, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  int *mark = calloc(1, sizeof *mark);
  pthread_create(&thread, NULL, add, NULL);
  int value = atomic_load(&counter);
  if (value % 2 == 0)
    *mark = 1;
  while (!atomic_compare_exchange_strong(&counter, &value, value + 1))
    ;
  pthread_join(thread, NULL);
  assert(!(value == 1 && *mark)); /* MARKED */
  free(mark);
}
