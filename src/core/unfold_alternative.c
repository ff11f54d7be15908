#include "core/unfold_alternative.h"

#include <string.h>

#include "core/dependence.h"
#include "core/unfold_disabled.h"
#include "core/unfold_part.h"

/* One spike of the comb, for a member of D that what was taken from the spikes before is not in
 * conflict with. Its elements are the rivals of all members of D that are in conflict with this
 * one, its own first; they are looked for one after the other, as they are needed. */
struct spike {
  struct rv_disabled *against;
  struct rv_disabled *whose;      /* the rivals being gone through, */
  const struct rv_rivals *rivals; /* those of them that fit, */
  uint32_t next;                  /* and the next of these */
  uint64_t top;
  struct rv_fitting element; /* the one taken, */
  struct rv_part part;       /* and what of its history is not in C */
};

struct comb {
  struct rv_explorer *x;
  const struct rv_state *state;
  struct spike *spikes;
  uint32_t n;
};

/* No member of D is in [tip] (step 3 of section 5). Of those from the states before, none is where
 * a rival fits. */
static bool avoids_disabled(const struct comb *comb, struct rv_prime *tip) {
  for (const struct rv_disabled *d = *rv_disabled(comb->state); d && !d->before; d = d->next)
    if (rv_prime_in(d->prime, tip))
      return false;
  return true;
}

/* Where this is false, an element is not in conflict with a member of D. */
static bool may_oppose(const struct rv_fitting *element, const struct rv_prime *disabled) {
  const struct rv_prime *const last = rv_prime_last(element->prime, disabled->thread);
  return (last && last->depth >= disabled->depth) ||
         element->footprint & rv_conflicting_footprint(disabled->footprint);
}

/* Whether what was taken is in conflict with a member of D. */
static bool opposes(const struct spike *spike, const struct rv_prime *disabled) {
  if (!may_oppose(&spike->element, disabled))
    return false;
  for (uint32_t i = 0; i < spike->part.n; i++)
    if (rv_primes_exclude(spike->part.at[i], disabled))
      return true;
  return false;
}

/* Goes on to the next of all rivals: its own, then those of the others. */
static bool next_rival(const struct comb *comb, struct spike *spike) {
  while (spike->next == spike->rivals->n) {
    spike->whose = spike->whose == spike->against ? *rv_disabled(comb->state) : spike->whose->next;
    if (spike->whose == spike->against)
      spike->whose = spike->whose->next;
    if (!spike->whose)
      return false;
    spike->rivals = rv_disabled_rivals(comb->x, spike->whose);
    spike->next = 0;
  }
  comb->x->stats.elements++;
  spike->element = spike->rivals->at[spike->next++];
  return true;
}

/* Takes the next element of the last spike that is not in conflict with what was taken from those
 * before. */
static bool take_next(struct comb *comb) {
  struct spike *const spike = &comb->spikes[comb->n - 1];
  const struct rv_prime *const against = spike->against->prime;
  while (next_rival(comb, spike)) {
    if (!may_oppose(&spike->element, against) || !avoids_disabled(comb, spike->element.prime))
      continue;
    rv_arena_release(&comb->x->hb.arena, spike->top);
    spike->part.tip = spike->element.prime;
    rv_part_find(&spike->part, comb->x->trace.threads, &comb->x->hb.arena);
    if (spike->whose != spike->against && !opposes(spike, against))
      continue;
    comb->x->stats.combinations++;
    bool right = true;
    for (uint32_t i = 0; right && i + 1 < comb->n; i++)
      right = !rv_parts_conflict(&spike->part, &comb->spikes[i].part);
    if (right)
      return true;
  }
  return false;
}

/* The next of the k members of D that what has been taken is not in conflict with; NULL if there
 * is none. */
static struct rv_disabled *next_unopposed(const struct comb *comb, uint64_t k) {
  for (struct rv_disabled *d = *rv_disabled(comb->state); d && k; d = d->next, k--) {
    bool opposed = false;
    for (uint32_t i = 0; !opposed && i < comb->n; i++)
      opposed = opposes(&comb->spikes[i], d->prime);
    if (!opposed)
      return d;
  }
  return NULL;
}

static void plan(struct rv_unfold *u, struct rv_prime *prime) {
  if (u->n_plan == u->capacity_plan) {
    const uint32_t capacity = u->capacity_plan ? 2 * u->capacity_plan : 64;
    u->plan = rv_pool_widen(&u->pool, u->plan, u->capacity_plan * sizeof *u->plan,
                            capacity * sizeof *u->plan);
    u->capacity_plan = capacity;
  }
  /* Causes have smaller numbers. */
  uint32_t at = u->n_plan;
  while (at && u->plan[at - 1]->number > prime->number)
    at--;
  if (at && u->plan[at - 1] == prime)
    return;
  memmove(u->plan + at + 1, u->plan + at, (u->n_plan++ - at) * sizeof *u->plan);
  u->plan[at] = prime;
}

/* J \ C is what was taken from all spikes (step 5). Of each thread, the last comes first in a part.
 */
static void plan_alternative(const struct comb *comb) {
  struct rv_unfold *const u = rv_unfold(comb->x);
  u->planned = u->n_plan = 0;
  for (uint32_t i = 0; i < comb->n; i++)
    for (uint32_t j = comb->spikes[i].part.n; j-- > 0;)
      plan(u, comb->spikes[i].part.at[j]);
}

static void add_spike(struct comb *comb, struct rv_disabled *against) {
  comb->spikes[comb->n++] = (struct spike){.against = against,
                                           .whose = against,
                                           .rivals = rv_disabled_rivals(comb->x, against),
                                           .top = comb->x->hb.arena.top};
  comb->x->stats.spikes++;
}

static bool search_comb(struct comb *comb, uint64_t k) {
  struct rv_disabled *against;
  while ((against = next_unopposed(comb, k))) {
    add_spike(comb, against);
    while (!take_next(comb))
      if (--comb->n == 0)
        return false;
  }
  return true;
}

bool rv_unfold_alternative(struct rv_explorer *x, const struct rv_state *state) {
  const uint64_t top = x->hb.arena.top;
  const uint64_t k = x->options.k ? x->options.k : UINT64_MAX;
  uint32_t most = 0;
  for (const struct rv_disabled *d = *rv_disabled(state); d; d = d->next)
    most++;
  struct comb comb = {.x = x, .state = state};
  comb.spikes = rv_arena_alloc(&x->hb.arena, most * sizeof *comb.spikes);
  x->stats.combs++;
  const bool found = search_comb(&comb, k);
  if (found)
    plan_alternative(&comb);
  rv_arena_release(&x->hb.arena, top);
  return found;
}
