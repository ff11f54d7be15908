/* A process of ours that works beside the command, and never outlives it. */
#ifndef RAVEL_CLI_BESIDE_H
#define RAVEL_CLI_BESIDE_H

#include <sys/types.h>

/* As fork(); complains and returns -1 where there can be none. Interrupts are for the command,
 * which says when to stop; what goes wrong is told by it, too. */
pid_t beside_start(void);

#endif
