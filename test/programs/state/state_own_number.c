// A process and its threads are known by numbers, which are given back to the system.
// expect: pass
// also: --races=interleave
// expect: pass
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void sched_is_own(pid_t number) {
  struct sched_param parameters;
  struct timespec interval;
  cpu_set_t set;
  assert(sched_getscheduler(number) == sched_getscheduler(0));
  assert(sched_getparam(number, &parameters) == 0);
  assert(sched_rr_get_interval(number, &interval) == 0);
  assert(sched_getaffinity(number, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0);
  assert(syscall(SYS_sched_getaffinity, number, sizeof set, &set) > 0);
  assert(getpriority(PRIO_PROCESS, (id_t)number) == getpriority(PRIO_PROCESS, 0));
  assert(syscall(SYS_getpriority, PRIO_PROCESS, number) == 20 - getpriority(PRIO_PROCESS, 0));
}

static void groups_are_own(pid_t number) {
  assert(getpgid(number) == getpgid(0) && getpgid(number) == getpgrp());
  assert(getsid(number) == getsid(0));
  assert(syscall(SYS_getpgid, number) == getpgrp());
  assert(waitpid(number, NULL, WNOHANG) == -1 && errno == ECHILD);
}

static void files_are_own(pid_t number) {
  char path[64], text[256] = "";
  struct stat status;
  snprintf(path, sizeof path, "/proc/%d/cmdline", (int)number);
  const int file = open(path, O_RDONLY);
  assert(file >= 0 && read(file, text, sizeof text - 1) > 0 && strstr(text, "own_number"));
  close(file);
  snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)getpid(), (int)number);
  assert(access(path, R_OK) == 0 && stat(path, &status) == 0);
  snprintf(path, sizeof path, "/proc/self/task/%d", (int)number);
  assert(stat(path, &status) == 0 && S_ISDIR(status.st_mode));
}

static void *thread(void *unused) {
  sched_is_own(gettid());
  groups_are_own(gettid());
  files_are_own(gettid());
  return unused;
}

static void memory_is_own(void) {
  int from = 17, to = 0;
  struct iovec local = {&to, sizeof to}, remote = {&from, sizeof from};
  assert(process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == sizeof to && to == 17);
  from = 18;
  assert(process_vm_writev(getpid(), &remote, 1, &local, 1, 0) == sizeof to && to == 18);
  assert(syscall(SYS_process_vm_readv, getpid(), &remote, 1, &local, 1, 0) == sizeof to);
}

static void limits_are_own(void) {
  struct rlimit limit, same;
  assert(prlimit(getpid(), RLIMIT_NOFILE, NULL, &limit) == 0);
  assert(prlimit(0, RLIMIT_NOFILE, NULL, &same) == 0 && limit.rlim_cur == same.rlim_cur);
  limit.rlim_cur--;
  assert(prlimit(getpid(), RLIMIT_NOFILE, &limit, NULL) == 0);
  assert(getrlimit(RLIMIT_NOFILE, &same) == 0 && limit.rlim_cur == same.rlim_cur);
  assert(syscall(SYS_prlimit64, getpid(), RLIMIT_NOFILE, NULL, &same) == 0);
  assert(prlimit(getppid(), RLIMIT_NOFILE, NULL, &same) == 0);
}

static void descriptors_are_own(void) {
  struct ucred who;
  socklen_t size = sizeof who;
  struct f_owner_ex owner = {F_OWNER_PID, getpid()};
  int ends[2];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  assert(getsockopt(ends[0], SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.pid == getpid());
  assert(fcntl(ends[0], F_SETOWN, getpid()) == 0 && fcntl(ends[0], F_GETOWN) == getpid());
  assert(fcntl(ends[1], F_SETOWN_EX, &owner) == 0);
  owner.pid = 0;
  assert(fcntl(ends[1], F_GETOWN_EX, &owner) == 0 && owner.pid == getpid());
}

static volatile sig_atomic_t handled;

static void handler(int signal) {
  (void)signal;
  handled++;
}

static void signals_are_own(void) {
  signal(SIGUSR1, handler);
  assert(kill(getpid(), 0) == 0 && kill(gettid(), SIGUSR1) == 0 && handled == 1);
  assert(tgkill(getpid(), gettid(), SIGUSR1) == 0 && handled == 2);
  assert(syscall(SYS_tgkill, getpid(), gettid(), SIGUSR1) == 0 && handled == 3);
  assert(syscall(SYS_tkill, gettid(), SIGUSR1) == 0 && handled == 4);
}

int main(void) {
  clockid_t clock;
  struct timespec now;
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  pthread_join(other, NULL);
  thread(NULL);
  assert(getpid() != getppid() && gettid() == getpid());
  assert(clock_getcpuclockid(getpid(), &clock) == 0 && clock_gettime(clock, &now) == 0);
  memory_is_own();
  descriptors_are_own();
  signals_are_own();
  limits_are_own();
  assert(setpriority(PRIO_PROCESS, (id_t)getpid(), getpriority(PRIO_PROCESS, 0)) == 0);
  assert(setpgid(getpid(), getpid()) == 0 && getpgrp() == getpid() && getpgid(0) == getpid());
  assert(getpriority(PRIO_PGRP, (id_t)getpid()) == getpriority(PRIO_PROCESS, 0));
}
