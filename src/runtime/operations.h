/* Operations whose histories are checked (include/ravel_linearizable.h). */
#ifndef RAVEL_RUNTIME_OPERATIONS_H
#define RAVEL_RUNTIME_OPERATIONS_H

#include <stdbool.h>
#include <stdint.h>

struct rv_stats;
struct thread;

/* An operation that is run by itself, to see what it should have done, would wait for ever. Returns
 * only if it is not one of these. */
void operation_waits(void);

void operations_reset(void);

/* The search begins again: what it has counted is discarded. */
void operations_begin_again(void);

/* An execution has ended, and these are the counts with it. */
void operations_count(const struct rv_stats *stats);
void operations_pieces(void);

/* Whether an operation is run by itself. */
bool operation_is_alone(void);

/* Calls are to be events in what follows, where an error in the check comes up again when it is
 * repeated; false if they are. */
bool operations_get_events(void);

/* A thread creates another one, or joins it: in a call, what that one does is part of the call. */
void operation_creates(const struct thread *parent);
void operation_joins(const struct thread *joiner); /* in a call, or where it is alone */

/* Main has come no further than a call of the initial part: the history ends there. */
bool operation_of_main_waits(void);

/* It accesses memory once more: one that does so too often waits for ever, in a loop. */
void operation_goes_on(uint64_t addr, uint32_t size, uint32_t mode);

/* Everything is explored: what was to be looked at more closely must have led to an error. */
void operations_end(void);

#endif
