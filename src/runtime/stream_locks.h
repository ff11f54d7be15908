/*
 * Locks of streams: flockfile() and its kind. Every function that works on a stream holds its lock
 * meanwhile, but for those whose name ends in "_unlocked". As long as nobody keeps a lock from one
 * call to the next, that makes no difference: a call is one step. So a stream that is locked by the
 * program is marked, and the exploration begins again with calls that lock it.
 */
#ifndef RAVEL_RUNTIME_STREAM_LOCKS_H
#define RAVEL_RUNTIME_STREAM_LOCKS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A call of a function that locks the stream. False: the program locks it nowhere. */
bool stream_lock_for_call(FILE *stream, uint64_t pc, void *frame);
void stream_unlock_after_call(FILE *stream, uint64_t pc);

void stream_locks_reset(void);

#endif
