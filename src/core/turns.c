#include "core/turns.h"

#include "core/strategy.h"

/* A turn; as a fact it is a number. */
struct turn {
  unsigned way;   /* enum rv_way_to_search */
  bool both;      /* it is one of those that are taken where observers make a difference */
  bool decides;   /* the other one has come to an end: if this one does not, the other one is it */
  uint64_t limit; /* of executions, or in vain; 0: none */
};

static const struct turn first_of_both = {.way = RV_WAY_AS_ASKED, .both = true, .limit = 64};
static const struct turn first_of_context = {.way = RV_WAY_CONTEXT, .limit = 1000};
enum { GROWTH = 4 };

static void turn_begin(struct rv_explorer *x, struct turn turn) {
  rv_fact_number(x, RV_FACT_TURN,
                 turn.limit << 4 | (unsigned)turn.decides << 3 | (unsigned)turn.both << 2 |
                     turn.way);
}

/* Turns that were taken before observers made a difference do not count. */
static struct turn turn_now(const struct rv_explorer *x) {
  const bool both = x->options.observers && rv_fact(x, RV_FACT_STORES);
  const struct turn last = {x->turn & 3, x->turn >> 2 & 1, x->turn >> 3 & 1, x->turn >> 4};
  if (rv_fact(x, RV_FACT_TURN) && last.both == both)
    return last;
  return both ? first_of_both : first_of_context;
}

enum rv_way_to_search rv_turn_way(const struct rv_explorer *x) {
  return turn_now(x).way;
}

static uint64_t in_vain(const struct rv_explorer *x) {
  return x->stats.blocked + x->stats.pruned;
}

/* With both options or with context alone: whose executions are fewer. With context alone a search
 * may begin more than it explores, but not too many more. */
static void look_of_both(struct rv_explorer *x, struct turn turn) {
  enum { MORE_IN_VAIN = 1000 };
  const uint64_t executions = x->stats.executions;
  if (!x->exhausted && executions <= turn.limit && in_vain(x) <= MORE_IN_VAIN + GROWTH * turn.limit)
    return;
  if (turn.way == RV_WAY_AS_ASKED && (!x->exhausted || executions > 1))
    turn_begin(x, (struct turn){.way = RV_WAY_CONTEXT,
                                .both = true,
                                .decides = x->exhausted,
                                .limit = x->exhausted ? executions - 1 : turn.limit});
  else if (turn.way == RV_WAY_CONTEXT && !x->exhausted)
    turn_begin(x, (struct turn){.way = RV_WAY_AS_ASKED,
                                .both = true,
                                .limit = turn.decides ? 0 : GROWTH * turn.limit});
}

/* With context or without: who is done first. `optimal` begins nothing in vain. */
static void look_of_context(struct rv_explorer *x, struct turn turn) {
  if (x->exhausted)
    return;
  if (turn.way == RV_WAY_CONTEXT && in_vain(x) > turn.limit + x->stats.executions)
    turn_begin(x,
               (struct turn){.way = RV_WAY_PLAIN, .limit = 2 * (in_vain(x) + x->stats.executions)});
  else if (turn.way == RV_WAY_PLAIN && x->stats.executions > turn.limit)
    turn_begin(x, (struct turn){.way = RV_WAY_CONTEXT, .limit = GROWTH * turn.limit});
}

void rv_turn_look(struct rv_explorer *x) {
  const struct turn turn = turn_now(x);
  if (!x->options.context || !turn.limit)
    return;
  if (turn.both)
    look_of_both(x, turn);
  else if (x->options.algorithm == RV_OPTIMAL)
    look_of_context(x, turn);
}
