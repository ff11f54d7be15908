/*
 * What an atomic block has written, over what. A block whose assumption fails is not made: nobody
 * may see its writes, or errors would come up that no execution has.
 */
#ifndef RAVEL_RUNTIME_ATOMIC_UNDO_H
#define RAVEL_RUNTIME_ATOMIC_UNDO_H

#include "runtime/runtime.h"

void atomic_undo_begin(void);

/* The block is about to write here. */
void atomic_undo_note(uint64_t addr, uint64_t size);

/* It does something that can't be taken back: `what`. */
void atomic_undo_lasts(const char *what);

/* Puts everything back. NULL, or what can't be taken back. */
const char *atomic_undo(void);

#endif
