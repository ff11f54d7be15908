// Additions whose results nobody reads: under c11 their order is part of the execution graph,
// though everything is seq_cst and explored as under sc.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// traces: 2 (the modification orders)
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 2 (the same)
// also: --memory=sc
// expect: pass
// traces: 1 (they commute)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *add(void *unused) {
  atomic_fetch_add(&counter, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
