// Of two threads that wait, one is woken, and it may be either; the argument names one to object
// to.
// args: 2
// expect: pass
// also:
// args: 0
// expect: fail assertion
// at: FIRST
// also:
// args: 1
// expect: fail assertion
// at: FIRST
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int entrance, hall;
static atomic_int first = -1;
static int objection;

static void *waiter(void *arg) {
  int none = -1, me = (int)(intptr_t)arg;
  if (syscall(SYS_futex, &entrance, FUTEX_WAIT, 0, NULL, NULL, 0) == 0 &&
      atomic_compare_exchange_strong(&first, &none, me))
    assert(me != objection); /* FIRST */
  return arg;
}

int main(int argc, char **argv) {
  assert(argc == 2);
  objection = atoi(argv[1]);
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, (void *)0);
  pthread_create(&b, NULL, waiter, (void *)1);
  /* Both are asleep if both can be moved. */
  ravel_assume(syscall(SYS_futex, &entrance, FUTEX_CMP_REQUEUE, 0, INT_MAX, &hall, 0) == 2);
  assert(syscall(SYS_futex, &hall, FUTEX_WAKE, 1) == 1);
  ravel_await(first != -1);
  assert(syscall(SYS_futex, &hall, FUTEX_WAKE, 2) == 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
