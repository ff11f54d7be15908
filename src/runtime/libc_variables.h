/*
 * Variables of libc that programs know by name and that its functions set: `environ`, `optind`,
 * `timezone` and their like. The calls are ordered among each other (state.h), but the program's
 * own accesses to such a variable are plain: one that nothing orders with a call that sets it is a
 * data race.
 */
#ifndef RAVEL_RUNTIME_LIBC_VARIABLES_H
#define RAVEL_RUNTIME_LIBC_VARIABLES_H

#include <stdint.h>

enum libc_variables {
  VARIABLES_ENVIRONMENT,
  VARIABLES_OPTIONS,
  VARIABLES_TIME_ZONE,
  VARIABLES_SIGN
};

/* The program knows a variable of this name. */
void libc_variables_note(const char *name);

/* The call that is under way sets them. */
void libc_variables_set(enum libc_variables which, uint64_t pc, void *frame);

#endif
