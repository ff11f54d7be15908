// A flag that is set before waiters are woken, and a waiter that looks at it in one step with
// beginning to wait: it is never missed.
// expect: pass
// traces: 3 (see below)
//
// The waiter's wait comes before the store, and is then woken by the wake; or between the store and
// the wake, or after both, and differs. Where it waits, it looks again after it was woken, at a
// word that does not change any more: 1 trace. Where it differs between, the wake finds nobody, as
// it does after: the order of a wait that only looks at the queue and a wake that only looks does
// not matter: 1 trace. That is 2 for the wait; and the first look of the waiter, before it, sees
// the flag set or not: where it is not yet set both of those, where it is set the waiter does not
// wait: 1 trace more.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int flag;

static void *waiter(void *arg) {
  while (!flag)
    syscall(SYS_futex, &flag, FUTEX_WAIT, 0, NULL, NULL, 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  flag = 1;
  syscall(SYS_futex, &flag, FUTEX_WAKE, 1, NULL, NULL, 0);
  pthread_join(thread, NULL);
  return 0;
}
