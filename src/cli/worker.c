#define _GNU_SOURCE
#include "cli/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/answer.h"
#include "cli/inside.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/randomisation.h"
#include "cli/signals.h"
#include "cli/toolchain.h"

extern char **environ;

enum {
  SHARED_FD = 200,         /* out of the way of the program's own descriptors */
  MAX_OUTPUT = 1 << 20,    /* of one execution: more is dropped */
  GRACE_SECONDS = 2,       /* between asking a worker to stop and killing it */
  TICK_MILLISECONDS = 100, /* between two looks at the clock */
};

/* --- in the child ---------------------------------------------------------------------------- */

static void set_environment(void) {
  setenv("LD_BIND_NOW", "1", 1);
  /* The program knows where the library was when it was built; it may have moved. */
  const char *library = library_directory(), *others = getenv("LD_LIBRARY_PATH");
  char *path = NULL;
  if (library &&
      asprintf(&path, "%s%s%s", library, others && *others ? ":" : "", others ? others : "") > 0)
    setenv("LD_LIBRARY_PATH", path, 1);
}

static void set_descriptors(const struct program *program, const struct watch *watch, int output) {
  program_set_input(program->input);
  if (watch->output || watch->stdout_is_ours)
    dup2(watch->output ? output : 2, 1);
  if (watch->output)
    dup2(output, 2);
}

bool worker_become_host(int program, const char *const *argv) {
  randomisation_turn_off();
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  set_environment();
  fexecve(program, (char *const *)argv, environ);
  return false;
}

bool worker_become(int program, const char *const *argv, int memory) {
  char fd[16];
  const int shared_fd = fcntl(memory, F_DUPFD, SHARED_FD);
  snprintf(fd, sizeof fd, "%d", shared_fd >= 0 ? shared_fd : dup(memory));
  setenv(SHARED_FD_VARIABLE, fd, 1);
  return worker_become_host(program, argv);
}

static _Noreturn void become_worker(const struct program *program, struct memory *memory,
                                    const struct watch *watch, int output, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  signals_restore();
  set_descriptors(program, watch, output);
  const struct trace_program *about = &program->about;
  const char **argv = must_alloc((about->n_args + 2) * sizeof *argv);
  argv[0] = about->name;
  for (uint32_t i = 0; i < about->n_args; i++)
    argv[i + 1] = about->args[i];
  argv[about->n_args + 1] = NULL;
  worker_become(program->fd, argv, memory->fd);
  snprintf(memory->shared->failure, sizeof memory->shared->failure, "cannot run '%s': %s",
           about->name, strerror(errno));
  _exit(127);
}

/* --- in the supervisor ----------------------------------------------------------------------- */

static void take_output(int fd, struct buffer *output) {
  char chunk[65536];
  for (ssize_t n; (n = read(fd, chunk, sizeof chunk)) > 0;) {
    const size_t room = output->length < MAX_OUTPUT ? MAX_OUTPUT - output->length : 0;
    buffer_add(output, chunk, (size_t)n < room ? (size_t)n : room);
  }
}

static bool has_ended(const struct program *program, pid_t worker, int *status) {
  siginfo_t info = {0};
  if (program->socket)
    return inside_worker_ended(program->socket, status);
  return waitid(P_PID, (id_t)worker, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == worker;
}

/* Milliseconds to the next look at the clock. */
static int tick(const struct watch *watch) {
  const double left =
      watch->deadline > 0 && !watch->time_up ? watch->deadline - clock_seconds() : 1;
  return left < 0                          ? 0
         : 1000 * left < TICK_MILLISECONDS ? 1 + (int)(1000 * left)
                                           : TICK_MILLISECONDS;
}

/* An explorer whose worker was ended in the middle of its work cannot go on. */
static bool may_be_ended(const struct watch *watch, double now) {
  const bool pauses = watch->pauses && (watch->search_ends <= 0 || now < watch->search_ends);
  return watch->interrupted || (watch->time_up && !pauses);
}

/* Until the worker ends. When it is time to stop it is asked to, and ended if it does not. */
static void attend(pid_t worker, const struct program *program, struct memory *memory,
                   struct watch *watch, int output, int *status) {
  double end_at = 0;
  while (!has_ended(program, worker, status)) {
    signals_wait(tick(watch), output, program->socket ? program->socket : -1);
    if (output >= 0)
      take_output(output, watch->output);
    answer(program, memory->shared);
    const double now = clock_seconds();
    watch->interrupted |= signals_interrupts() > 0;
    watch->time_up |= watch->deadline > 0 && now >= watch->deadline;
    if (watch->interrupted || watch->time_up)
      memory->shared->stop = 1;
    if (may_be_ended(watch, now) && end_at == 0)
      end_at = now + GRACE_SECONDS;
    if (end_at > 0 && (now >= end_at || signals_interrupts() > 1))
      kill(-worker, SIGKILL);
    if (watch->max_records && memory->shared->records_used > watch->max_records)
      kill(-worker, SIGKILL);
    if (watch->progress)
      progress_show(&memory->shared->stats, now);
  }
}

bool worker_run(const struct program *program, struct memory *memory, struct watch *watch,
                int *status) {
  int output[2] = {-1, -1};
  if (watch->output &&
      (pipe2(output, O_CLOEXEC) != 0 || fcntl(output[0], F_SETFL, O_NONBLOCK) != 0)) {
    complain("cannot make a pipe: %s", strerror(errno));
    return false;
  }
  memory->shared->state = WORKER_STARTING;
  memory->shared->supervisor = getpid();
  memory->shared->peak_rss_kib = 0;
  const pid_t parent = getpid(),
              worker = program->socket ? inside_start_worker(program->socket, memory->fd, output[1])
                                       : fork();
  if (worker == 0)
    become_worker(program, memory, watch, output[1], parent);
  if (output[1] >= 0)
    close(output[1]);
  if (worker > 0) {
    attend(worker, program, memory, watch, output[0], status);
    kill(-worker, SIGKILL); /* whatever it has started goes with it */
    struct rusage usage = {0};
    if (!program->socket)
      wait4(worker, status, 0, &usage);
    /* The system's counts what it was before it became the program: a copy of us. */
    const uint64_t told = memory->shared->peak_rss_kib,
                   peak = told ? told : (uint64_t)usage.ru_maxrss;
    if (peak > watch->peak_rss_kib)
      watch->peak_rss_kib = peak;
  } else {
    complain("cannot start a process: %s; look at `ulimit -u`", strerror(errno));
  }
  if (output[0] >= 0) {
    take_output(output[0], watch->output);
    close(output[0]);
  }
  return worker > 0;
}
