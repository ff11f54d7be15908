// main returns early, yet a thread may have come as far as its bug by then.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int closing;

static void *worker(void *arg) {
  assert(atomic_load(&closing) == 0); /* BUG */
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&closing, 1);
  return 0;
}
