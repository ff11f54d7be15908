#include "cli/signals.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

static int descriptor = -1;
static unsigned interrupts;
static sigset_t before;

void signals_init(void) {
  sigset_t ours;
  sigemptyset(&ours);
  sigaddset(&ours, SIGINT);
  sigaddset(&ours, SIGTERM);
  sigaddset(&ours, SIGHUP);
  sigaddset(&ours, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ours, &before);
  signal(SIGPIPE, SIG_IGN);
  descriptor = signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK);
}

void signals_restore(void) {
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

static void take_signals(void) {
  struct signalfd_siginfo info;
  while (read(descriptor, &info, sizeof info) == sizeof info)
    interrupts += info.ssi_signo != SIGCHLD;
}

void signals_wait(int milliseconds, int fd) {
  struct pollfd fds[2] = {{.fd = descriptor, .events = POLLIN}, {.fd = fd, .events = POLLIN}};
  poll(fds, 2, milliseconds);
  take_signals();
}

unsigned signals_interrupts(void) {
  take_signals();
  return interrupts;
}

double clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
