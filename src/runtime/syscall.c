/*
 * System calls that a program makes by number, through syscall(): futexes, and a few that are
 * harmless or have a function that stands in for them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "ravel.h"
#include "runtime/access.h"
#include "runtime/error.h"
#include "runtime/futex.h"
#include "runtime/libc_call.h"
#include "runtime/process_numbers.h"
#include "runtime/real.h"
#include "runtime/syscall_names.h"
#include "runtime/time.h"

struct call {
  long number;
  long arguments[6];
};

static long result_of(int error) {
  if (!error)
    return 0;
  errno = error;
  return -1;
}

/* --- futexes -------------------------------------------------------------------------------------
 */

/* FUTEX_WAIT has a time to wait, FUTEX_WAIT_BITSET a time to wait until. */
static long wait_here(const struct call *call, clockid_t clock, bool relative, uint32_t bits,
                      uint64_t pc) {
  const uint32_t expected = (uint32_t)call->arguments[2];
  const struct timespec *time = (const struct timespec *)call->arguments[3];
  struct timespec deadline;
  if (time && !time_is_valid(time))
    return result_of(EINVAL);
  if (time && relative) {
    clock_gettime(clock, &deadline);
    deadline.tv_sec += time->tv_sec + (deadline.tv_nsec + time->tv_nsec) / 1000000000;
    deadline.tv_nsec = (deadline.tv_nsec + time->tv_nsec) % 1000000000;
    time = &deadline;
  }
  return result_of(futex_wait((const void *)call->arguments[0], &expected, sizeof expected, bits,
                              clock, time, pc));
}

static long requeue(const struct call *call, bool compares, uint64_t pc) {
  const uint32_t expected = (uint32_t)call->arguments[5];
  uint32_t moved = 0;
  int error = futex_requeue((const uint32_t *)call->arguments[0], compares ? &expected : NULL,
                            (uint32_t)call->arguments[2], (uint32_t)call->arguments[3],
                            (const void *)call->arguments[4], &moved, pc);
  return error ? result_of(error) : moved;
}

static long answer_futex(const struct call *call, uint64_t pc, void *frame) {
  const int operation = (int)call->arguments[1];
  const clockid_t clock = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  const void *addr = (const void *)call->arguments[0];
  const uint32_t bits = (uint32_t)call->arguments[5];
  if (call->arguments[0] & 3)
    return result_of(EINVAL);
  switch (operation & FUTEX_CMD_MASK) {
  case FUTEX_WAIT:
    return wait_here(call, clock, true, (uint32_t)FUTEX_ANY, pc);
  case FUTEX_WAIT_BITSET:
    return bits ? wait_here(call, clock, false, bits, pc) : result_of(EINVAL);
  case FUTEX_WAKE:
    return futex_wake(addr, (uint32_t)call->arguments[2], (uint32_t)FUTEX_ANY, pc);
  case FUTEX_WAKE_BITSET:
    return bits ? futex_wake(addr, (uint32_t)call->arguments[2], bits, pc) : result_of(EINVAL);
  case FUTEX_REQUEUE:
    return requeue(call, false, pc);
  case FUTEX_CMP_REQUEUE:
    return requeue(call, true, pc);
  default:
    fail(ERROR_UNSUPPORTED, pc, frame, "futex operation %d is not supported",
         operation & FUTEX_CMD_MASK);
  }
}

long futex_call(const long *arguments, uint64_t pc, void *frame) {
  struct call call = {.number = SYS_futex};
  memcpy(call.arguments, arguments, sizeof call.arguments);
  return answer_futex(&call, pc, frame);
}

/* --- the others ----------------------------------------------------------------------------------
 */

/* Questions with the same answer in every process, and for every thread. */
static long syscall_ask(const struct call *call) {
  const long *arguments = call->arguments;
  return REAL(syscall)(call->number, arguments[0], arguments[1], arguments[2], arguments[3],
                       arguments[4], arguments[5]);
}

/* The same about a process or a thread, whose number is an argument. */
static long syscall_ask_about(const struct call *call, unsigned argument) {
  struct call about = *call;
  about.arguments[argument] = number_for_kernel((pid_t)call->arguments[argument]);
  return syscall_ask(&about);
}

/* To the kernel the highest priority is 40. */
static long ask_priority(const long *arguments, uint64_t pc, void *frame) {
  errno = 0;
  const int priority = (int)libc_call_for("getpriority", arguments, pc, frame);
  return priority == -1 && errno ? -1 : 20 - priority;
}

/* Those that libc has a function for which takes the same arguments and returns the same. What it
 * returns is an int for some. */
static const struct function {
  long number;
  const char *name;
  bool is_wide;
} functions[] = {
    {SYS_openat, "openat", false},
    {SYS_close, "close", false},
    {SYS_read, "read", true},
    {SYS_write, "write", true},
    {SYS_readv, "readv", true},
    {SYS_writev, "writev", true},
    {SYS_pread64, "pread64", true},
    {SYS_pwrite64, "pwrite64", true},
    {SYS_lseek, "lseek", true},
    {SYS_fsync, "fsync", false},
    {SYS_ftruncate, "ftruncate", false},
    {SYS_dup, "dup", false},
    {SYS_dup3, "dup3", false},
    {SYS_pipe2, "pipe2", false},
    {SYS_eventfd2, "eventfd", false},
    {SYS_epoll_create1, "epoll_create1", false},
    {SYS_memfd_create, "memfd_create", false},
    {SYS_statx, "statx", false},
    {SYS_uname, "uname", false},
    {SYS_mmap, "mmap", true},
    {SYS_munmap, "munmap", false},
    {SYS_mprotect, "mprotect", false},
    {SYS_madvise, "madvise", false},
    {SYS_fcntl, "fcntl", false},
    {SYS_prlimit64, "prlimit64", false},
    {SYS_setpriority, "setpriority", false},
    {SYS_sched_getscheduler, "sched_getscheduler", false},
    {SYS_sched_getparam, "sched_getparam", false},
    {SYS_sched_rr_get_interval, "sched_rr_get_interval", false},
    {SYS_getpgid, "getpgid", false},
    {SYS_setpgid, "setpgid", false},
    {SYS_getsid, "getsid", false},
    {SYS_setsid, "setsid", false},
    {SYS_wait4, "wait4", false},
    {SYS_process_vm_readv, "process_vm_readv", true},
    {SYS_process_vm_writev, "process_vm_writev", true},
    {SYS_fstat, "fstat", false},
    {SYS_newfstatat, "fstatat", false},
    {SYS_readlinkat, "readlinkat", true},
    {SYS_mkdirat, "mkdirat", false},
    {SYS_unlinkat, "unlinkat", false},
    {SYS_renameat2, "renameat2", false},
    {SYS_truncate, "truncate", false},
    {SYS_fdatasync, "fdatasync", false},
    {SYS_flock, "flock", false},
    {SYS_chdir, "chdir", false},
    {SYS_getrusage, "getrusage", false},
    {SYS_sysinfo, "sysinfo", false},
#ifdef SYS_open
    {SYS_open, "open", false},
    {SYS_pipe, "pipe", false},
    {SYS_dup2, "dup2", false},
    {SYS_unlink, "unlink", false},
    {SYS_mkdir, "mkdir", false},
    {SYS_rename, "rename", false},
    {SYS_access, "access", false},
    {SYS_stat, "stat", false},
    {SYS_lstat, "lstat", false},
    {SYS_readlink, "readlink", true},
    {SYS_rmdir, "rmdir", false},
#endif
};

static const struct function *function_of(long number) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (functions[i].number == number)
      return &functions[i];
  return NULL;
}

/* What says where and when the kernel's threads run: coroutines do not care. */
static bool is_about_kernel_threads(long number) {
  return number == SYS_sched_setaffinity || number == SYS_sched_setattr ||
         number == SYS_sched_setscheduler || number == SYS_sched_setparam ||
         number == SYS_ioprio_set || number == SYS_set_robust_list;
}

/* Waiting for descriptors, for which the runtime has functions. */
static bool waits_for_descriptors(const struct call *call, long *result) {
  const long *arguments = call->arguments;
  const int number = (int)arguments[0];
  switch (call->number) {
#ifdef SYS_poll
  case SYS_poll:
    *result = poll((struct pollfd *)arguments[0], (nfds_t)arguments[1], (int)arguments[2]);
    return true;
  case SYS_epoll_wait:
    *result = epoll_wait(number, (struct epoll_event *)arguments[1], (int)arguments[2],
                         (int)arguments[3]);
    return true;
#endif
  case SYS_epoll_ctl:
    *result =
        epoll_ctl(number, (int)arguments[1], (int)arguments[2], (struct epoll_event *)arguments[3]);
    return true;
  case SYS_epoll_pwait:
    *result = epoll_pwait(number, (struct epoll_event *)arguments[1], (int)arguments[2],
                          (int)arguments[3], (const sigset_t *)arguments[4]);
    return true;
  }
  return false;
}

/* The kernel says how long the name is. */
static long ask_directory(const long *arguments, uint64_t pc, void *frame) {
  const char *const name = (const char *)libc_call_for("getcwd", arguments, pc, frame);
  return name ? (long)strlen(name) + 1 : -1;
}

static long other(const struct call *call, uint64_t pc, void *frame) {
  const long *arguments = call->arguments;
  long result;
  if (waits_for_descriptors(call, &result))
    return result;
  switch (call->number) {
  case SYS_getcwd:
    return ask_directory(arguments, pc, frame);
  case SYS_set_tid_address:
  case SYS_gettid:
    return gettid();
  case SYS_getpid:
    return getpid();
  case SYS_getppid:
    return getppid();
  case SYS_getuid:
  case SYS_geteuid:
  case SYS_getgid:
  case SYS_getegid:
  case SYS_sched_get_priority_max:
  case SYS_sched_get_priority_min:
    return syscall_ask(call);
  case SYS_ioprio_get:
    return syscall_ask_about(call, 1);
  case SYS_getpriority:
    return ask_priority(arguments, pc, frame);
  case SYS_sched_getattr:
  case SYS_sched_getaffinity: {
    const bool attributes = call->number == SYS_sched_getattr;
    const uint64_t size = (uint64_t)arguments[attributes ? 2 : 1];
    plain_access((uintptr_t)arguments[attributes ? 1 : 2], size, true, pc, frame);
    return syscall_ask_about(call, 0);
  }
  case SYS_nanosleep:
    return nanosleep((const struct timespec *)arguments[0], (struct timespec *)arguments[1]);
  case SYS_clock_nanosleep:
    return result_of(clock_nanosleep((clockid_t)arguments[0], (int)arguments[1],
                                     (const struct timespec *)arguments[2],
                                     (struct timespec *)arguments[3]));
  case SYS_gettimeofday:
    return gettimeofday((struct timeval *)arguments[0], NULL);
  case SYS_kill:
    return kill((pid_t)arguments[0], (int)arguments[1]);
  case SYS_tgkill:
    return tgkill((pid_t)arguments[0], (pid_t)arguments[1], (int)arguments[2]);
  case SYS_tkill:
    return tgkill(getpid(), (pid_t)arguments[0], (int)arguments[1]);
  case SYS_exit_group:
    _exit((int)arguments[0]);
  case SYS_sched_yield:
    return sched_yield();
  case SYS_membarrier:
    return 0;
  case SYS_getcpu:
    if (arguments[0])
      *(unsigned *)arguments[0] = 0;
    if (arguments[1])
      *(unsigned *)arguments[1] = 0;
    return 0;
  case SYS_getrandom:
    return getrandom((void *)arguments[0], (size_t)arguments[1], (unsigned)arguments[2]);
  case SYS_clock_gettime:
    return clock_gettime((clockid_t)arguments[0], (struct timespec *)arguments[1]);
  }
  const struct function *const function = function_of(call->number);
  if (function) {
    result = libc_call_for(function->name, arguments, pc, frame);
    return function->is_wide ? result : (int)result;
  }
  if (is_about_kernel_threads(call->number))
    return 0;
  const char *name = syscall_name(call->number);
  fail(ERROR_UNSUPPORTED, pc, frame, "the system call %s%s(number %ld) is not supported",
       name ? name : "", name ? " " : "", call->number);
}

EXPORT long syscall(long number, ...) {
  struct call call = {.number = number};
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++)
    call.arguments[i] = va_arg(list, long);
  va_end(list);
  const long *arguments = call.arguments;
  if (!rt.current)
    return REAL(syscall)(number, arguments[0], arguments[1], arguments[2], arguments[3],
                         arguments[4], arguments[5]);
  return number == SYS_futex ? answer_futex(&call, CALLER, FRAME) : other(&call, CALLER, FRAME);
}
