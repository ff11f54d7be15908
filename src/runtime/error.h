/*
 * Reporting an error, and stopping there.
 */
#ifndef RAVEL_RUNTIME_ERROR_H
#define RAVEL_RUNTIME_ERROR_H

#include "runtime/runtime.h"

/* Notes an error of the current execution. `frame` is the frame address the stack is read from. */
struct shared_error *error_report(enum error_kind kind, rv_tid thread, uint64_t pc, void *frame,
                                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* To be called before error_report(): what the error is about, beside its kind, place and message.
 * With --suppress errors that differ in it are different ones. */
void error_about(const uint64_t *words, size_t n);

/* The current thread can't go on: stops it for good. */
_Noreturn void error_stop(void);

/* error_report() for the current thread, then error_stop(). */
_Noreturn void fail(enum error_kind kind, uint64_t pc, void *frame, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A planned step can't be made: its thread did something else before than it did once. */
void error_has_ended(rv_tid thread, uint64_t pc);

/* Says how a replayed step differs: what it did then, and what it does now (NULL: nothing). */
void error_diverged(const struct rv_replay *then, const struct rv_op *now, uint64_t value,
                    uint64_t pc);

_Noreturn void unsupported(const char *what, uint64_t pc, void *frame);

/* The innermost call from the program into a library, which keeps no frame pointers: the first
 * thing on the stack above `sp` that looks like its return address, or 0. */
uint64_t program_caller(const struct thread *thread, uint64_t sp);
/* The innermost function of the module that `function` is in. */
uint64_t module_caller(const struct thread *thread, uint64_t sp, uint64_t function);

uint32_t stack_frames(const struct thread *thread, uint64_t pc, void *frame, uint64_t *frames,
                      uint32_t n);

#endif
