#include "core/unfold_alternative.h"

#include <string.h>

#include "core/dependence.h"
#include "core/unfold_disabled.h"

/* [e'] \ C for an element e' of a spike. */
struct part {
  struct rv_prime *tip;
  struct rv_prime **at;
  uint32_t n;
};

/* One spike of the comb, for a member of D that what was taken from the spikes before is not in
 * conflict with. Its elements are the rivals of all members of D that are in conflict with this
 * one, its own first; they are looked for one after the other, as they are needed. */
struct spike {
  struct rv_disabled *against;
  struct rv_disabled *whose;      /* the rivals being gone through, */
  const struct rv_rivals *rivals; /* those of them that fit, */
  uint32_t next;                  /* and the next of these */
  uint64_t top;
  struct part part; /* the element taken */
};

struct comb {
  struct rv_explorer *x;
  const struct rv_state *state;
  struct spike *spikes;
  uint32_t n;
};

/* Finds [tip] \ C, where the two form a configuration. */
static void find_part(struct rv_explorer *x, struct part *part) {
  const struct rv_thread *const in_c = x->trace.threads;
  const rv_tid threads = rv_prime_threads(part->tip);
  uint32_t n = 0;
  for (rv_tid t = 0; t < threads; t++) {
    const struct rv_prime *const last = rv_prime_last(part->tip, t);
    if (last && last->depth > in_c[t].events)
      n += last->depth - in_c[t].events;
  }
  part->n = 0;
  part->at = rv_arena_alloc(&x->hb.arena, n * sizeof *part->at);
  for (rv_tid t = 0; part->n < n; t++)
    for (struct rv_prime *p = rv_prime_last(part->tip, t); p && p->depth > in_c[t].events;
         p = rv_prime_parent(p))
      part->at[part->n++] = p;
}

/* No member of D is in [tip] (step 3 of section 5). */
static bool avoids_disabled(const struct comb *comb, struct rv_prime *tip) {
  for (const struct rv_disabled *d = comb->state->disabled; d; d = d->next)
    if (rv_prime_in(d->prime, tip))
      return false;
  return true;
}

/* For two events that are not in each other's history. */
static bool exclude(const struct rv_prime *e, const struct rv_prime *f) {
  return e->thread == f->thread ||
         (e->footprint & rv_conflicting_footprint(f->footprint) && rv_dependent(&e->op, &f->op));
}

/* e # e' for two elements that both fit (step 4): what decides is outside C. */
static bool in_conflict(const struct part *a, const struct part *b) {
  for (uint32_t i = 0; i < a->n; i++) {
    if (rv_prime_in(a->at[i], b->tip))
      continue;
    for (uint32_t j = 0; j < b->n; j++)
      if (exclude(a->at[i], b->at[j]) && !rv_prime_in(b->at[j], a->tip))
        return true;
  }
  return false;
}

/* Whether an element is in conflict with a member of D. */
static bool opposes(const struct part *part, const struct rv_disabled *disabled) {
  for (uint32_t i = 0; i < part->n; i++)
    if (exclude(part->at[i], disabled->prime))
      return true;
  return false;
}

/* The next of all rivals: its own, then those of the others. */
static struct rv_prime *next_rival(const struct comb *comb, struct spike *spike) {
  while (spike->next == spike->rivals->n) {
    spike->whose = spike->whose == spike->against ? comb->state->disabled : spike->whose->next;
    if (spike->whose == spike->against)
      spike->whose = spike->whose->next;
    if (!spike->whose)
      return NULL;
    spike->rivals = rv_disabled_rivals(comb->x, spike->whose);
    spike->next = 0;
  }
  comb->x->stats.elements++;
  return spike->rivals->at[spike->next++];
}

/* Takes the next element of the last spike that is not in conflict with what was taken from those
 * before. */
static bool take_next(struct comb *comb) {
  struct spike *const spike = &comb->spikes[comb->n - 1];
  while ((spike->part.tip = next_rival(comb, spike))) {
    if (!avoids_disabled(comb, spike->part.tip))
      continue;
    rv_arena_release(&comb->x->hb.arena, spike->top);
    find_part(comb->x, &spike->part);
    if (spike->whose != spike->against && !opposes(&spike->part, spike->against))
      continue;
    comb->x->stats.combinations++;
    bool right = true;
    for (uint32_t i = 0; right && i + 1 < comb->n; i++)
      right = !in_conflict(&spike->part, &comb->spikes[i].part);
    if (right)
      return true;
  }
  return false;
}

/* The next of the k members of D that what has been taken is not in conflict with; NULL if there
 * is none. */
static struct rv_disabled *next_unopposed(const struct comb *comb, uint64_t k) {
  for (struct rv_disabled *d = comb->state->disabled; d && k; d = d->next, k--) {
    bool opposed = false;
    for (uint32_t i = 0; !opposed && i < comb->n; i++)
      opposed = opposes(&comb->spikes[i].part, d);
    if (!opposed)
      return d;
  }
  return NULL;
}

static void plan(struct rv_unfold *u, struct rv_prime *prime) {
  if (u->n_plan == u->capacity_plan) {
    const uint32_t capacity = u->capacity_plan ? 2 * u->capacity_plan : 64;
    struct rv_prime **const wider = rv_pool_alloc(&u->pool, capacity * sizeof *wider);
    if (u->capacity_plan) {
      memcpy(wider, u->plan, u->capacity_plan * sizeof *wider);
      rv_pool_free(&u->pool, u->plan, u->capacity_plan * sizeof *wider);
    }
    u->plan = wider;
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

/* J \ C is what was taken from all spikes (step 5). */
static void plan_alternative(const struct comb *comb) {
  struct rv_unfold *const u = comb->x->unfold;
  u->planned = u->n_plan = 0;
  for (uint32_t i = 0; i < comb->n; i++)
    for (uint32_t j = 0; j < comb->spikes[i].part.n; j++)
      plan(u, comb->spikes[i].part.at[j]);
}

static void add_spike(struct comb *comb, struct rv_disabled *against) {
  comb->spikes[comb->n++] = (struct spike){.against = against,
                                           .whose = against,
                                           .rivals = rv_disabled_rivals(comb->x, against),
                                           .top = comb->x->hb.arena.top};
  comb->x->stats.spikes++;
}

static bool search(struct comb *comb, uint64_t k) {
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
  for (const struct rv_disabled *d = state->disabled; d; d = d->next)
    most++;
  struct comb comb = {.x = x, .state = state};
  comb.spikes = rv_arena_alloc(&x->hb.arena, most * sizeof *comb.spikes);
  x->stats.combs++;
  const bool found = search(&comb, k);
  if (found)
    plan_alternative(&comb);
  rv_arena_release(&x->hb.arena, top);
  return found;
}
