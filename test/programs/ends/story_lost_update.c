// A lost update takes one preemption, between the load and the store; a third thread has no part in
// it, and its steps are left out of the trace.
// expect: fail assertion
// at: LOST
// preemptions: 1 (T1 between its load and its store)
// switches: 3 (T1, T2, T1, main)
// steps: 5 (two of each thread, and the load of main)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter, other;

static void *add(void *arg) {
  int seen = atomic_load(&counter);
  atomic_store(&counter, seen + 1);
  return arg;
}

static void *bystander(void *arg) {
  for (int i = 0; i < 4; i++)
    atomic_store(&other, i);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, bystander, NULL);
  pthread_create(&threads[1], NULL, add, NULL);
  pthread_create(&threads[2], NULL, add, NULL);
  pthread_join(threads[1], NULL);
  pthread_join(threads[2], NULL);
  assert(atomic_load(&counter) == 2); /* LOST */
  pthread_join(threads[0], NULL);
  return 0;
}
