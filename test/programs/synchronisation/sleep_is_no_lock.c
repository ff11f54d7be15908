// "It will be done in a second" is a bug that sleeping hides: the other thread may be slower.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int done;

static void *worker(void *arg) {
  atomic_store(&done, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  sleep(1);
  assert(atomic_load(&done)); /* BUG */
  pthread_join(thread, NULL);
  return 0;
}
