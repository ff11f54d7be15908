/*
 * The second event of a race, as it will be when it comes before the first.
 */
#ifndef RAVEL_CORE_RACE_H
#define RAVEL_CORE_RACE_H

#include "core/sequence.h"

/* e' of a race that was found in the trace. False if it cannot be told what it will do: a
 * compare-and-swap then writes in late->op, what varies is as it was. */
bool rv_race_late(const struct rv_trace *trace, const struct rv_event *e,
                  const struct rv_event *second, struct rv_late *late);

/* Where e' stands in v, once it is known what it does. */
void rv_late_settle(const struct rv_trace *trace, const struct rv_event *second,
                    struct rv_late *late);

/* A lock is reversed with the lock before it. Without that one it waits for no unlock: it is
 * enabled as soon as its thread, after so many events, reaches it. */
void rv_late_lock(const struct rv_trace *trace, const struct rv_event *e,
                  const struct rv_clock *knows, uint32_t events, struct rv_late *late);

#endif
