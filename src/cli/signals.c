#include "cli/signals.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

static int descriptor = -1;
static unsigned interrupts, terminations;
static sigset_t before;
static void (*pipe_before)(int);

/* What nohup or a shell has made us ignore stays ignored. */
static bool is_ignored(int signal_number) {
  struct sigaction action;
  return sigaction(signal_number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void signals_init(void) {
  static const int interrupting[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGXCPU};
  sigset_t ours;
  sigemptyset(&ours);
  sigaddset(&ours, SIGCHLD);
  for (size_t i = 0; i < sizeof interrupting / sizeof *interrupting; i++)
    if (!is_ignored(interrupting[i]))
      sigaddset(&ours, interrupting[i]);
  sigprocmask(SIG_BLOCK, &ours, &before);
  pipe_before = signal(SIGPIPE, SIG_IGN);
  signal(SIGCHLD, SIG_DFL); /* where it is ignored nobody can wait for a child */
  descriptor = signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK);
}

void signals_restore(void) {
  signal(SIGPIPE, pipe_before);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

static void take_signals(void) {
  struct signalfd_siginfo info;
  while (read(descriptor, &info, sizeof info) == sizeof info) {
    interrupts += info.ssi_signo != SIGCHLD;
    terminations += info.ssi_signo == SIGTERM || info.ssi_signo == SIGHUP;
  }
}

void signals_wait(int milliseconds, int fd, int other) {
  struct pollfd fds[] = {{.fd = descriptor, .events = POLLIN},
                         {.fd = fd, .events = POLLIN},
                         {.fd = other, .events = POLLIN}};
  poll(fds, sizeof fds / sizeof *fds, milliseconds);
  take_signals();
}

unsigned signals_interrupts(void) {
  take_signals();
  return interrupts;
}

unsigned signals_terminations(void) {
  take_signals();
  return terminations;
}

double clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
