#define _GNU_SOURCE
#include "runtime/process_numbers.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/file_locks.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/symmetry.h"

enum { PROCESS = 1000, PARENT = PROCESS - 1 }; /* the first thread has the number of the process */

EXPORT pid_t getpid(void) {
  return rt.current ? PROCESS : REAL(getpid)();
}

EXPORT pid_t getppid(void) {
  return rt.current ? PARENT : REAL(getppid)();
}

EXPORT pid_t gettid(void) {
  if (!rt.current)
    return REAL(gettid)();
  symmetry_told_apart(rt.current, "one asks for its number");
  return (pid_t)(PROCESS + rt.current->tid);
}

/* --- one number ----------------------------------------------------------------------------------
 */

bool number_is_own(pid_t number) {
  return number >= PROCESS && (rv_tid)(number - PROCESS) < rt.high;
}

pid_t number_for_kernel(pid_t number) {
  if (number < -1 && number != INT_MIN)
    return -number_for_kernel(-number);
  return number_is_own(number) ? REAL(getpid)() : number == PARENT ? REAL(getppid)() : number;
}

pid_t number_for_program(pid_t number) {
  if (number < -1 && number != INT_MIN)
    return -number_for_program(-number);
  return number == REAL(getpid)() ? PROCESS : number == REAL(getppid)() ? PARENT : number;
}

/* --- calls ---------------------------------------------------------------------------------------
 */

void numbers_in_arguments(const struct libc_function *row, struct libc_call *call) {
  for (unsigned i = 0; row->numbers >> i; i++)
    if (row->numbers >> i & 1)
      call->integer[i] = (uint64_t)number_for_kernel((pid_t)call->integer[i]);
}

void number_is_returned(struct libc_call *call) {
  if ((pid_t)call->result[0] > 0)
    call->result[0] = (uint64_t)number_for_program((pid_t)call->result[0]);
}

int fcntl_with_numbers(int descriptor, int command, uint64_t argument) {
  struct f_owner_ex *const owner = (struct f_owner_ex *)argument;
  int locked;
  if (rt.current && file_lock_fcntl(descriptor, command, (struct flock *)argument, &locked))
    return locked;
  if (command == F_SETOWN_EX) {
    struct f_owner_ex known = {owner->type, number_for_kernel(owner->pid)};
    return REAL(fcntl)(descriptor, command, &known);
  }
  if (command == F_SETOWN)
    argument = (uint64_t)number_for_kernel((pid_t)argument);
  const int result = REAL(fcntl)(descriptor, command, argument);
  if (command == F_GETOWN_EX && result == 0)
    owner->pid = number_for_program(owner->pid);
  return command == F_GETOWN ? number_for_program(result) : result;
}

/* --- names below /proc ---------------------------------------------------------------------------
 */

static bool is_for_kernel(pid_t number) {
  return number == REAL(getpid)();
}

/* If the path goes on with a number of ours: what follows it. Else NULL. */
static const char *after_number(const char *path, bool (*is_ours)(pid_t)) {
  char *end;
  if (*path < '1' || *path > '9')
    return NULL;
  const long number = strtol(path, &end, 10);
  return is_ours((pid_t)number) && (*end == '/' || *end == 0) ? end : NULL;
}

/* The same path with `number` in place of ours. False: there is none. */
static bool translate(const char *path, bool (*is_ours)(pid_t), pid_t number, char to[PATH_MAX]) {
  static const char top[] = "/proc/", self[] = "self/", tasks[] = "/task/";
  if (strncmp(path, top, strlen(top)) != 0)
    return false;
  path += strlen(top);
  const char *const task = strncmp(path, self, strlen(self)) == 0 ? path + strlen(self) - 1
                                                                  : after_number(path, is_ours);
  if (!task)
    return false;
  const char *const rest =
      strncmp(task, tasks, strlen(tasks)) == 0 ? after_number(task + strlen(tasks), is_ours) : NULL;
  if (rest)
    snprintf(to, PATH_MAX, "/proc/%d/task/%d%s", number, number, rest);
  else
    snprintf(to, PATH_MAX, "/proc/%d%s", number, task);
  return true;
}

const char *path_for_program(const char *path, char to[PATH_MAX]) {
  return translate(path, is_for_kernel, PROCESS, to) ? to : path;
}

void numbers_in_path(const struct file_call *function, struct libc_call *call) {
  static char translated[PATH_MAX]; /* the call is about to be made: nothing comes in between */
  const char *const path = (const char *)call->integer[function->path];
  if (file_call_is_by_name(function) && path &&
      translate(path, number_is_own, REAL(getpid)(), translated))
    call->integer[function->path] = (uintptr_t)translated;
}
