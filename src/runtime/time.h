/*
 * Virtual clocks, one for each thread.
 */
#ifndef RAVEL_RUNTIME_TIME_H
#define RAVEL_RUNTIME_TIME_H

#include <time.h>

#include "runtime/runtime.h"

bool time_is_valid(const struct timespec *time);
bool time_has_come(clockid_t clock, const struct timespec *time);
int64_t time_until(clockid_t clock, const struct timespec *time); /* in nanoseconds */

/* When the first thread begins. */
uint64_t time_at_start(void);

/* What the processor's counter says to the program. */
uint64_t time_of_counter(void);

/* It is valid and has not come: a wait until then is one. */
bool time_is_ahead(clockid_t clock, const struct timespec *time);

/* The current thread yields: switching away from it here is no preemption. */
static inline void thread_rests(void) {
  rt.current->rested = rt.current->turns + 1;
}

/* A thread has gone round a loop so many times before, and looked at a clock. */
void time_flies(struct thread *thread, uint32_t turns);

/* The current thread's wait has timed out. Does not return if the thread has used up its time-outs:
 * the execution is cut there. */
void time_out(clockid_t clock, const struct timespec *time);
void time_out_after(const struct timespec *patience); /* so long from now on */

#endif
