/*
 * Random numbers, which are the same in every execution.
 */
#ifndef RAVEL_RUNTIME_RANDOM_H
#define RAVEL_RUNTIME_RANDOM_H

#include "core/system.h"

void random_tame(void);
void random_snapshot(void); /* as main finds it */
void random_reset(void);
void random_thread_begins(rv_tid tid);
void random_pieces(void);

#endif
