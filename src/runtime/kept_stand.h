/*
 * Where a thread comes to stand when it tries something out (iteration.c), kept to see whether it
 * comes to stand there again: before the same operation, in the same state.
 */
#ifndef RAVEL_RUNTIME_KEPT_STAND_H
#define RAVEL_RUNTIME_KEPT_STAND_H

#include "runtime/runtime.h"

void kept_stand_forget(void);
bool kept_stand_is_kept(void);

/* False: its local state is too large. */
bool kept_stand_keep(const struct thread *self, const void *entry);

bool kept_stand_is_same(const struct thread *self, const void *entry);

#endif
