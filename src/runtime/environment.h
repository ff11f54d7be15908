/* The environment of the program: setenv() and its kind. */
#ifndef RAVEL_RUNTIME_ENVIRONMENT_H
#define RAVEL_RUNTIME_ENVIRONMENT_H

#include <stdbool.h>

/* `exposed`: the program knows the variable `environ`, and may change what it leads to. */
void environment_init(char **given, bool exposed);
void environment_reset(void);
void environment_pieces(void);

#endif
