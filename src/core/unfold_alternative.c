#include "core/unfold_alternative.h"

#include <string.h>

#include "core/dependence.h"

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
  const struct rv_disabled *against;
  const struct rv_disabled *whose; /* the rivals being gone through, */
  const struct rv_rival *rival;    /* and the next of them */
  uint64_t top;
  struct part part; /* the element taken */
};

struct comb {
  struct rv_explorer *x;
  const struct rv_state *state;
  struct spike *spikes;
  uint32_t n;
};

static struct rv_prime *on_trace(const struct rv_explorer *x, rv_tid thread, uint32_t depth) {
  return depth ? x->unfold->frames[x->trace.threads[thread].positions[depth - 1]].prime : NULL;
}

/* How many events of its thread are in C; UINT32_MAX if C has others instead. */
static uint32_t depth_in_common(const struct rv_explorer *x, struct rv_prime *last) {
  const uint32_t depth = x->trace.threads[last->thread].events;
  const uint32_t common = last->depth < depth ? last->depth : depth;
  const bool one_branch =
      !common || rv_prime_ancestor(last, common) == on_trace(x, last->thread, common);
  return one_branch ? common : UINT32_MAX;
}

/* Finds [tip] \ C; false if some thread is on another branch in C. */
static bool find_part(struct rv_explorer *x, struct part *part) {
  const uint32_t threads = part->tip->n > part->tip->thread ? part->tip->n : part->tip->thread + 1;
  uint32_t n = 0;
  for (rv_tid t = 0; t < threads; t++) {
    struct rv_prime *const last = rv_prime_last(part->tip, t);
    const uint32_t common = last ? depth_in_common(x, last) : 0;
    if (common == UINT32_MAX)
      return false;
    n += last ? last->depth - common : 0;
  }
  part->n = 0;
  part->at = rv_arena_alloc(&x->hb.arena, n * sizeof *part->at);
  for (rv_tid t = 0; part->n < n; t++)
    for (struct rv_prime *p = rv_prime_last(part->tip, t);
         p && p->depth > x->trace.threads[t].events; p = rv_prime_parent(p))
      part->at[part->n++] = p;
  return true;
}

/* Whether an event of the trace is in [tip], which has no other events of its thread. */
static bool has(struct rv_prime *tip, const struct rv_event *event) {
  const struct rv_prime *const last = rv_prime_last(tip, event->step.thread);
  return last && last->depth >= event->index;
}

/* Whether the last events of C that depend on an access are in [tip]; then all are. */
static bool has_touches(struct rv_prime *tip, const struct rv_object *object, enum rv_class class) {
  for (const struct rv_touch *t = object->touches; t; t = t->before) {
    if (rv_conflict(class, t->class) && !has(tip, t->event))
      return false;
    if (t->class < RV_CLASS_READ)
      break;
  }
  return true;
}

static bool has_dependent(struct rv_explorer *x, struct rv_prime *tip, const struct rv_op *op) {
  for (unsigned i = 0; i < rv_access_count(op); i++) {
    const struct rv_access *const access = rv_access(op, i);
    const enum rv_class class = rv_class_of(op, access);
    const struct rv_object *const object =
        rv_object_find(&x->hb.objects, access->addr, access->size);
    if (!has_touches(tip, object, class))
      return false;
    for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
      if (!has_touches(tip, o->object, class))
        return false;
  }
  return true;
}

/* [tip] and C form a configuration without any member of D (step 3 of section 5). */
static bool fits(const struct comb *comb, struct part *part) {
  if (!find_part(comb->x, part))
    return false;
  for (uint32_t i = 0; i < part->n; i++) {
    for (const struct rv_disabled *d = comb->state->disabled; d; d = d->next)
      if (d->prime == part->at[i])
        return false;
    if (!has_dependent(comb->x, part->tip, &part->at[i]->op))
      return false;
  }
  return true;
}

/* For two events that are not in each other's history. */
static bool exclude(const struct rv_prime *e, const struct rv_prime *f) {
  return e->thread == f->thread || rv_dependent(&e->op, &f->op);
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
  while (!spike->rival) {
    spike->whose = spike->whose == spike->against ? comb->state->disabled : spike->whose->next;
    if (spike->whose == spike->against)
      spike->whose = spike->whose->next;
    if (!spike->whose)
      return NULL;
    spike->rival = spike->whose->rivals;
  }
  struct rv_prime *const tip = spike->rival->prime;
  spike->rival = spike->rival->next;
  return tip;
}

/* Takes the next element of the last spike that is not in conflict with what was taken from those
 * before. */
static bool take_next(struct comb *comb) {
  struct spike *const spike = &comb->spikes[comb->n - 1];
  while ((spike->part.tip = next_rival(comb, spike))) {
    rv_arena_release(&comb->x->hb.arena, spike->top);
    if (!fits(comb, &spike->part) ||
        (spike->whose != spike->against && !opposes(&spike->part, spike->against)))
      continue;
    comb->x->stats.elements++;
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
static const struct rv_disabled *next_unopposed(const struct comb *comb, uint64_t k) {
  for (const struct rv_disabled *d = comb->state->disabled; d && k; d = d->next, k--) {
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

static void add_spike(struct comb *comb, const struct rv_disabled *against) {
  comb->spikes[comb->n++] = (struct spike){
      .against = against, .whose = against, .rival = against->rivals, .top = comb->x->hb.arena.top};
  comb->x->stats.spikes++;
}

static bool search(struct comb *comb, uint64_t k) {
  const struct rv_disabled *against;
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
