/*
 * The processor's counter. The kernel is asked to turn an instruction that reads it (rdtsc, rdtscp)
 * into a signal, and the program gets the time of its thread instead: the same in every execution.
 */
#ifndef RAVEL_RUNTIME_TIME_STAMP_H
#define RAVEL_RUNTIME_TIME_STAMP_H

#include <stdbool.h>
#include <ucontext.h>

void time_stamp_init(void);

/* From here on crash.c gets the signal, and the program finds its own disposition. */
void time_stamp_constructors_end(void);

/* The signal came from such an instruction, which has its answer now: the code behind it goes on.
 */
bool time_stamp_answer(ucontext_t *context);

#endif
