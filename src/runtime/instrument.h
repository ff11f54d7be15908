/*
 * Calls that the compiler has put into the program.
 */
#ifndef RAVEL_RUNTIME_INSTRUMENT_H
#define RAVEL_RUNTIME_INSTRUMENT_H

#include <stdint.h>

extern uint64_t last_function_exit; /* where the program's code last returned from a function */

#endif
