/*
 * Steps that never end: loops without a visible operation. A step that takes long is executed one
 * instruction at a time for a while. If it comes back to the same registers and the same memory,
 * and nothing in between depends on the kernel, a clock or another thread, it never ends.
 *
 * The thread then stops there for good, and the others run on: one of them may end the program. If
 * none does, that is a nontermination.
 */
#ifndef RAVEL_RUNTIME_ENDLESS_STEP_H
#define RAVEL_RUNTIME_ENDLESS_STEP_H

#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

/* Of a signal that has interrupted the step: from where it goes on, it is executed one instruction
 * at a time. */
void endless_step_look(ucontext_t *context);

/* For SIGTRAP. False: it has nothing to do with this. */
bool endless_step_trap(const siginfo_t *info, ucontext_t *context);

/* Threads in endless steps: are there any? And, if so: no other thread can go on. */
bool endless_step_exists(void);
void endless_step_report(void);

#endif
