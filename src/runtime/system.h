/*
 * The program under test as the explorer sees it.
 */
#ifndef RAVEL_RUNTIME_SYSTEM_H
#define RAVEL_RUNTIME_SYSTEM_H

#include "core/system.h"

extern const struct rv_system runtime_system;

/* Whether a thread, or any, can make a step. */
bool system_is_enabled(rv_tid tid);
bool system_any_enabled(void);

#endif
