#define _GNU_SOURCE
#include "runtime/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "protocol/inside.h"
#include "ravel_check.h"
#include "runtime/arguments.h"
#include "runtime/pages.h"
#include "runtime/random.h"
#include "runtime/real.h"
#include "runtime/relocations.h"
#include "runtime/runtime.h"

/* --- the beginning of the program ----------------------------------------------------------------
 */

static bool used, instrumented;

bool inside_is_used(void) {
  return used;
}

static void notice_check(const struct relocation *relocation, void *unused) {
  (void)unused;
  used |= strcmp(relocation->name, "ravel_runtime_check") == 0;
  instrumented |= strncmp(relocation->name, "__tsan_", strlen("__tsan_")) == 0;
}

static int look_at_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  relocations_of(info, notice_check, unused);
  return used;
}

#define STARTED_VARIABLE "RAVEL_STARTED_AGAIN"

/* Not where something else has become the program: a dynamic linker by name, or valgrind. */
static bool can_start_again(char *path, size_t size) {
  const char *const preloaded = getenv("LD_PRELOAD");
  const ssize_t n = readlink("/proc/self/exe", path, size - 1);
  if (n <= 0 || getauxval(AT_SECURE) || (preloaded && strstr(preloaded, "vgpreload")))
    return false;
  path[n] = 0;
  const char *const name = strrchr(path, '/');
  return name && strncmp(name, "/ld-linux", 9) != 0 && access(path, X_OK) == 0;
}

void inside_start(char **argv) {
  char path[SHARED_PATH];
  dl_iterate_phdr(look_at_module, NULL);
  if (!used)
    return;
  if (getenv(STARTED_VARIABLE)) {
    unsetenv(STARTED_VARIABLE);
    unsetenv("LD_BIND_NOW");
    return;
  }
  const int before = personality(0xffffffff);
  if (!can_start_again(path, sizeof path) || (before & ADDR_NO_RANDOMIZE && getenv("LD_BIND_NOW")))
    return;
  personality((unsigned long)before | ADDR_NO_RANDOMIZE);
  setenv(STARTED_VARIABLE, "1", 1);
  setenv("LD_BIND_NOW", "1", 1);
  execve(path, argv, environ);
  unsetenv(STARTED_VARIABLE);
  unsetenv("LD_BIND_NOW");
}

static struct {
  int n;
  char **arguments, **environment;
} started;

/* It does not return to where the stack is guarded by something else (random_tame()). */
static void run_main(void) {
  random_tame();
  exit(program_main(started.n, started.arguments, started.environment));
}

#define STACK_BASE UINT64_C(0x600000000000)

/* Variables on the stack have addresses that depend on neither environment nor arguments. */
int inside_main(int argc, char **argv, char **envp) {
  struct rlimit limit;
  ucontext_t context;
  const uint64_t most = UINT64_C(1) << 30;
  started.n = argc;
  started.arguments = argv;
  started.environment = envp;
  getrlimit(RLIMIT_STACK, &limit);
  const uint64_t size = (limit.rlim_cur < most ? limit.rlim_cur : most) & ~UINT64_C(0xffff);
  if (!pages_reserve_at(STACK_BASE - size, size) || getcontext(&context) != 0)
    run_main();
  context.uc_stack.ss_sp = (void *)(uintptr_t)(STACK_BASE - size);
  context.uc_stack.ss_size = size;
  context.uc_link = NULL;
  makecontext(&context, run_main, 0);
  setcontext(&context);
  __builtin_trap();
}

/* --- ravel inside --------------------------------------------------------------------------------
 */

static struct {
  pthread_mutex_t mutex; /* of threads that run by themselves, one at a time makes a check */
  int socket;
  pid_t process; /* which has started it; 0: it was there before */
  char *report;  /* of the last check */
} ravel = {PTHREAD_MUTEX_INITIALIZER, -1, 0, NULL};

static const char impossible[] = "the check cannot be made: ";

static void report_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void report_printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  free(ravel.report);
  ravel.report = NULL;
  if (vasprintf(&ravel.report, format, arguments) < 0)
    ravel.report = NULL;
  va_end(arguments);
}

/* Beside this library, or where both are installed. */
static void find_command(char *path, size_t size) {
  Dl_info info;
  const char *const own = getenv("RAVEL");
  if (own && *own) {
    snprintf(path, size, "%s", own);
    return;
  }
  for (int i = 0; i < 2 && dladdr(&ravel, &info); i++) {
    const char *const slash = strrchr(info.dli_fname, '/');
    const int length = slash ? (int)(slash - info.dli_fname) : 0;
    snprintf(path, size, "%.*s/%sravel", length, info.dli_fname, i ? "../bin/" : "");
    if (slash && access(path, X_OK) == 0)
      return;
  }
  snprintf(path, size, "ravel");
}

/* A child of a child, so that the program, which may wait for any of its children, has none that it
 * does not know. In a group of its own, as it is not to be interrupted with the program. */
static void start_command(int socket) {
  char path[SHARED_PATH], fd[16];
  sigset_t none;
  if (REAL(fork)() != 0)
    REAL(_exit)(0);
  setpgid(0, 0);
  sigemptyset(&none);
  REAL(sigprocmask)(SIG_SETMASK, &none, NULL);
  const int kept = dup(socket); /* the one that is not closed */
  snprintf(fd, sizeof fd, "%d", kept);
  find_command(path, sizeof path);
  dup2(2, 1);
  execlp(path, "ravel", "inside", fd, NULL);
  dprintf(2, "ravel: cannot run '%s': %s\n", path, strerror(errno));
  REAL(_exit)(2);
}

/* False, with a report, where there is nobody to supervise checks. */
static bool connect_to_ravel(void) {
  int sockets[2], status;
  const char *const given = getenv(INSIDE_FD_VARIABLE);
  if (given) {
    ravel.socket = atoi(given);
    fcntl(ravel.socket, F_SETFD, FD_CLOEXEC);
    return true;
  }
  if (ravel.socket >= 0 && ravel.process == REAL(getpid)())
    return true;
  if (ravel.socket >= 0)
    close(ravel.socket); /* the process that we were forked from uses it */
  ravel.socket = -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) {
    report_printf("%s%s", impossible, strerror(errno));
    return false;
  }
  const pid_t child = REAL(fork)();
  if (child == 0)
    start_command(sockets[1]);
  close(sockets[1]);
  ravel.socket = sockets[0];
  ravel.process = REAL(getpid)();
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return child > 0;
}

static void disconnect(void) {
  close(ravel.socket);
  ravel.socket = -1;
}

/* --- what it asks for ----------------------------------------------------------------------------
 */

static bool say(const void *what, size_t size) {
  return send(ravel.socket, what, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* The next order, and the descriptors that come with it. */
static bool hear(struct inside_order *order, int fds[2]) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(2 * sizeof(int))];
  } control;
  struct iovec data = {order, sizeof *order};
  struct msghdr message = {
      .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t n;
  while ((n = recvmsg(ravel.socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
    ;
  fds[0] = fds[1] = -1;
  const struct cmsghdr *const header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_type == SCM_RIGHTS)
    memcpy(fds, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
  return n == (ssize_t)sizeof *order;
}

static struct sigaction on_child; /* as the program has it */

static bool worker_has_ended(pid_t worker, int *status) {
  const pid_t waited = waitpid(worker, status, WNOHANG);
  return waited == worker || (waited < 0 && errno != EINTR);
}

/* Until the worker has ended; it is ended if nobody is there any more who asked for it. */
static void wait_for(pid_t worker, int *status) {
  struct pollfd fds[2] = {{.fd = (int)syscall(SYS_pidfd_open, worker, 0), .events = POLLIN},
                          {.fd = ravel.socket, .events = 0}};
  *status = 0;
  while (!worker_has_ended(worker, status)) {
    poll(fds, 2, fds[0].fd < 0 ? 1 : -1);
    if (fds[1].revents & POLLHUP)
      kill(worker, SIGKILL);
  }
  if (fds[0].fd >= 0)
    close(fds[0].fd);
}

static void start_worker(const struct inside_call *call, int memory, int output) {
  struct inside_worker told = {.process = -1};
  const pid_t parent = REAL(getpid)(), worker = REAL(fork)();
  if (worker == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (REAL(getppid)() != parent)
      REAL(_exit)(1);
    close(ravel.socket);
    REAL(sigaction)(SIGCHLD, &on_child, NULL);
    inside_work(call, memory, output);
  }
  told.process = worker;
  say(&told, sizeof told);
  if (worker < 0)
    return;
  wait_for(worker, &told.status);
  told.ended = 1;
  say(&told, sizeof told);
}

static void take_report(int file) {
  struct stat info;
  free(ravel.report);
  ravel.report = fstat(file, &info) == 0 ? malloc((size_t)info.st_size + 1) : NULL;
  if (!ravel.report)
    return;
  const ssize_t n = pread(file, ravel.report, (size_t)info.st_size, 0);
  ravel.report[n < 0 ? 0 : n] = 0;
}

static void close_all(const int fds[2]) {
  for (int i = 0; i < 2; i++)
    if (fds[i] >= 0)
      close(fds[i]);
}

static int serve(const struct inside_call *call) {
  struct inside_order order;
  for (int fds[2]; hear(&order, fds); close_all(fds)) {
    if (order.kind == INSIDE_BECOME) {
      disconnect();
      REAL(sigaction)(SIGCHLD, &on_child, NULL);
      inside_work(call, fds[0], -1);
    }
    if (order.kind == INSIDE_START) {
      start_worker(call, fds[0], order.output ? fds[1] : -1);
      continue;
    }
    take_report(fds[0]);
    close_all(fds);
    return (int)order.status;
  }
  report_printf("%sthe command `ravel` has ended; it is looked for beside libravel.so, or where "
                "RAVEL says",
                impossible);
  disconnect();
  return INSIDE_IMPOSSIBLE;
}

/* --- the call ------------------------------------------------------------------------------------
 */

/* How many checks were called for from this line before. */
static uint32_t count_call(const char *file, unsigned line) {
  enum { MOST = 4096 };
  static struct {
    const char *file;
    unsigned line;
    uint32_t n;
  } calls[MOST];
  uint32_t i = 0;
  while (i < MOST - 1 && calls[i].file &&
         (calls[i].line != line || strcmp(calls[i].file, file) != 0))
    i++;
  calls[i].file = file;
  calls[i].line = line;
  return calls[i].n++;
}

static int make_check(const struct inside_call *call, const struct ravel_place *place,
                      const char *options) {
  struct inside_wish wish = {.process = REAL(getpid)(), .line = place->line};
  memcpy(wish.build, build_id, sizeof build_id);
  strncpy(wish.file, place->file, sizeof wish.file - 1);
  strncpy(wish.options, options, sizeof wish.options - 1);
  wish.nth = count_call(place->file, place->line);
  if (!instrumented) {
    report_printf("%sthe program is linked with libravel.so, but was not compiled by ravel cc, so "
                  "that its accesses are not seen",
                  impossible);
    return INSIDE_IMPOSSIBLE;
  }
  if (!connect_to_ravel())
    return INSIDE_IMPOSSIBLE;
  if (say(&wish, sizeof wish))
    return serve(call);
  disconnect();
  report_printf("%sthe command `ravel` cannot be run", impossible);
  return INSIDE_IMPOSSIBLE;
}

/* In an execution, and where another tool has the program start as a worker, the function is a part
 * of what is explored. */
EXPORT int ravel_runtime_check(void (*function)(void *argument), void *argument,
                               const struct ravel_place *place, const char *options,
                               const char **report) {
  if (rt.worker) {
    function(argument);
    return INSIDE_PASSED;
  }
  fflush(NULL); /* what is not written yet is not to be written again by a copy of the process */
  REAL(pthread_mutex_lock)(&ravel.mutex);
  /* The workers are children that the program knows nothing of: it is not told of their end. */
  REAL(sigaction)(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL}, &on_child);
  const struct inside_call call = {function, argument, FRAME, (uint32_t)syscall(SYS_gettid)};
  const int status = make_check(&call, place, options);
  REAL(sigaction)(SIGCHLD, &on_child, NULL);
  REAL(pthread_mutex_unlock)(&ravel.mutex);
  *report = ravel.report ? ravel.report : "";
  return status;
}
