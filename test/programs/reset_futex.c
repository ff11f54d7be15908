// A wakeup that nobody has taken at the end is gone in the next execution. A function that is not
// known to be harmless (l64a) keeps Ravel from returning to states on the way.
// options: --reset=memory
// expect: pass
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void *waiter(void *arg) {
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  word++;
  return arg;
}

int main(void) {
  pthread_t thread;
  l64a(1);
  pthread_create(&thread, NULL, waiter, NULL);
  if (syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0) == 1)
    return 0; /* it has not gone on yet, or it has */
  word = 1;
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
  pthread_join(thread, NULL);
  return 0;
}
