/*
 * Threads of the program: coroutines with stacks of their own.
 */
#ifndef RAVEL_RUNTIME_THREAD_H
#define RAVEL_RUNTIME_THREAD_H

#include "runtime/runtime.h"

struct thread *thread_create(struct thread *parent, void *(*start)(void *), void *argument,
                             size_t stack_size, uint64_t pc);
struct thread *thread_main(void *(*start)(void *)); /* the initial thread, ready to run */
_Noreturn void thread_end(void *result);
_Noreturn void thread_vanish(void); /* of which nobody knows: it ends, and nothing happens */
/* Waits for the end of a thread, or does not return: the current thread has been cancelled. In
 * parts, with switch_away() between them. */
void thread_wait_begins(struct thread *target, uint64_t pc);
void thread_wait_ends(struct thread *target, uint64_t pc);
/* Whether it has ended; then it is joined. */
bool thread_try_wait(struct thread *target, bool timed, uint64_t pc, void *entry);
void threads_reset(void);
void threads_pieces(void); /* for checkpoints, like all that are named so */
void threads_compared_pieces(void);
void threads_checked_pieces(void);
void threads_before_back(void);
void threads_after_back(void);
bool in_stack_of(const struct thread *thread, uint64_t addr);

/* The owner of thread-private memory (a stack or thread-local data), or RV_NO_THREAD. */
rv_tid stack_owner(uint64_t addr);

/* Whether the numbers of steps belong to the state when states are compared, and what is known of
 * loops. */
void threads_count_steps(bool count);

/* It waits for the end of another one, and can do nothing else. */
bool thread_waits_for_end(const struct thread *thread);

#endif
