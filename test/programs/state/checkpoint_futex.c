// A wakeup that a thread has taken is there again when the search returns to a state in which it
// had not.
// options: --order=youngest --reset=memory
// expect: pass
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { STEPS = 40 };

static atomic_int word, after;
atomic_int steps;

static long futex(int operation, int value) {
  return syscall(SYS_futex, &word, operation, value, NULL, NULL, 0);
}

/* The youngest goes first, far enough for a state to be kept on the way. */
static void *wakes(void *arg) {
  if (!futex(FUTEX_WAKE, 1)) {
    atomic_store(&word, 1);
    futex(FUTEX_WAKE, 1);
  }
  for (int i = 0; i < STEPS; i++)
    atomic_store(&steps, i);
  atomic_store(&after, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wakes, NULL);
  futex(FUTEX_WAIT, 0);
  const int seen = atomic_load(&after);
  pthread_join(thread, NULL);
  assert(seen == 0 || atomic_load(&after) == 1);
  return 0;
}
