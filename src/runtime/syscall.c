/*
 * System calls that a program makes by number, through syscall(): futexes, and a few that are
 * harmless or have a function that stands in for them. And who a thread is to the system.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "ravel.h"
#include "runtime/error.h"
#include "runtime/futex.h"
#include "runtime/real.h"
#include "runtime/symmetry.h"
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

static long futex(const struct call *call, uint64_t pc, void *frame) {
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

/* --- the others ----------------------------------------------------------------------------------
 */

/* Questions with the same answer in every process, and for every thread. */
static long syscall_ask(const struct call *call) {
  const long *arguments = call->arguments;
  return REAL(syscall)(call->number, arguments[0], arguments[1], arguments[2], arguments[3],
                       arguments[4], arguments[5]);
}

static long other(const struct call *call, uint64_t pc, void *frame) {
  const long *arguments = call->arguments;
  switch (call->number) {
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
  return number == SYS_futex ? futex(&call, CALLER, FRAME) : other(&call, CALLER, FRAME);
}

/* The same in every process that the program is run in. */
enum { PROCESS = 1000 };

EXPORT pid_t getpid(void) {
  return rt.current ? PROCESS : REAL(getpid)();
}

EXPORT pid_t getppid(void) {
  return rt.current ? PROCESS - 1 : REAL(getppid)();
}

EXPORT pid_t gettid(void) {
  if (!rt.current)
    return REAL(gettid)();
  symmetry_told_apart(rt.current, "one asks for its number");
  return (pid_t)(PROCESS + rt.current->tid);
}
