/*
 * From the driver to a thread and back.
 */
#ifndef RAVEL_RUNTIME_RESUME_H
#define RAVEL_RUNTIME_RESUME_H

#include "runtime/datarace.h"
#include "runtime/runtime.h"
#include "runtime/tls.h"

/* Runs a thread until it stops. In its caller: see ordered_access(). */
static inline void resume(struct thread *thread) {
  rt.current = thread;
  tls_set(thread->tls);
  switch_stack(&rt.driver_sp, thread->sp);
  rt.current = NULL;
  datarace_take_in();
}

#endif
