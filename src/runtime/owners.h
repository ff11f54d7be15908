/*
 * What is state. Every part of the runtime that owns some of the program's state has one row in one
 * table: how it goes back to the start, which pieces a checkpoint keeps, and which are compared.
 */
#ifndef RAVEL_RUNTIME_OWNERS_H
#define RAVEL_RUNTIME_OWNERS_H

#include "runtime/checkpoint.h"

/* The program is as it was before main. */
void owners_reset(void);

/* For checkpoint_remember() and checkpoint_as_remembered(): state that the program can observe. The
 * data of race detection is left out, and so is dead memory. */
void owners_compared_pieces(void);

/* For the same functions, with --reset=checked: what a replay from the start must make the same.
 * That is all that a checkpoint keeps, except for stacks (their unused parts hold anything),
 * knowledge of loops, and the clocks of race detection, which run on from one execution to the
 * next. */
void owners_checked_pieces(void);

extern const struct checkpoint_state owners_state;

#endif
