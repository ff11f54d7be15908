// A wakeup that nobody has taken at the end is gone in the next execution. A function that is not
// known to be harmless (l64a) keeps Ravel from returning to states on the way.
// options: --reset=memory
// expect: pass
// also: --reset=memory --order=youngest
// expect: pass
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int early, word;
atomic_int late;

/* It comes before main or after it: all that main does is done in executions of both kinds. */
static void *other(void *arg) {
  atomic_store(&early, 1);
  return arg;
}

static void *waiter(void *arg) {
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  word++;
  return arg;
}

int main(void) {
  pthread_t first, second;
  l64a(1);
  pthread_create(&first, NULL, other, NULL);
  atomic_load(&early);
  pthread_create(&second, NULL, waiter, NULL);
  if (syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0) == 1) {
    late = 1; /* the waiter goes on before this, or after it: one of these is given up half-way */
    return 0;
  }
  word = 1;
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
  pthread_join(second, NULL);
  return 0;
}
