/*
 * The search as told to the system, for who draws it: executions that are explored, and branches
 * that are planned because of a conflict. Nothing is done where the system does not ask for it.
 */
#ifndef RAVEL_CORE_TELL_H
#define RAVEL_CORE_TELL_H

#include "core/exploration.h"

/* The execution on the stack has come to its end. */
void rv_tell_explored(struct rv_explorer *x);

/* A step of `thread` is to be explored from the state before e, so that e' may come before e. */
void rv_tell_step(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                  rv_tid thread);

/* The branch that begins with `new` has come into the wakeup tree of the state before e. */
void rv_tell_branch(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                    const struct rv_node *new);

#endif
