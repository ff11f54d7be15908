// A timer that goes off again and again, as often as --timeouts says. What comes while one is
// pending is not told, so who waits for the second one may need more of them.
// options: --timeouts=3
// expect: pass
// not_covered: timers that go off more often
// also:
// cflags: -DTIMES=2
// options: --timeouts=3
// expect: incomplete
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <unistd.h>

#ifndef TIMES
#define TIMES 1
#endif

static volatile sig_atomic_t ticks;

static void handle(int number) {
  ticks += number == SIGALRM;
}

int main(void) {
  const struct itimerval every = {{0, 500000}, {0, 500000}};
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  signal(SIGALRM, handle);
  sigprocmask(SIG_BLOCK, &set, &before);
  setitimer(ITIMER_REAL, &every, NULL);
  while (ticks < TIMES)
    sigsuspend(&before);
  return 0;
}
