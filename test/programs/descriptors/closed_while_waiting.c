// A descriptor is closed while another thread waits for it, which goes on waiting or comes too
// late.
// expect: fail lock-misuse
// at: BUG
// message: closed while a thread waits
// also:
// cflags: -DPOLLS
// expect: fail lock-misuse
// at: BUG
// also:
// cflags: -DCOMES
// expect: pass
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *take(void *arg) {
  char byte;
#ifdef POLLS
  struct pollfd end = {ends[0], POLLIN, 0};
  poll(&end, 1, -1);
#else
  read(ends[0], &byte, 1); /* there is something, or the descriptor is closed */
#endif
  (void)byte;
  return arg;
}

int main(void) {
  assert(pipe(ends) == 0);
#ifdef COMES
  assert(write(ends[1], "x", 1) == 1);
#endif
  pthread_t other;
  pthread_create(&other, NULL, take, NULL);
  close(ends[0]); /* BUG */
  pthread_join(other, NULL);
  return 0;
}
