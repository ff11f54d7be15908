/*
 * Livelocks, after a search with --stateful that has left out void iterations: another one explores
 * these, too, and looks for fair cycles among all states (core/state_graph.h). There are more
 * states then, and no reduction, so it gets a limited time.
 */
#ifndef RAVEL_CLI_LIVELOCKS_H
#define RAVEL_CLI_LIVELOCKS_H

#include "cli/check.h"

/* The search has found nothing. False: there may be livelocks all the same. */
bool livelocks_look(struct check *check, const struct memory *search);

#endif
