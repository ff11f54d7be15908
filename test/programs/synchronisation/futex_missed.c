// The waker wakes before it sets the flag: a waiter can fall asleep between the two.
// expect: fail deadlock
// at: WAIT
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int flag;

static void *waiter(void *arg) {
  while (!flag)
    syscall(SYS_futex, &flag, FUTEX_WAIT, 0, NULL, NULL, 0); /* WAIT */
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  syscall(SYS_futex, &flag, FUTEX_WAKE, 1, NULL, NULL, 0);
  flag = 1;
  pthread_join(thread, NULL); /* WAIT */
  return 0;
}
