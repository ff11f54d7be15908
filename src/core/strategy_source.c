/*
 * Source-DPOR: Algorithm 1 of the J. ACM paper with locks (Algorithm 3) and general blocking
 * (Algorithm 5). Its backtrack sets are source sets.
 */
#include "core/backtrack.h"
#include "core/observers.h"
#include "core/reversal.h"
#include "core/strategy.h"

static uint64_t source_reverse_race(struct rv_explorer *x, const struct rv_race *race) {
  return rv_backtrack_race(x, race, RV_ANY_INITIAL);
}

/* Of all u with the same writes that matter to an await the smallest is taken: its initials are
 * initials of the others (Lemma 5.1). */
static uint64_t source_reverse_late(struct rv_explorer *x, const struct rv_event *e,
                                    struct rv_late *late) {
  const bool awaits = late->op.kind == RV_OP_AWAIT;
  rv_backtrack_reverse(x, e, late, awaits ? RV_CLOSED_INITIAL : RV_ANY_INITIAL);
  return 0;
}

static void source_ended(struct rv_explorer *x) {
  rv_races(x, source_reverse_race, source_reverse_late);
}

const struct rv_strategy rv_strategy_source = {.name = "source",
                                               .made = rv_store_made,
                                               .sleep = rv_backtrack_sleep,
                                               .look = rv_awaits_look,
                                               .arrive = rv_backtrack_arrive_one,
                                               .ended = source_ended,
                                               .again = rv_backtrack_again,
                                               .left = rv_backtrack_left,
                                               .split = &rv_split_backtrack};
