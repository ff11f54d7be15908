// A descriptor that can be read when a time has come, beside a pipe: either may be first. Time has
// passed then. The first of two timers of one thread comes first.
// expect: pass
// also:
// cflags: -DPIPE_FIRST
// expect: fail assertion
// at: FIRST
// also:
// cflags: -DTIMER_FIRST
// expect: fail assertion
// at: FIRST
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int ends[2];

static void *work(void *unused) {
  write(ends[1], "x", 1);
  return unused;
}

static int timer_in(int seconds) {
  const struct itimerspec once = {.it_value = {seconds, 0}};
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  assert(timerfd_settime(timer, 0, &once, NULL) == 0);
  return timer;
}

int main(void) {
  pthread_t thread;
  struct timespec now;
  uint64_t times;
  pipe(ends);
  const int early = timer_in(10), late = timer_in(20);
  pthread_create(&thread, NULL, work, NULL);
  struct pollfd list[] = {{ends[0], POLLIN, 0}, {early, POLLIN, 0}, {late, POLLIN, 0}};
  assert(poll(list, 3, -1) > 0);
#ifdef PIPE_FIRST
  assert(list[0].revents); /* FIRST */
#elif defined TIMER_FIRST
  assert(list[1].revents); /* FIRST */
#endif
  assert(!list[2].revents || list[1].revents);
  if (list[1].revents) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec >= 10);
    assert(read(early, &times, sizeof times) == sizeof times && times == 1);
    assert(read(early, &times, sizeof times) == -1);
  }
  list[2].revents = 0;
  assert(poll(list + 2, 1, -1) == 1);
  pthread_join(thread, NULL);
  return 0;
}
