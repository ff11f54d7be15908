// A thread reads signals from a descriptor: signals to the process and to itself, and what it reads
// orders what was written before the signal was sent.
// expect: pass
// traces: 1 (it waits for the signal)
// also:
// cflags: -DTO_THREAD
// expect: pass
// traces: 1 (the same)
// also:
// cflags: -DTWO
// expect: pass
// traces: 2 (it reads both at once, or the first one first; both are sent by one thread)
// also:
// cflags: -DONE_OF_TWO
// expect: fail assertion
// at: BUG
// also:
// cflags: -DOTHER_THREAD
// expect: pass
// not_covered: signals from outside
// also:
// cflags: -DNOT_SENT
// expect: pass
// not_covered: signals from outside
// also:
// cflags: -DRACE
// expect: fail data-race
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int plain, source;

static void *take(void *arg) {
  struct signalfd_siginfo infos[2];
  const ssize_t n = read(source, infos, sizeof infos);
  assert(n == sizeof *infos || n == sizeof infos);
  assert(plain == 1);
  assert(infos[0].ssi_signo == SIGUSR1);
  assert(infos[0].ssi_pid == (unsigned)getpid());
  if (n == sizeof infos) {
    assert(infos[1].ssi_signo == SIGUSR2);
#ifdef ONE_OF_TWO
    assert(0); /* BUG */
#endif
  }
  return arg;
}

int main(void) {
  pthread_t taker;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  source = signalfd(-1, &all, SFD_CLOEXEC);
  assert(source >= 0);
  pthread_create(&taker, NULL, take, NULL);
#ifndef RACE
  plain = 1;
#endif
#ifdef TO_THREAD
  pthread_kill(taker, SIGUSR1);
#elif defined OTHER_THREAD
  pthread_kill(pthread_self(), SIGUSR1);
#elif !defined NOT_SENT
  kill(getpid(), SIGUSR1);
#endif
#if defined TWO || defined ONE_OF_TWO
  kill(getpid(), SIGUSR2);
#endif
#ifdef RACE
  plain = 1;
#endif
  pthread_join(taker, NULL);
  return 0;
}
