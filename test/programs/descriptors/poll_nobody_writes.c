// A thread waits for a pipe to which nobody writes, and for one that was closed in time.
// expect: fail deadlock
// at: BUG
// message: 1 thread
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int open_end[2], closed[2];

static void *close_one(void *arg) {
  assert(close(closed[1]) == 0);
  return arg;
}

int main(void) {
  assert(pipe(open_end) == 0 && pipe(closed) == 0);
  pthread_t other;
  pthread_create(&other, NULL, close_one, NULL);
  struct pollfd end = {closed[0], POLLIN, 0}, never = {open_end[0], POLLIN, 0};
  assert(poll(&end, 1, -1) == 1 && end.revents == POLLHUP);
  pthread_join(other, NULL);
  poll(&never, 1, -1); /* BUG */
  return 0;
}
