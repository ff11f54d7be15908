/*
 * How a program ends: exit and its kind, abort, failed assertions.
 *
 * When a thread calls exit, the others run on until they end or block: exit could have come as
 * late as that. Then its handlers run, one after the other, with nothing else going on.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/atomic_block.h"
#include "runtime/attempt.h"
#include "runtime/coverage.h"
#include "runtime/cut.h"
#include "runtime/dead_memory.h"
#include "runtime/error.h"
#include "runtime/exception.h"
#include "runtime/exit.h"
#include "runtime/handlers.h"
#include "runtime/interrupt.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/restore.h"
#include "runtime/resume.h"
#include "runtime/spinloop.h"
#include "runtime/state.h"
#include "runtime/thread.h"

/* --- handlers ------------------------------------------------------------------------------------
 */

static void *run_handlers_in_thread(void *unused) {
  handlers_run();
  return unused;
}

/* Handlers run in the thread that called exit, since they may refer to its stack; if every thread
 * has ended, in place of the first. */
void exit_handlers_run(void) {
  rt.solo = true;
  rt.plain = PLAIN_BOUNDED;
  dead_memory_may_be_read(); /* nothing of what handlers read is followed */
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (rt.threads[tid].state == THREAD_EXITING) {
      resume(&rt.threads[tid]);
      return;
    }
  struct thread *first = thread_main(run_handlers_in_thread);
  first->await = NULL; /* it may have waited for ever (operation_of_main_waits()) */
  resume(first);
}

/* Destructors of thread_local objects; they run when their thread ends. */
struct cleanup {
  void (*function)(void *);
  void *object;
  struct cleanup *next;
};

int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *module);
EXPORT int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *module) {
  if (!rt.current)
    return REAL(__cxa_thread_atexit_impl)(function, object, module);
  struct cleanup *cleanup = malloc(sizeof *cleanup);
  if (!cleanup)
    return -1;
  *cleanup = (struct cleanup){function, object, rt.current->cleanups};
  rt.current->cleanups = cleanup;
  return 0;
}

void thread_cleanups_run(void) {
  struct thread *self = rt.current;
  while (self->cleanups) {
    struct cleanup *cleanup = self->cleanups;
    self->cleanups = cleanup->next;
    cleanup->function(cleanup->object);
    free(cleanup);
  }
}

/* --- the calls -----------------------------------------------------------------------------------
 */

/* For what is said of the exit status. */
static void note_exit(int status, uint64_t pc, void *frame) {
  rt.exit_status = status;
  rt.exit_thread = rt.current->tid;
  rt.exit_pc = pc;
  rt.exit_frame = frame;
}

/* The last steps of a thread that has ended and was not joined could also come after this. */
static bool others_may_run(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++) {
    const struct thread *thread = &rt.threads[tid];
    if (thread != rt.current && thread->state != THREAD_UNBORN && thread->state != THREAD_JOINING &&
        !thread->joined)
      return true;
  }
  return false;
}

/* Different ways to end the program: the first one decides. */
static void end_as(int status, enum ending ending, uint64_t pc, void *frame) {
  if (is_marked(state_place(STATE_END, 0)))
    state_access(state_place(STATE_END, 0), RV_READ | RV_WRITE, pc);
  if (rt.exiting) {
    if (status != rt.exit_status || ending != handlers_ending())
      mark(state_place(STATE_END, 0));
    return;
  }
  rt.exiting = true;
  attempt_program_ends(rt.current);
  note_exit(status, pc, frame);
  handlers_begin(ending);
  if (handlers_may_run_beside_threads() && others_may_run())
    not_covered_once("exit handlers and destructors while other threads run: they run last");
}

/* A handler ends the program once more: what is left of them runs, with the new status. */
static _Noreturn void leave_again(int status, enum ending ending, uint64_t pc, void *frame) {
  note_exit(status, pc, frame);
  if (ending != ENDING_BY_EXIT)
    handlers_begin(ending);
  handlers_run();
  stop_for_good(THREAD_ENDED);
}

static _Noreturn void exit_leave(int status, enum ending ending, uint64_t pc, void *frame) {
  not_spinning();
  interruption_last(false, pc);
  if (rt.solo)
    leave_again(status, ending, pc, frame);
  if (ending == ENDING_BY_EXIT)
    thread_cleanups_run();
  end_as(status, ending, pc, frame);
  struct record *line = record(RECORD_EXIT, pc);
  if (line)
    line->value = (uint64_t)(int64_t)status;
  stop_in(THREAD_EXITING);
  handlers_run();
  stop_for_good(THREAD_EXITING);
}

/* A check that ends the program it is part of. */
static void exit_is_allowed(int status, uint64_t pc, void *frame) {
  if (rt.inside)
    fail(ERROR_EXIT_STATUS, pc, frame, "the program ends in a check, with exit status %d", status);
}

EXPORT _Noreturn void exit(int status) {
  if (!rt.current)
    REAL(exit)(status);
  exit_is_allowed(status, CALLER, FRAME);
  exit_leave(status, ENDING_BY_EXIT, CALLER, FRAME);
}

_Noreturn void exit_from_main(int status, uint64_t pc) {
  exit_leave(status, ENDING_BY_EXIT, pc, NULL);
}

EXPORT _Noreturn void _exit(int status) {
  if (!rt.current)
    REAL(_exit)(status);
  exit_is_allowed(status, CALLER, FRAME);
  exit_leave(status, ENDING_AT_ONCE, CALLER, FRAME);
}

EXPORT _Noreturn void _Exit(int status) {
  if (!rt.current)
    REAL(_exit)(status);
  exit_is_allowed(status, CALLER, FRAME);
  exit_leave(status, ENDING_AT_ONCE, CALLER, FRAME);
}

EXPORT _Noreturn void quick_exit(int status) {
  if (!rt.current)
    REAL(quick_exit)(status);
  exit_is_allowed(status, CALLER, FRAME);
  exit_leave(status, ENDING_QUICKLY, CALLER, FRAME);
}

EXPORT _Noreturn void abort(void) {
  if (!rt.current)
    REAL(abort)();
  if (in_assumption(CALLER))
    cut_by_assumption(CALLER, FRAME);
  char text[SHARED_MESSAGE - 64];
  if (exception_describe(text, sizeof text)) {
    const uint64_t place = exception_place();
    fail(ERROR_ABORT, place ? place : CALLER, FRAME, "%s", text);
  }
  fail(ERROR_ABORT, CALLER, FRAME, "abort() was called%s",
       in_program(CALLER) || in_libc(CALLER)
           ? ""
           : " by a library: std::terminate() without an exception, as when a std::thread is "
             "destroyed that was not joined");
}

static _Noreturn void assertion(const char *expression, const char *file, unsigned line,
                                const char *function, uint64_t pc, void *frame) {
  struct shared_error *error =
      error_report(ERROR_ASSERTION, rt.current->tid, pc, frame, "assertion `%s' failed in %s",
                   expression, function ? function : "?");
  strncpy(error->file, file, sizeof error->file - 1);
  error->line = line;
  error_stop();
}

EXPORT _Noreturn void __assert_fail(const char *expression, const char *file, unsigned line,
                                    const char *function) {
  if (!rt.current)
    REAL(__assert_fail)(expression, file, line, function);
  assertion(expression, file, line, function, CALLER, FRAME);
}

EXPORT _Noreturn void __assert(const char *expression, const char *file, int line) {
  if (!rt.current)
    REAL(__assert)(expression, file, line);
  assertion(expression, file, (unsigned)line, NULL, CALLER, FRAME);
}

EXPORT _Noreturn void __assert_perror_fail(int number, const char *file, unsigned line,
                                           const char *function) {
  if (!rt.current)
    REAL(__assert_perror_fail)(number, file, line, function);
  assertion(strerror(number), file, line, function, CALLER, FRAME);
}
