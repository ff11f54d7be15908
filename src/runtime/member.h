/*
 * A worker that is one of several on a search (protocol/member.h): it explores tasks instead of the
 * whole program, and hands out branches when others have nothing to do.
 */
#ifndef RAVEL_RUNTIME_MEMBER_H
#define RAVEL_RUNTIME_MEMBER_H

#include <stdbool.h>

#include "core/explorer.h"
#include "protocol/member.h"

/* A task to explore, unless there is one already. False: there is none, and the worker ends. */
bool member_take(struct rv_explorer *explorer);

/* After each call of rv_explorer_next(): what has come of it, to a member. RV_DONE: there is
 * nothing more for it to do. */
enum rv_progress member_went_on(struct rv_explorer *explorer, enum rv_progress progress);

/* The worker ends before its task does. */
void member_put_aside(struct rv_explorer *explorer);

/* The number of a thread that this worker has not seen yet. */
rv_tid member_name(const struct shared_thread *thread);

/* Executions of this program can't run beside each other. */
void member_is_alone(enum alone why);

#endif
