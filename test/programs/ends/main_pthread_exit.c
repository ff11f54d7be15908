// main ends its own thread only; the others go on and what they do counts.
// expect: pass
// traces: 2 (orders of the two updates)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int sum;

static void *worker(void *arg) {
  int before = atomic_fetch_add(&sum, 1);
  assert(before == 0 || before == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_exit(NULL);
}
