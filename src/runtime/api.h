/*
 * What a program asks of Ravel by its own functions (ravel.h).
 */
#ifndef RAVEL_RUNTIME_API_H
#define RAVEL_RUNTIME_API_H

#include <stdint.h>

/* A value below `n`; every one is explored. */
uint32_t choose(uint32_t n, uint64_t pc);

/* For ravel_actor.h: a task waits in ravel_get() that must not. */
void ravel_runtime_get_refused(void);

#endif
