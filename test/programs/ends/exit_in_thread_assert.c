// exit might come late enough for the other thread to run into its bug first.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stage;

static void *leaver(void *arg) {
  atomic_store(&stage, 1);
  exit(arg != NULL);
}

static void *worker(void *arg) {
  if (atomic_load(&stage) == 1)
    assert(atomic_load(&stage) == 0); /* BUG */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, leaver, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(b, NULL);
  pthread_join(a, NULL);
  return 0;
}
