/* The kernel's randomisation of addresses. A schedule found in one process is run again in another,
 * and names what is shared by address: addresses must be the same. */
#ifndef RAVEL_CLI_RANDOMISATION_H
#define RAVEL_CLI_RANDOMISATION_H

#include <stdbool.h>

/* Whether it can be turned off: a container may forbid that. A program that is linked to stay where
 * it is (-no-pie) does without. */
bool randomisation_can_be_off(void);

/* For this process and whatever program it becomes. */
void randomisation_turn_off(void);

#endif
