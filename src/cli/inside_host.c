/* A program that is started to ask for its checks: `ravel replay` waits for the one it is about. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/check_name.h"
#include "cli/inside.h"
#include "cli/message.h"
#include "cli/signals.h"
#include "cli/worker.h"
#include "protocol/inside.h"

static _Noreturn void become_host(const struct program *program, int socket, pid_t parent) {
  char fd[16];
  const struct trace_program *const about = &program->about;
  const char **argv = must_alloc((about->n_args + 2) * sizeof *argv);
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  for (int i = 0; i < 3; i++)
    dup2(null, i);
  snprintf(fd, sizeof fd, "%d", dup(socket));
  setenv(INSIDE_FD_VARIABLE, fd, 1);
  argv[0] = about->name;
  for (uint32_t i = 0; i < about->n_args; i++)
    argv[i + 1] = about->args[i];
  argv[about->n_args + 1] = NULL;
  signals_restore();
  worker_become_host(program->fd, argv);
  _exit(127);
}

bool inside_launch(const struct program *program, struct inside_host *host) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) {
    complain("cannot make a socket: %s", strerror(errno));
    return false;
  }
  const pid_t parent = getpid();
  host->process = fork();
  if (host->process == 0)
    become_host(program, sockets[1], parent);
  close(sockets[1]);
  host->socket = sockets[0];
  if (host->process > 0)
    return true;
  complain("cannot start a process: %s; look at `ulimit -u`", strerror(errno));
  close(host->socket);
  return false;
}

void inside_end(struct inside_host *host) {
  close(host->socket);
  kill(-host->process, SIGKILL);
  waitpid(host->process, NULL, 0);
}

/* It ends as it did when the trace was recorded, as far as that is known. */
static bool skip_check(int socket, const char **before) {
  const int none = memfd_create("ravel-report", MFD_CLOEXEC);
  const uint32_t status = **before ? (uint32_t)(*(*before)++ - '0') : INSIDE_PASSED;
  const bool told = inside_tell(socket, status, none);
  if (none >= 0)
    close(none);
  return told;
}

/* By its name, or by its line where the source cannot be read. */
static bool is_wanted(const struct inside_wish *wish, const struct trace_program *about,
                      struct check_names *names) {
  uint32_t nth;
  const char *name = check_name(names, wish, &nth);
  if (*name && *about->check_name)
    return strcmp(name, about->check_name) == 0 && nth == about->check_name_nth;
  return strcmp(wish->file, about->check_file) == 0 && wish->line == about->check_line &&
         wish->nth == about->check_nth;
}

bool inside_await(const struct inside_host *host, const struct trace_program *about) {
  struct inside_wish wish;
  struct check_names names = {0};
  const char *before = about->check_before;
  bool found = false, heard = true;
  while (!found && heard && inside_hear(host->socket, &wish)) {
    found = is_wanted(&wish, about, &names);
    heard = found || skip_check(host->socket, &before);
  }
  words_free(&names.all);
  arena_free(&names.arena);
  if (found)
    return true;
  complain("the program has ended, and has not made the check of %s:%u", about->check_file,
           about->check_line);
  return false;
}
