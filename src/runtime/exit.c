/*
 * How a program ends: exit and its handlers, abort, failed assertions.
 *
 * When a thread calls exit, the others run on until they end or block: exit could have come as
 * late as that. Then its handlers run, one after the other, with nothing else going on.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/atomic_block.h"
#include "runtime/checkpoint.h"
#include "runtime/exception.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

/* --- handlers ------------------------------------------------------------------------------------
 */

enum { MAX_HANDLERS = 4096 };

struct handler {
  void (*function)(void *);
  void *argument;
  bool takes_status; /* registered with on_exit: function(status, argument) */
};

static struct {
  struct handler list[MAX_HANDLERS];
  uint32_t n;
  uint32_t initial; /* those that constructors registered: they stay for every execution */
} handlers;

void exit_snapshot(void) {
  handlers.initial = handlers.n;
}

void exit_reset(void) {
  handlers.n = handlers.initial;
}

void exit_pieces(void) {
  checkpoint_piece(&handlers.n, sizeof handlers.n);
  checkpoint_piece(handlers.list, handlers.n * sizeof *handlers.list);
}

bool exit_handlers_exist(void) {
  return handlers.n > 0;
}

static int add_handler(struct handler handler) {
  if (handlers.n == MAX_HANDLERS)
    return -1;
  handlers.list[handlers.n++] = handler;
  return 0;
}

static void run_handlers(void) {
  while (handlers.n > 0) {
    struct handler handler = handlers.list[--handlers.n];
    if (handler.takes_status)
      ((void (*)(int, void *))(void *)handler.function)(rt.exit_status, handler.argument);
    else
      handler.function(handler.argument);
  }
}

static void *run_handlers_in_thread(void *unused) {
  run_handlers();
  return unused;
}

/* In the thread that called exit, whose stack the handlers may refer to; or, when every thread
 * has ended, in the place of the first. */
void exit_handlers_run(void) {
  rt.solo = true;
  rt.plain = PLAIN_BOUNDED;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (rt.threads[tid].state == THREAD_EXITING) {
      resume(&rt.threads[tid]);
      return;
    }
  resume(thread_main(run_handlers_in_thread));
}

int __cxa_atexit(void (*function)(void *), void *argument, void *module);
EXPORT int __cxa_atexit(void (*function)(void *), void *argument, void *module) {
  if (!rt.worker || in_libc(CALLER))
    return REAL(__cxa_atexit)(function, argument, module);
  return add_handler((struct handler){function, argument, false});
}

EXPORT int on_exit(void (*function)(int, void *), void *argument) {
  if (!rt.worker)
    return REAL(on_exit)(function, argument);
  return add_handler((struct handler){(void (*)(void *))(void *)function, argument, true});
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

static _Noreturn void leave(int status, bool with_handlers, uint64_t pc) {
  not_spinning();
  if (rt.solo)
    stop_for_good(THREAD_ENDED); /* exit called by an exit handler */
  if (with_handlers)
    thread_cleanups_run();
  if (!rt.exiting) {
    rt.exiting = true;
    rt.exit_status = status;
    rt.exit_pc = in_runtime(pc) ? 0 : pc;
  }
  struct record *line = record(RECORD_EXIT, pc);
  if (line)
    line->value = (uint64_t)(int64_t)status;
  if (!with_handlers)
    handlers.n = 0;
  stop_in(THREAD_EXITING);
  run_handlers();
  stop_for_good(THREAD_EXITING);
}

EXPORT _Noreturn void exit(int status) {
  if (!rt.current)
    REAL(exit)(status);
  leave(status, true, CALLER);
}

EXPORT _Noreturn void _exit(int status) {
  if (!rt.current)
    REAL(_exit)(status);
  leave(status, false, CALLER);
}

EXPORT _Noreturn void _Exit(int status) {
  if (!rt.current)
    REAL(_exit)(status);
  leave(status, false, CALLER);
}

EXPORT _Noreturn void quick_exit(int status) {
  if (!rt.current)
    REAL(quick_exit)(status);
  leave(status, false, CALLER);
}

EXPORT _Noreturn void abort(void) {
  if (!rt.current)
    REAL(abort)();
  if (in_assumption(CALLER))
    cut_here();
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
