/*
 * The places that turns (turn.h) are about: heads, operations before which a thread stands more
 * than once in an execution, those with which void turns end, and attempts that are taken back.
 * They are known for good, as marks.
 */
#ifndef RAVEL_RUNTIME_TURN_PLACES_H
#define RAVEL_RUNTIME_TURN_PLACES_H

#include "runtime/runtime.h"

/* Takes a mark of this file's, dead_memory.h's, helping.h's or attempt.h's (TURN_MARK). */
void turn_import(uint64_t mark);

bool turn_is_head(uint64_t pc);
bool turn_is_last(uint64_t pc);
bool turn_is_attempt(uint64_t pc);
uint32_t turn_attempt_places(void); /* how many there are */

/* This is one: if that is new, the exploration begins again. */
void turn_note_head(uint64_t pc);
void turn_note_last(uint64_t pc);
void turn_note_attempt(uint64_t pc);

/* A turn has ended at a head. Where many have and none was void, it is a head no longer. */
void turn_ended(uint64_t pc, bool is_void);

#endif
