// What else can be done with a descriptor for signals: other sets, duplicates, wrong sizes, values,
// timers, a wait that gives up, and being told of each signal by a set that is edge-triggered.
// expect: pass
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static sigset_t set_of(int a, int b) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, a);
  sigaddset(&set, b);
  return set;
}

static void *send(void *arg) {
  sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 17});
  return arg;
}

int main(void) {
  pthread_t sender;
  struct signalfd_siginfo info;
  const sigset_t one = set_of(SIGUSR1, SIGUSR1), two = set_of(SIGRTMIN, SIGALRM);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  int source = signalfd(-1, &one, SFD_NONBLOCK);
  assert(read(source, &info, sizeof info) == -1 && errno == EAGAIN);
  raise(SIGUSR1);
  assert(read(source, &info, sizeof info - 1) == -1 && errno == EINVAL);
  assert(write(source, &info, sizeof info) == -1 && errno == EINVAL);
  assert(signalfd(source, &two, 0) == source);
  assert(read(source, &info, sizeof info) == -1 && errno == EAGAIN);
  assert(signalfd(0x300, &two, 0) == -1 && errno == EBADF);
  assert(signalfd(STDERR_FILENO, &two, 0) == -1 && errno == EINVAL);
  assert(signalfd(-1, &two, 1) == -1 && errno == EINVAL);

  const int again = dup(source);
  close(source);
  pthread_create(&sender, NULL, send, NULL);
  struct pollfd list = {again, POLLIN, 0};
  const int ready = poll(&list, 1, 1000);
  assert(ready == 0 || ready == 1);
  pthread_join(sender, NULL);
  assert(poll(&list, 1, 0) == 1 && list.revents == POLLIN);
  assert(read(again, &info, sizeof info) == sizeof info);
  assert(info.ssi_signo == (unsigned)SIGRTMIN && info.ssi_int == 17 && info.ssi_code == SI_QUEUE);

  const int set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN | EPOLLET};
  sigdelset(&all, SIGALRM);
  const int any = signalfd(-1, &all, 0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, any, &event) == 0);
  assert(epoll_wait(set, &event, 1, 0) == 1); /* SIGUSR1 is there */
  assert(epoll_wait(set, &event, 1, 0) == 0);
  raise(SIGUSR2);
  assert(epoll_wait(set, &event, 1, 0) == 1);
  assert(epoll_wait(set, &event, 1, 0) == 0);

  struct timespec now;
  setitimer(ITIMER_REAL, &(struct itimerval){.it_value = {30, 0}}, NULL);
  list.revents = 0;
  assert(poll(&list, 1, -1) == 1);
  assert(read(again, &info, sizeof info) == sizeof info && info.ssi_signo == SIGALRM);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec >= 30);
  return 0;
}
