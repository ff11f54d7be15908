/* What test programs call: see hooks.c. `interfere` is called before every atomic operation, with
 * its number from 0. */
#ifndef RAVEL_TEST_LIVENESS_HOOKS_H
#define RAVEL_TEST_LIVENESS_HOOKS_H

#ifdef __cplusplus
extern "C" {
#endif

void rounds_begin(const char *name, void (*interfere)(unsigned operation));
void rounds_end(void);

#ifdef __cplusplus
}
#endif

#endif
