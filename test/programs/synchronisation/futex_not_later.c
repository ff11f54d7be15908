// A wakeup is for those that wait when it is given: who comes later can't take it from them.
// expect: pass
// also: --reset=memory
// expect: pass
// also: --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 4 (the first waits, or finds 1; then the second does; when it comes tells nobody anything)
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void *waiter(void *arg) {
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, waiter, NULL);
  if (syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0) == 0) {
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    pthread_join(first, NULL);
    return 0;
  }
  pthread_create(&second, NULL, waiter, NULL);
  pthread_join(first, NULL); /* the wakeup was its own */
  word = 1;
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
  pthread_join(second, NULL);
  return 0;
}
