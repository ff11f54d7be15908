/* `ravel check --each-test`: every case of a test program is explored by itself. */
#ifndef RAVEL_CLI_EACH_TEST_H
#define RAVEL_CLI_EACH_TEST_H

#include "cli/check.h"

/* The check is begun, and its program is open. Returns the exit status. */
int each_test(struct check *check);

#endif
