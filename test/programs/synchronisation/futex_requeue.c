// FUTEX_CMP_REQUEUE wakes one of those who wait at one address and moves the others to another,
// where a second wake reaches them.
// expect: pass
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int from, to;

static void *waiter(void *arg) {
  long result = syscall(SYS_futex, &from, FUTEX_WAIT, 0, NULL, NULL, 0);
  assert(result == 0 || errno == EAGAIN);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, waiter, NULL);
  assert(syscall(SYS_futex, &from, FUTEX_CMP_REQUEUE, 1, INT_MAX, &to, 5) == -1);
  assert(errno == EAGAIN);
  from = 1;
  assert(syscall(SYS_futex, &from, FUTEX_CMP_REQUEUE, 1, INT_MAX, &to, 1) <= 2);
  assert(syscall(SYS_futex, &from, FUTEX_WAKE, INT_MAX) == 0);
  assert(syscall(SYS_futex, &to, FUTEX_WAKE, INT_MAX) <= 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
