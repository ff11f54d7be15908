/*
 * A thread that ends from within: pthread_exit, and being cancelled. Its frames are left one by one
 * from the inside out. In C++, and in C with -fexceptions, libgcc's forced unwinding does that, and
 * destructors and catch clauses run. Cleanup handlers of plain C have registered a place to jump
 * to, which runs them and comes back here.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <string.h>
#include <unwind.h>

#include "runtime/cancel.h"
#include "runtime/error.h"
#include "runtime/real.h"
#include "runtime/thread.h"

/* Handlers of one thread are linked through the bytes that libc leaves to itself. */
typedef __pthread_unwind_buf_t handler;

static handler *next_of(const handler *at) {
  return at->__pad[0];
}

static void push(handler *at) {
  at->__pad[0] = rt.current->handlers;
  rt.current->handlers = at;
}

static void pop(const handler *at) {
  rt.current->handlers = next_of(at);
}

/* What the handler's call of sigsetjmp saved begins like any other jmp_buf. */
static _Noreturn void run_innermost(void) {
  const handler *at = rt.current->handlers;
  jmp_buf saved = {{.__mask_was_saved = 0}};
  pop(at);
  memcpy(saved, at->__cancel_jmp_buf, sizeof at->__cancel_jmp_buf);
  longjmp(saved, 1);
}

static _Noreturn void run_handlers_and_end(void) {
  if (rt.current->handlers)
    run_innermost();
  thread_end(rt.current->result);
}

/* --- forced unwinding ----------------------------------------------------------------------------
 */

typedef _Unwind_Reason_Code personality(int, _Unwind_Action, _Unwind_Exception_Class,
                                        struct _Unwind_Exception *, struct _Unwind_Context *);

/* Where nothing needs them, libgcc is not there. */
static __typeof__(&_Unwind_ForcedUnwind) force;
static __typeof__(&_Unwind_GetCFA) stack_pointer_of;
static __typeof__(&_Unwind_Resume) resume_unwinding;
static personality *personality_of_c;

#define FIND(function, name) (function = (__typeof__(function))dlsym(RTLD_DEFAULT, name))

void unwind_init(void) {
  FIND(force, "_Unwind_ForcedUnwind");
  FIND(stack_pointer_of, "_Unwind_GetCFA");
  FIND(resume_unwinding, "_Unwind_Resume");
  FIND(personality_of_c, "__gcc_personality_v0");
  dlerror(); /* libc lets go of the message */
}

/* Code of the runtime that is left by unwinding (-fexceptions) calls these; whoever unwinds has
 * loaded the real ones. */

personality __gcc_personality_v0;
_Unwind_Reason_Code __gcc_personality_v0(int version, _Unwind_Action actions,
                                         _Unwind_Exception_Class class,
                                         struct _Unwind_Exception *thrown,
                                         struct _Unwind_Context *context) {
  return personality_of_c ? personality_of_c(version, actions, class, thrown, context)
                          : _URC_CONTINUE_UNWIND;
}

__asm__(".hidden _Unwind_Resume");
void _Unwind_Resume(struct _Unwind_Exception *thrown) {
  resume_unwinding(thrown);
  __builtin_trap();
}

/* Before a frame is left: has the one of the innermost handler been left already? */
static _Unwind_Reason_Code leave_frame(int version, _Unwind_Action actions,
                                       _Unwind_Exception_Class class,
                                       struct _Unwind_Exception *exception,
                                       struct _Unwind_Context *context, void *unused) {
  (void)version, (void)class, (void)exception, (void)unused;
  if (actions & _UA_END_OF_STACK)
    run_handlers_and_end();
  const handler *innermost = rt.current->handlers;
  if (innermost && (uintptr_t)innermost < stack_pointer_of(context))
    run_innermost();
  return _URC_NO_REASON;
}

/* Somebody has caught it for good. */
static void is_caught(_Unwind_Reason_Code reason, struct _Unwind_Exception *exception) {
  (void)reason, (void)exception;
  fail(ERROR_ABORT, rt.current->pc, FRAME,
       "a catch (...) clause does not rethrow what pthread_exit or a cancellation unwinds with");
}

/* The same for every thread: it is never written to but with the same values. */
static struct _Unwind_Exception exception = {.exception_cleanup = is_caught};

static _Noreturn void unwind(void) {
  if (force)
    force(&exception, leave_frame, NULL); /* returns when a frame can't be unwound */
  run_handlers_and_end();
}

_Noreturn void thread_exit(void *result) {
  rt.current->result = result;
  rt.current->cancellation.disabled = true;
  rt.current->cancellation.asynchronous = false;
  unwind();
}

/* --- what the program calls ----------------------------------------------------------------------
 */

EXPORT _Noreturn void pthread_exit(void *result) {
  if (!rt.current)
    REAL(pthread_exit)(result);
  thread_exit(result);
}

/* These are called by the macro pthread_cleanup_push. */

EXPORT void __pthread_register_cancel(handler *at) {
  if (rt.current)
    push(at);
  else
    REAL(__pthread_register_cancel)(at);
}

EXPORT void __pthread_unregister_cancel(handler *at) {
  if (rt.current)
    pop(at);
  else
    REAL(__pthread_unregister_cancel)(at);
}

EXPORT _Noreturn void __pthread_unwind_next(handler *at) {
  if (!rt.current)
    REAL(__pthread_unwind_next)(at);
  unwind();
}

/* And by pthread_cleanup_push_defer_np. */

void __pthread_register_cancel_defer(handler *at);
EXPORT void __pthread_register_cancel_defer(handler *at) {
  if (!rt.current) {
    REAL(__pthread_register_cancel_defer)(at);
    return;
  }
  push(at);
  at->__pad[1] = (void *)(uintptr_t)rt.current->cancellation.asynchronous;
  rt.current->cancellation.asynchronous = false;
}

void __pthread_unregister_cancel_restore(handler *at);
EXPORT void __pthread_unregister_cancel_restore(handler *at) {
  if (!rt.current) {
    REAL(__pthread_unregister_cancel_restore)(at);
    return;
  }
  pop(at);
  rt.current->cancellation.asynchronous = at->__pad[1];
}
