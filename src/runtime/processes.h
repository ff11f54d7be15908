/*
 * Executions in processes of their own, for programs that keep state which nothing in one process
 * puts back, or that take long to get to a state which no checkpoint has.
 *
 * The worker stays where the program begins, and forks a process for an execution. Where that one
 * has used some time, it stays there itself and lets a child go on. The next execution that passes
 * the state where a process stays begins there, in another child of it. So those that stay are
 * states of one execution, each the parent of the next, and only the last process runs. When the
 * search goes back behind such a state, its process ends.
 */
#ifndef RAVEL_RUNTIME_PROCESSES_H
#define RAVEL_RUNTIME_PROCESSES_H

#include "core/explorer.h"

/* One execution here. */
typedef enum rv_progress execution_function(struct rv_explorer *made);

/* One execution here, or one or several in other processes, if need be: the progress of the last.
 * What they leave behind is in shared memory. */
enum rv_progress processes_next(struct rv_explorer *made, execution_function *execute);

/* The search may return to the present state: in this process from now on, if that is worth it. */
void processes_keep(void);

/* The search returns to the state after so many steps. True: this process stands there, or on the
 * way. */
bool processes_back(uint64_t steps);

#endif
