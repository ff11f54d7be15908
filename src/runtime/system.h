/*
 * The program under test as the explorer sees it.
 */
#ifndef RAVEL_RUNTIME_SYSTEM_H
#define RAVEL_RUNTIME_SYSTEM_H

#include "core/system.h"

extern const struct rv_system runtime_system;

#endif
