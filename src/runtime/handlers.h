/*
 * What runs when the program ends: the handlers of atexit, on_exit and at_quick_exit, destructors
 * of static objects of C++, and functions with the attribute `destructor`.
 */
#ifndef RAVEL_RUNTIME_HANDLERS_H
#define RAVEL_RUNTIME_HANDLERS_H

#include "runtime/runtime.h"

/* How a thread ends the program. */
enum ending {
  ENDING_BY_EXIT, /* handlers, then destructors */
  ENDING_QUICKLY, /* the handlers of at_quick_exit */
  ENDING_AT_ONCE, /* nothing */
};

/* The dynamic linker has run the constructors of libraries; those of the program come next. */
void handlers_of_libraries_end(void);

/* What has been registered by now belongs to every execution; `loads` says that the program may
 * load further modules, with destructors of their own. */
void handlers_snapshot(bool loads);
void handlers_reset(void);
void handlers_pieces(void);

/* The current thread is the first to end the program, in this way. */
void handlers_begin(enum ending ending);
enum ending handlers_ending(void);

/* Is there anything to run? */
bool handlers_exist(void);

/* The same; but not if the program ends when all threads have (ravel_runtime_at_end()). */
bool handlers_may_run_beside_threads(void);

/* Runs what is left to run. */
void handlers_run(void);

#endif
