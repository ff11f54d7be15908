// A thread that waits for a pipe is cancelled.
// expect: pass
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *wait_for_ever(void *arg) {
  struct pollfd end = {ends[0], POLLIN, 0};
  poll(&end, 1, -1);
  return arg;
}

int main(void) {
  void *result;
  assert(pipe(ends) == 0);
  pthread_t other;
  pthread_create(&other, NULL, wait_for_ever, NULL);
  pthread_cancel(other);
  pthread_join(other, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
