/*
 * Limits of the system (ulimit) that are too small for Ravel. A worker takes much address space, of
 * which it touches little, and a file in memory of that size.
 */
#ifndef RAVEL_CLI_LIMITS_H
#define RAVEL_CLI_LIMITS_H

#include <stdbool.h>

/* Raises those limits that are too small and may be raised. False: one may not; it is named. */
bool limits_suffice(void);

#endif
