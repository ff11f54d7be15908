/*
 * Leaks: blocks that are allocated when an execution has ended and that nothing points to, which
 * are then reported by the place of their allocation. A pointer counts wherever it is found: in the
 * writable data of the program and its libraries, on the stack of a thread that has not ended, in
 * thread-local data, or in a block that can be reached itself. It may point into a block.
 */
#ifndef RAVEL_RUNTIME_LEAKS_H
#define RAVEL_RUNTIME_LEAKS_H

void leaks_report(void);

/* main has returned: what is left of its frame is not to be taken for pointers. */
void leaks_clear_stack(void);

#endif
