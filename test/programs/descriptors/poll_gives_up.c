// A poll that waits for a while finds what was written, or nothing. One that does not wait finds
// the same.
// expect: pass
// traces: 3 (the write comes before the first poll, between the two, or after them)
// also: --timeouts=0
// expect: incomplete
// stopped_by: --timeouts
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *fill(void *arg) {
  assert(write(ends[1], "x", 1) == 1);
  return arg;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t other;
  pthread_create(&other, NULL, fill, NULL);
  struct pollfd end = {ends[0], POLLIN, 0};
  const int waited = poll(&end, 1, 100), looked = poll(&end, 1, 0);
  assert(waited <= looked);
  pthread_join(other, NULL);
  assert(poll(&end, 1, 0) == 1);
  return 0;
}
