#include "core/redundancy.h"

#include "core/dependence.h"
#include "core/observers.h"

static bool touches(const struct rv_sleeper *q, const struct rv_op *op) {
  for (unsigned i = 0; i < rv_access_count(op); i++)
    if (rv_overlap(rv_access(op, i), &q->op.access))
      return true;
  return false;
}

enum { WOKEN = RV_HIDDEN + 1 };

/* Whether the last step of w' received q in place of a message that came before q, or the other way
 * round. */
static bool is_told_apart(const struct rv_explorer *x, const struct rv_sleeper *q) {
  const struct rv_event *const last = &x->trace.events[x->trace.n - 1];
  if (last->step.op.access.mode != RV_READ)
    return false;
  for (const struct rv_event *f = &x->trace.events[q->since]; f < last; f++) {
    if (!rv_are_alike(rv_event_act(f), rv_sleeper_act(q)))
      continue;
    if (f->step.thread == q->thread)
      break;
    if (rv_tells_apart(&last->step.op, &f->step.op, &q->op))
      return true;
  }
  return false;
}

/* How far it is decided after one more step of w'. */
static unsigned doze_after(const struct rv_explorer *x, const struct rv_sleeper *q, rv_tid thread,
                           struct rv_act act) {
  if (q->doze == RV_HIDDEN)
    return RV_HIDDEN;
  if (q->doze != RV_ASLEEP && rv_is_send(&q->op) && is_told_apart(x, q))
    return WOKEN;
  if (q->doze == RV_MADE && rv_is_send(&q->op))
    return RV_MADE;
  if (q->doze == RV_MADE)
    return !touches(q, act.op) ? RV_MADE : act.verdict & RV_BLIND ? RV_HIDDEN : WOKEN;
  if (thread == q->thread)
    return q->doze == RV_OVERTAKEN ? RV_MADE : WOKEN;
  if (rv_dependent_as(rv_sleeper_act(q), act))
    return WOKEN;
  return rv_are_alike(rv_sleeper_act(q), act) ? RV_OVERTAKEN : q->doze;
}

static bool is_concerned(const struct rv_sleeper *q, const struct rv_event *event) {
  return q->thread == event->step.thread || rv_is_send(&q->op) ||
         q->footprint & rv_conflicting_footprint(event->footprint);
}

const struct rv_sleeper *rv_redundant_after(struct rv_explorer *x, const struct rv_sleeper *set) {
  if (!set || rv_fact(x, RV_FACT_READS_JUDGED))
    return NULL;
  const struct rv_event *const event = &x->trace.events[x->trace.n - 1];
  /* It is judged when the execution has ended. */
  const struct rv_act act = {&event->step.op, rv_unjudged(event->verdict)};
  const struct rv_sleeper *first = NULL, **end = &first;
  for (const struct rv_sleeper *q = set; q; q = q->next) {
    const unsigned doze =
        is_concerned(q, event) ? doze_after(x, q, event->step.thread, act) : q->doze;
    if (doze == WOKEN)
      continue;
    struct rv_sleeper *const copy = rv_arena_alloc(&x->arena, sizeof *copy);
    *copy = *q;
    copy->doze = (uint8_t)doze;
    copy->next = NULL;
    *end = copy;
    end = &copy->next;
  }
  return first;
}

void rv_redundant_add(struct rv_explorer *x, struct rv_state *state, const struct rv_event *q) {
  struct rv_sleeper *const added = rv_sleep_add(state->sleep, q, &x->arena);
  added->verdict = rv_unjudged(q->verdict);
  added->since = (uint64_t)(state - x->states);
  state->sleep = added;
}

bool rv_is_redundant(const struct rv_state *state, bool ended) {
  for (const struct rv_sleeper *q = state->sleep; q; q = q->next)
    if (q->doze >= (ended ? RV_MADE : RV_HIDDEN))
      return true;
  return false;
}

enum rv_ending rv_redundant_ending(struct rv_explorer *x, const struct rv_state *state) {
  (void)x;
  return rv_is_redundant(state, true) ? RV_BLOCKED : RV_COMPLETE;
}

/* Whether nothing in v reads what q stored. */
static bool stays_unread(const struct rv_sequence *v, const struct rv_sleeper *q) {
  for (uint32_t i = 0; i < v->n; i++)
    if (touches(q, v->items[i].act.op))
      return v->items[i].act.verdict & RV_BLIND;
  return true;
}

/* Whether the i-th step of v, where it is seen, follows another store. */
static bool redundancy_follows(const struct rv_sequence *v, uint32_t i) {
  for (uint32_t j = 0; j < i; j++)
    if (rv_are_alike(v->items[j].act, v->items[i].act))
      return true;
  return false;
}

static enum rv_relation relation_of(struct rv_sequence *v, const struct rv_sleeper *q,
                                    uint32_t *where) {
  return rv_relation_from(v, 0, q->thread, q->choice, rv_sleeper_act(q),
                          rv_conflicting_footprint(q->footprint), where);
}

/* q in WI_[w](w'.v). Where it is seen in v, it follows what overtook it in w'. */
static bool redundancy_is_initial(struct rv_explorer *x, const struct rv_sleeper *q,
                                  uint64_t *rest) {
  struct rv_sequence *const v = &x->v;
  uint32_t where;
  *rest = x->trace.n - 1;
  if (q->doze >= RV_MADE)
    return stays_unread(v, q);
  const enum rv_relation relation = relation_of(v, q, &where);
  if (relation != RV_INITIAL)
    return relation == RV_INDEPENDENT;
  const struct rv_item *const item = &v->items[where];
  const bool blind = q->verdict & RV_BLIND, overtaken = blind && q->doze == RV_OVERTAKEN;
  if (!overtaken && !(blind && redundancy_follows(v, where)) && item->position < *rest)
    *rest = item->position;
  return !overtaken || item->act.verdict & RV_UNSEEN;
}

bool rv_sleeps_through(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                       uint64_t *rest) {
  const struct rv_sleeper *q = x->states[e - x->trace.events].sleep;
  struct rv_late last = *late;
  last.position = x->trace.n;
  rv_sequence_begin(&x->v, &x->trace, e, &last, x->trace.n);
  for (; q && !rv_fact(x, RV_FACT_READS_JUDGED); q = q->next) {
    uint32_t where;
    const struct rv_act seen = {&q->op, 0}; /* then it depends on all other stores */
    if (q->doze == RV_ASLEEP && rv_sequence_relation(&x->v, q->thread, q->choice, seen,
                                                     q->footprint, &where) == RV_INITIAL) {
      const uint64_t position = x->v.items[where].position;
      *rest = position < x->trace.n ? position : x->trace.n - 1;
      return true;
    }
  }
  return false;
}

/* The same if q is a message: what came before it can be taken later. */
static bool is_initial_message(struct rv_explorer *x, const struct rv_sleeper *q, uint64_t prefix,
                               uint64_t *rest) {
  const uint64_t from = q->doze == RV_ASLEEP ? prefix : q->since;
  uint32_t where;
  *rest = x->trace.n - 1;
  return relation_of(rv_observe_sequence(x, from, prefix), q, &where) != RV_DEPENDENT;
}

static bool is_one_initial(struct rv_explorer *x, uint64_t prefix, uint64_t *rest) {
  for (const struct rv_sleeper *q = x->states[prefix].sleep; q; q = q->next)
    if (rv_is_send(&q->op) ? is_initial_message(x, q, prefix, rest)
                           : redundancy_is_initial(x, q, rest))
      return true;
  return false;
}

/* Whether there is a partition E' = w.w' such that some member of done(w) is in WI_[w](w'.v). */
static bool has_partition(struct rv_explorer *x, uint64_t prefix) {
  uint32_t where;
  struct rv_sequence rest = *rv_observe_sequence(x, 0, prefix);
  for (uint64_t i = 0; i <= prefix; i++, rest.items++, rest.n--)
    for (const struct rv_sleeper *q = x->states[i].sleep; q; q = q->next)
      if (relation_of(&rest, q, &where) != RV_DEPENDENT)
        return true;
  return false;
}

bool rv_sequence_is_redundant(struct rv_explorer *x, uint64_t prefix, uint64_t *rest) {
  *rest = x->trace.n - 1;
  if (rv_fact(x, RV_FACT_READS_JUDGED))
    return has_partition(x, prefix);
  rv_observe_sequence(x, prefix, prefix);
  return is_one_initial(x, prefix, rest);
}
