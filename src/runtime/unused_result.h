/*
 * Whether the program uses what a call returns. Known from the instructions after the call: the
 * register of the result is overwritten before anything reads it. liveness_ignores_result() knows
 * more, and asks this first.
 */
#ifndef RAVEL_RUNTIME_UNUSED_RESULT_H
#define RAVEL_RUNTIME_UNUSED_RESULT_H

#include <stdbool.h>
#include <stdint.h>

/* `pc` is where the call returns to. False: it is used, or that is not known. */
bool result_is_unused(uint64_t pc);

#endif
