/* Mutexes as the rest of the runtime sees them. */
#ifndef RAVEL_RUNTIME_MUTEX_H
#define RAVEL_RUNTIME_MUTEX_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event.h"

bool mutex_is_free(uint64_t addr);

/* Who holds it (or RV_NO_THREAD), and where it was locked. */
rv_tid mutex_holder(uint64_t addr, uint64_t *locked_at);

#endif
