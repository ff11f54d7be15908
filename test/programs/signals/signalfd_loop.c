// An event loop that waits for a signal and for a pipe, by poll or by epoll: either may be first.
// The set is told of a signal that comes while another one is there, if it is edge-triggered.
// expect: pass
// traces: 3 (both at once, or the one and then the other)
// also:
// cflags: -DEPOLL=0
// expect: pass
// traces: 3 (the same)
// also:
// cflags: -DEPOLL=EPOLLET
// expect: pass
// traces: 3 (the same)
// also:
// cflags: -DSIGNAL_FIRST
// expect: fail assertion
// at: FIRST
// also:
// cflags: -DPIPE_FIRST -DEPOLL=0
// expect: fail assertion
// at: FIRST
// also:
// cflags: -DNOBODY_WRITES -DEPOLL=0
// expect: pass
// not_covered: signals from outside
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int ends[2], source;
static pthread_t loop;

static void *send_signal(void *arg) {
#ifndef NOBODY_WRITES
  pthread_kill(loop, SIGTERM);
#endif
  return arg;
}

static void *send_byte(void *arg) {
  write(ends[1], "x", 1);
  return arg;
}

#ifdef EPOLL
static int set;

static void add(int number) {
  struct epoll_event event = {.events = EPOLLIN | EPOLL, .data.fd = number};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, number, &event) == 0);
}
#endif

static void wait_for(bool *byte, bool *signal) {
#ifdef EPOLL
  struct epoll_event events[2];
  const int n = epoll_wait(set, events, 2, -1);
  assert(n > 0);
  for (int i = 0; i < n; i++)
    *(events[i].data.fd == source ? signal : byte) = true;
#else
  struct pollfd list[] = {{ends[0], POLLIN, 0}, {source, POLLIN, 0}};
  assert(poll(list, 2, -1) > 0);
  *byte = list[0].revents & POLLIN;
  *signal = list[1].revents & POLLIN;
#endif
}

int main(void) {
  pthread_t first, second;
  sigset_t term;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &term, NULL);
  source = signalfd(-1, &term, SFD_NONBLOCK);
  pipe(ends);
#ifdef EPOLL
  set = epoll_create1(0);
  add(ends[0]);
  add(source);
#endif
  loop = pthread_self();
  pthread_create(&first, NULL, send_signal, NULL);
  pthread_create(&second, NULL, send_byte, NULL);
  for (int left = 2; left > 0;) {
    bool byte = false, signal = false;
    wait_for(&byte, &signal);
    assert(byte || signal);
#ifdef SIGNAL_FIRST
    assert(left == 1 || signal); /* FIRST */
#elif defined PIPE_FIRST
    assert(left == 1 || byte); /* FIRST */
#endif
    char c;
    struct signalfd_siginfo info;
    if (byte)
      assert(read(ends[0], &c, 1) == 1);
    if (signal) {
      assert(read(source, &info, sizeof info) == sizeof info && info.ssi_signo == SIGTERM);
      assert(read(source, &info, sizeof info) == -1 && errno == EAGAIN);
    }
    left -= byte + signal;
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
