/*
 * Names of threads, as other threads can ask for them. A new thread has that of its parent, and the
 * first one that of the program.
 */
#define _GNU_SOURCE
#include "runtime/thread_names.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/error.h"
#include "runtime/handle.h"
#include "runtime/real.h"
#include "runtime/state.h"

enum { NAME_SIZE = 16 }; /* with the terminator, as the kernel has it */
_Static_assert((int)NAME_SIZE <= (int)THREAD_NAME, "reports show the whole name");

static char names[SHARED_MAX_THREADS][NAME_SIZE];
static bool some; /* a name has been given in this execution: others are not in `names` */

void thread_names_begin(rv_tid tid, rv_tid parent) {
  if (some)
    memcpy(names[tid], names[parent], NAME_SIZE);
}

void thread_names_get(rv_tid tid, char name[THREAD_NAME]) {
  strncpy(name, some ? names[tid] : program_invocation_short_name, NAME_SIZE - 1);
}

void thread_names_reset(void) {
  some = false;
}

void thread_names_pieces(void) {
  if (!some)
    return;
  checkpoint_piece(&some, sizeof some);
  checkpoint_piece(names, rt.high * sizeof *names);
}

static void begin_to_name(void) {
  for (rv_tid tid = 0; tid < rt.high && !some; tid++)
    strncpy(names[tid], program_invocation_short_name, NAME_SIZE - 1);
  some = true;
}

static void set(rv_tid tid, const char *name, size_t length, uint64_t pc) {
  state_access(state_place(STATE_THREAD_NAME, tid), RV_READ | RV_WRITE, pc);
  begin_to_name();
  memset(names[tid], 0, NAME_SIZE);
  memcpy(names[tid], name, length);
  strcpy(rt.shared->threads[tid].name, names[tid]);
}

static const char *get(rv_tid tid, uint64_t pc) {
  state_access(state_place(STATE_THREAD_NAME, tid), RV_READ, pc);
  begin_to_name();
  return names[tid];
}

EXPORT int pthread_setname_np(pthread_t handle, const char *name) {
  if (!rt.current)
    return REAL(pthread_setname_np)(handle, name);
  const struct thread *thread = thread_of(handle, "naming", CALLER, FRAME);
  const size_t length = strlen(name);
  plain_access((uintptr_t)name, length + 1, false, CALLER, FRAME);
  if (length >= NAME_SIZE)
    return ERANGE;
  set(thread->tid, name, length, CALLER);
  return 0;
}

EXPORT int pthread_getname_np(pthread_t handle, char *name, size_t size) {
  if (!rt.current)
    return REAL(pthread_getname_np)(handle, name, size);
  const struct thread *thread = thread_of(handle, "name", CALLER, FRAME);
  const char *given = get(thread->tid, CALLER);
  if (strlen(given) >= size)
    return ERANGE;
  plain_access((uintptr_t)name, strlen(given) + 1, true, CALLER, FRAME);
  strcpy(name, given);
  return 0;
}

/* What else can be asked for concerns the process, which is not the program's own. */
EXPORT int prctl(int option, ...) {
  unsigned long arguments[4];
  va_list list;
  va_start(list, option);
  for (int i = 0; i < 4; i++)
    arguments[i] = va_arg(list, unsigned long);
  va_end(list);
  if (!rt.current)
    return REAL(prctl)(option, arguments[0], arguments[1], arguments[2], arguments[3]);
  char *const name = (char *)arguments[0];
  const rv_tid self = rt.current->tid;
  if (option == PR_SET_NAME) {
    const size_t length = strnlen(name, NAME_SIZE);
    plain_access((uintptr_t)name, length < NAME_SIZE ? length + 1 : length, false, CALLER, FRAME);
    set(self, name, length < NAME_SIZE ? length : NAME_SIZE - 1, CALLER);
    return 0;
  }
  if (option == PR_GET_NAME) {
    const char *given = get(self, CALLER);
    plain_access((uintptr_t)name, NAME_SIZE, true, CALLER, FRAME);
    memcpy(name, given, NAME_SIZE);
    return 0;
  }
  fail(ERROR_UNSUPPORTED, CALLER, FRAME, "prctl(%d, ...) is not supported", option);
}
