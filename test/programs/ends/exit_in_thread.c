// A thread calls exit while another runs on: no error, and no further trace for exit coming early.
// expect: pass
// traces: 1 (two threads that share nothing)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int mine, yours;

static void *leaver(void *arg) {
  atomic_store(&mine, 1);
  exit(arg != NULL);
}

static void *worker(void *arg) {
  atomic_store(&yours, 1);
  atomic_store(&yours, 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, leaver, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
