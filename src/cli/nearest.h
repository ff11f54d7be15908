/* What a mistyped name was probably meant to be. */
#ifndef RAVEL_CLI_NEAREST_H
#define RAVEL_CLI_NEAREST_H

#include <stdint.h>

/* The nearest of `n` names, or NULL when none is near. One that begins with the word is nearer than
 * one with a typing error. */
const char *nearest_name(const char *word, const char *const *names, uint32_t n);

#endif
