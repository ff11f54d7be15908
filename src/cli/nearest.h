/* What a mistyped name was probably meant to be. */
#ifndef RAVEL_CLI_NEAREST_H
#define RAVEL_CLI_NEAREST_H

#include <stdint.h>

/* The nearest of `n` names (name(i) for each), or NULL when none is near. */
const char *nearest_name(const char *word, const char *(*name)(uint32_t), uint32_t n);

#endif
