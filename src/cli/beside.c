#define _GNU_SOURCE
#include "cli/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cli/message.h"

static void leave_command(pid_t command) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != command)
    _exit(1);
  const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(null, 1);
  dup2(null, 2);
}

pid_t beside_start(void) {
  const pid_t command = getpid(), started = fork();
  if (started < 0)
    complain("cannot start a process: %s; look at `ulimit -u`", strerror(errno));
  if (started == 0)
    leave_command(command);
  return started;
}
