/* Operations whose histories are checked (include/ravel_linearizable.h). */
#ifndef RAVEL_RUNTIME_OPERATIONS_H
#define RAVEL_RUNTIME_OPERATIONS_H

/* An operation that is run by itself, to see what it should have done, would wait for ever. Returns
 * only if it is not one of these. */
void operation_waits(void);

/* It accesses memory once more: one that does so too often waits for ever, in a loop. */
void operation_goes_on(void);

/* Everything is explored: what was to be looked at more closely must have led to an error. */
void operations_end(void);

#endif
