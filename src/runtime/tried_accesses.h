/*
 * Plain accesses of a thread that tries something out twice (iteration.c): they are undone after
 * each time, and it is seen whether they were the same.
 */
#ifndef RAVEL_RUNTIME_TRIED_ACCESSES_H
#define RAVEL_RUNTIME_TRIED_ACCESSES_H

#include "runtime/runtime.h"

/* The thread begins to try: the first time, or the second. */
void tried_accesses_begin(bool second);

/* It is about to access this. False: it is too much. */
bool tried_accesses_note(uint64_t addr, uint64_t size, bool write);

/* It has made some. */
bool tried_accesses_any(void);

/* The first that it has made of these bytes was to overwrite them all. */
bool tried_accesses_overwrite(const struct rv_access *range);

/* What it has written is put back. */
void tried_accesses_undo(void);

/* Both times it has accessed the same in the same order, and written the same. */
bool tried_accesses_same(void);

#endif
