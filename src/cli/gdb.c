/*
 * gdb starts the program itself, as often as the user asks it to, through a wrapper: this command
 * again (command_gdb_worker), which gives each process the same memory to begin with and becomes
 * the worker. So what is done in gdb (`run`, `kill`, breakpoints) works as with any program.
 *
 * A program that makes checks runs by itself up to the one that the trace is of. Then it becomes
 * the worker, and not a copy of it as usual, which gdb would lose.
 *
 * This process stays: it answers what a worker asks, and takes away the files when gdb has ended.
 */
#define _GNU_SOURCE
#include "cli/gdb.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/inside.h"
#include "cli/message.h"
#include "cli/record.h"
#include "cli/signals.h"
#include "cli/toolchain.h"
#include "protocol/inside.h"
#include "report/steps.h"

/* Their values go from here to the extension and to the wrapper, which removes them. */
#define STEPS_VARIABLE "RAVEL_GDB_STEPS"
#define NAME_VARIABLE "RAVEL_GDB_NAME"
#define CHECKS_VARIABLE "RAVEL_GDB_CHECKS" /* a check of a program: who serves its checks */

enum { FIRST_FD = 201 }; /* out of the way of the program's own descriptors */

/* Debian has a gdb-minimal, which does without. */
static bool gdb_has_python(void) {
  char line[16] = "";
  FILE *gdb = popen("gdb -nx -batch -ex 'python print(6 * 7)' 2>/dev/null </dev/null", "r");
  if (gdb && !fgets(line, sizeof line, gdb))
    line[0] = 0;
  if (gdb)
    pclose(gdb);
  return strcmp(line, "42\n") == 0;
}

bool gdb_found(void) {
  if (!command_exists("gdb")) {
    complain("--gdb needs gdb, and there is none: install it (Debian: apt-get install gdb)");
    return false;
  }
  if (!gdb_has_python()) {
    complain("--gdb needs a gdb with Python, which this one is without: install the full one "
             "(Debian: apt-get install gdb)");
    return false;
  }
  if (!extension_path()) {
    complain("ravel-gdb.py is neither beside this command nor in ../share/ravel: run make, or "
             "install again");
    return false;
  }
  return true;
}

/* --- the memory of each run --------------------------------------------------------------------
 */

/* A copy of the header as it is now, for workers to begin with; -1: none. */
static int copy_header(const struct memory *memory) {
  const int fd = memfd_create("ravel-begin", MFD_CLOEXEC);
  if (fd < 0 ||
      pwrite(fd, memory->shared, sizeof *memory->shared, 0) != (ssize_t)sizeof *memory->shared) {
    complain("cannot make the memory to share with the program: %s", strerror(errno));
    if (fd >= 0)
      close(fd);
    return -1;
  }
  return fd;
}

/* What the worker before has written is gone; the schedule stays. */
static bool begin_again(int memory, int begin) {
  struct shared *header = mmap(NULL, sizeof *header, PROT_READ, MAP_PRIVATE, begin, 0);
  const off_t written = (off_t)SHARED_RECORDS_OFFSET;
  return header != MAP_FAILED &&
         fallocate(memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, written,
                   (off_t)SHARED_SIZE - written) == 0 &&
         pwrite(memory, header, sizeof *header, 0) == (ssize_t)sizeof *header;
}

static void become_host(int program, const char *const *argv) {
  char fd[16];
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  const int checks = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  strncpy(name.sun_path, getenv(CHECKS_VARIABLE), sizeof name.sun_path - 1);
  if (connect(checks, (const struct sockaddr *)&name, sizeof name) != 0)
    return;
  unsetenv(CHECKS_VARIABLE);
  snprintf(fd, sizeof fd, "%d", checks);
  setenv(INSIDE_FD_VARIABLE, fd, 1);
  worker_become_host(program, argv);
}

/* ravel gdb-worker MEMORY BEGIN INPUT PROGRAM [arguments]: what gdb starts. */
int command_gdb_worker(int argc, char **argv) {
  const bool given = argc > 3;
  const int memory = given ? atoi(argv[0]) : -1, begin = given ? atoi(argv[1]) : -1;
  if (memory < 3 || begin < 3 || !begin_again(memory, begin))
    return complain("gdb-worker is what ravel replay --gdb has gdb start; it is no use otherwise");
  const int program = open(argv[3], O_RDONLY | O_CLOEXEC), input = atoi(argv[2]);
  const char *name = getenv(NAME_VARIABLE);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  program_set_input(input);
  close(input);
  close(begin);
  fcntl(memory, F_SETFD, FD_CLOEXEC);
  if (name)
    argv[3] = arena_string(&(struct arena){0}, name);
  unsetenv(NAME_VARIABLE);
  unsetenv(STEPS_VARIABLE);
  if (getenv(CHECKS_VARIABLE))
    become_host(program, (const char *const *)argv + 3);
  else
    worker_become(program, (const char *const *)argv + 3, memory);
  return complain("cannot run '%s': %s", argv[3], strerror(errno));
}

/* --- gdb ---------------------------------------------------------------------------------------
 */

/* A program that was compiled has no name any more: gdb needs one. */
static bool place_program(const struct program *program, const char *directory, char *path,
                          size_t size) {
  if (!program->about.n_sources) {
    char *real = realpath(program->binary, NULL);
    snprintf(path, size, "%s", real ? real : program->binary);
    free(real);
    return true;
  }
  snprintf(path, size, "%s/program", directory);
  const int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
  off_t at = 0;
  while (to >= 0 && sendfile(to, program->fd, &at, 1 << 30) > 0)
    ;
  struct stat info;
  const bool good = to >= 0 && fstat(program->fd, &info) == 0 && info.st_size == at;
  if (!good)
    complain("cannot write '%s': %s", path, strerror(errno));
  if (to >= 0)
    close(to);
  return good;
}

struct session {
  const struct program *program;
  char directory[SHARED_PATH], path[SHARED_PATH + 16], steps[SHARED_PATH + 16];
  char checks[SHARED_PATH + 16]; /* the socket for a program that makes checks; empty: it is none */
  struct memory memory;
  int begin;
};

/* Each program that gdb starts asks for its checks in turn. */
static _Noreturn void serve_checks(const struct session *session, int listener, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  setpgid(0, 0);
  for (int socket; (socket = accept(listener, NULL, NULL)) >= 0; close(socket)) {
    const struct inside_host host = {.socket = socket};
    if (inside_await(&host, &session->program->about))
      inside_become_worker(socket, session->memory.fd);
  }
  _exit(0);
}

static bool listen_at(int listener, const char *path) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  if (snprintf(name.sun_path, sizeof name.sun_path, "%s", path) >= (int)sizeof name.sun_path) {
    errno = ENAMETOOLONG;
    return false;
  }
  return bind(listener, (const struct sockaddr *)&name, sizeof name) == 0 &&
         listen(listener, 1) == 0;
}

/* The process that does; 0: the program makes no checks; -1, with a complaint: there is none. */
static pid_t start_serving(struct session *session) {
  if (!*session->program->about.check_file)
    return 0;
  const int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  const pid_t parent = getpid();
  snprintf(session->checks, sizeof session->checks, "%s/checks", session->directory);
  const pid_t server = listen_at(listener, session->checks) ? fork() : -1;
  if (server == 0)
    serve_checks(session, listener, parent);
  if (server < 0)
    complain("cannot serve the checks of the program at '%s': %s", session->checks,
             strerror(errno));
  close(listener);
  return server;
}

static void stop_serving(pid_t server) {
  if (server <= 0)
    return;
  kill(server, SIGKILL);
  waitpid(server, NULL, 0);
}

static _Noreturn void become_gdb(const struct session *session, uint32_t n_args,
                                 const char *const *args, pid_t parent) {
  const struct trace_program *about = &session->program->about;
  const char **argv = must_alloc((n_args + about->n_args + 16) * sizeof *argv);
  const int memory = fcntl(session->memory.fd, F_DUPFD, FIRST_FD);
  const int begin = fcntl(session->begin, F_DUPFD, FIRST_FD);
  const int input = fcntl(session->program->input, F_DUPFD, FIRST_FD);
  struct buffer wrapper = {0}, source = {0};
  char self[SHARED_PATH];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  self[length > 0 ? length : 0] = 0;
  buffer_puts(&wrapper, "set exec-wrapper ");
  buffer_put_word(&wrapper, self);
  buffer_printf(&wrapper, " gdb-worker %d %d %d", memory, begin, input);
  buffer_printf(&source, "source %s", extension_path());
  uint32_t n = 0;
  argv[n++] = "gdb";
  argv[n++] = "-q";
  argv[n++] = "-iex"; /* the directory is the trace's choice */
  argv[n++] = "set auto-load local-gdbinit off";
  argv[n++] = "-ex";
  argv[n++] = buffer_text(&wrapper);
  argv[n++] = "-ex";
  argv[n++] = buffer_text(&source);
  for (uint32_t i = 0; i < n_args; i++)
    argv[n++] = args[i];
  argv[n++] = "--args";
  argv[n++] = session->path;
  for (uint32_t i = 0; i < about->n_args; i++)
    argv[n++] = about->args[i];
  argv[n] = NULL;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    _exit(1);
  signals_restore();
  setenv(STEPS_VARIABLE, session->steps, 1);
  setenv(NAME_VARIABLE, about->name, 1);
  if (*session->checks)
    setenv(CHECKS_VARIABLE, session->checks, 1);
  execvp(argv[0], (char *const *)argv);
  complain("cannot run gdb: %s", strerror(errno));
  _exit(127);
}

static bool gdb_has_ended(pid_t gdb, int *status) {
  return waitpid(gdb, status, WNOHANG) == gdb;
}

/* An interrupt from the keyboard is for gdb. One that is for us ends it. */
static bool attend_gdb(pid_t gdb, const struct session *session) {
  enum { TICK_MILLISECONDS = 100, GRACE_SECONDS = 2 };
  int status;
  double end_at = 0;
  while (!gdb_has_ended(gdb, &status)) {
    signals_wait(TICK_MILLISECONDS, -1, -1);
    answer(session->program, session->memory.shared);
    if (signals_terminations() && end_at == 0) {
      kill(gdb, SIGTERM);
      end_at = clock_seconds() + GRACE_SECONDS;
    } else if (end_at > 0 && clock_seconds() >= end_at) {
      kill(gdb, SIGKILL);
    }
  }
  return !WIFEXITED(status) || WEXITSTATUS(status) != 127;
}

static bool run_session(struct session *session, uint32_t n_args, const char *const *args) {
  session->memory.shared->supervisor = getpid();
  session->memory.shared->state = WORKER_STARTING;
  session->begin = copy_header(&session->memory);
  if (session->begin < 0)
    return false;
  const pid_t server = start_serving(session);
  if (server < 0)
    return false;
  const pid_t parent = getpid(), gdb = fork();
  if (gdb == 0)
    become_gdb(session, n_args, args, parent);
  close(session->begin);
  if (gdb < 0)
    complain("cannot start a process: %s; look at `ulimit -u`", strerror(errno));
  const bool good = gdb > 0 && attend_gdb(gdb, session);
  stop_serving(server);
  return good;
}

static bool is_kind(const struct trace *trace, enum error_kind kind) {
  return strcmp(trace->error.kind, error_kind_name(kind)) == 0;
}

/* A program that stands still under gdb does not run too long; but an endless loop is found by its
 * time. */
static struct trace without_watchdog(const struct trace *trace) {
  struct trace patient = *trace;
  if (!is_kind(trace, ERROR_LONG_EXECUTION) && !is_kind(trace, ERROR_NONTERMINATION))
    patient.request.step_seconds = 0;
  return patient;
}

bool gdb_run(const struct program *program, const struct trace *trace, uint32_t n_args,
             const char *const *args) {
  struct session session = {.program = program};
  const struct trace patient = without_watchdog(trace);
  struct buffer steps = {0};
  bool good = directory_make(session.directory, sizeof session.directory);
  if (!good)
    return false;
  snprintf(session.steps, sizeof session.steps, "%s/steps.json", session.directory);
  steps_write(trace, &steps);
  if (!place_program(program, session.directory, session.path, sizeof session.path) ||
      !file_write(session.steps, &steps) || !record_memory(&session.memory, &patient)) {
    good = false;
  } else {
    good = run_session(&session, n_args, args);
    memory_free(&session.memory);
  }
  buffer_free(&steps);
  directory_remove(session.directory);
  return good;
}
