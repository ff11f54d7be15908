// A thread goes round a loop, reading what it has stored itself. Whether it can leave depends on
// which store comes last, and not only on what it has read.
// algorithms: optimal source
// options: --context-sensitive --observers --order=youngest
// expect: fail deadlock
// also: --context-sensitive --observers
// expect: fail deadlock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *waits(void *unused) {
  atomic_store(&x, 1);
  while (atomic_load(&x) != 2 && atomic_exchange(&y, 0) == 0)
    continue;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  atomic_store(&x, 2);
  pthread_exit(NULL);
}
