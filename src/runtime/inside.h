/*
 * Checks that a program asks for while it runs by itself: ravel_check() of ravel.h.
 *
 * The program runs as if there were no runtime. At the call it starts `ravel inside`, once, and
 * does what that asks for until the check is done: it forks workers (inside.c). A worker is the
 * program in the state at the call, and what it explores are the executions of the function
 * (inside_worker.c). So nothing of what the function does is left afterwards.
 */
#ifndef RAVEL_RUNTIME_INSIDE_H
#define RAVEL_RUNTIME_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

/* The program can ask for checks. */
bool inside_is_used(void);

/* Before any constructor of the program. Addresses must be the same in every process that runs it,
 * and all functions must be bound: where that is not so, the program starts again. */
void inside_start(char **argv);

/* The program's main, where it can ask for checks. */
int inside_main(int argc, char **argv, char **envp);

/* --- inside_worker.c ---------------------------------------------------------------------------
 */

struct inside_call {
  void (*function)(void *argument);
  void *argument;
  char *frame;     /* the stack from here on is the program's */
  uint32_t caller; /* the thread, as the kernel names it */
};

/* A child of the process at the call becomes a worker. `output`: where its output goes; -1:
 * nowhere. */
_Noreturn void inside_work(const struct inside_call *call, int memory, int output);

/* Keeps what an execution begins with, beside the segments of modules. */
void inside_snapshot(void);

/* Who has called, as the kernel names threads. */
uint32_t inside_caller(void);
uint64_t inside_function(void); /* the address of what is checked */

/* The first thread of an execution. */
_Noreturn void inside_call_function(void);

/* --- inside_files.c ----------------------------------------------------------------------------
 */

/* The worker gets copies of the files that the program has open; and before every execution they
 * are as they were. */
void inside_files_keep(void);
void inside_files_reset(void);

#endif
