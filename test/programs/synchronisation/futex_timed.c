// A wait with a time: it is woken or its time is over, and then that time has passed. Bit sets:
// who waits with other bits is not woken.
// expect: pass
// traces: 3 (the wait after the wake; before it, and woken by it or given up before)
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int word;

static void *waiter(void *arg) {
  struct timespec begin, end, length = {3, 0};
  clock_gettime(CLOCK_MONOTONIC, &begin);
  long result = syscall(SYS_futex, &word, FUTEX_WAIT, 0, &length, NULL, 0);
  int error = errno;
  clock_gettime(CLOCK_MONOTONIC, &end);
  assert(result == 0 || error == ETIMEDOUT);
  assert((result == 0) == (end.tv_sec - begin.tv_sec < 3));
  return arg;
}

int main(void) {
  pthread_t thread;
  struct timespec past = {0, 0};
  assert(syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL) == -1 && errno == EAGAIN);
  assert(syscall(SYS_futex, (char *)&word + 1, FUTEX_WAKE, 1) == -1 && errno == EINVAL);
  assert(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, &past, NULL, 1) == -1 &&
         errno == ETIMEDOUT);
  pthread_create(&thread, NULL, waiter, NULL);
  syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 8);
  pthread_join(thread, NULL);
  return 0;
}
