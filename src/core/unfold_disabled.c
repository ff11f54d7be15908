#include "core/unfold_disabled.h"

#include "core/dependence.h"

static size_t unfold_disabled_size_of(uint32_t n) {
  return sizeof(struct rv_rivals) + n * sizeof(struct rv_fitting);
}

static uint64_t footprint_outside(const struct rv_trace *trace, struct rv_prime *rival) {
  const rv_tid threads = rv_prime_threads(rival);
  uint64_t footprint = 0;
  for (rv_tid t = 0; t < threads; t++)
    for (const struct rv_prime *p = rv_prime_last(rival, t);
         p && p->depth > trace->threads[t].events; p = rv_prime_parent(p))
      footprint |= p->footprint;
  return footprint;
}

void rv_disabled_begin(struct rv_explorer *x, struct rv_disabled *disabled,
                       const struct rv_frame *frame) {
  struct rv_unfold *const u = x->own;
  uint32_t n = 0;
  for (const struct rv_rival *r = frame->rivals; r; r = r->next)
    n++;
  struct rv_rivals *const rivals = rv_pool_alloc(&u->pool, unfold_disabled_size_of(n));
  rivals->users = 1;
  rivals->n = rivals->capacity = n;
  n = 0;
  for (struct rv_rival *r = frame->rivals, *next; r; r = next) {
    next = r->next;
    rivals->at[n++] = (struct rv_fitting){r->prime, footprint_outside(&x->trace, r->prime)};
    rv_pool_free(&u->pool, r, sizeof *r);
  }
  *disabled = (struct rv_disabled){.prime = frame->prime, .rivals = rivals, .position = u->n};
}

void rv_disabled_inherit(struct rv_explorer *x, struct rv_state *state) {
  struct rv_disabled **end = rv_disabled(state);
  if (x->trace.n) {
    const struct rv_replay *const step = &x->trace.events[x->trace.n - 1].step;
    for (struct rv_disabled *d = *rv_disabled(state - 1); d; d = d->next) {
      if (d->prime->thread == step->thread || rv_dependent(&d->prime->op, &step->op))
        continue;
      *end = rv_arena_alloc(&x->arena, sizeof **end);
      **end = (struct rv_disabled){.prime = d->prime, .before = d, .position = x->trace.n};
      end = &(*end)->next;
      x->stats.sleep_hits++;
    }
  }
  *end = NULL;
}

/* Whether an event is in C before this position, where what is in C is on its branch. */
static bool is_before(const struct rv_explorer *x, const struct rv_prime *prime,
                      uint64_t position) {
  const struct rv_thread *const thread = &x->trace.threads[prime->thread];
  return prime->depth <= thread->events && thread->positions[prime->depth - 1] < position;
}

/* [rival] and C before the position, with which it forms a configuration, do so also with the
 * event at that position. */
static bool forms_configuration(const struct rv_explorer *x, const struct rv_fitting *fitting,
                                uint64_t position) {
  struct rv_prime *const rival = fitting->prime;
  const struct rv_prime *const added = rv_unfold(x)->frames[position].prime;
  const struct rv_prime *const last = rv_prime_last(rival, added->thread);
  if (last && last->depth >= added->depth)
    return rv_prime_in(added, rival);
  const uint64_t conflicting = rv_conflicting_footprint(added->footprint);
  if (!(fitting->footprint & conflicting))
    return true;
  const uint32_t threads = rv_prime_threads(rival);
  for (rv_tid t = 0; t < threads; t++)
    for (const struct rv_prime *p = rv_prime_last(rival, t); p && !is_before(x, p, position);
         p = rv_prime_parent(p))
      if (p->footprint & conflicting && rv_dependent(&p->op, &added->op))
        return false;
  return true;
}

/* Whether a rival that fitted in the state before fits in this one: what joined D there in the
 * meantime may also be in its way. */
static bool still_fits(const struct rv_explorer *x, const struct rv_fitting *rival,
                       uint64_t position) {
  const struct rv_disabled *d = *rv_disabled(&x->states[position]);
  while (d && !d->before)
    d = d->next;
  for (; d && !d->before->before; d = d->next)
    if (rv_prime_in(d->prime, rival->prime))
      return false;
  return forms_configuration(x, rival, position - 1);
}

/* The rivals that still fit, of those that fitted in the state before. */
static void filter(struct rv_explorer *x, struct rv_disabled *disabled) {
  struct rv_unfold *const u = x->own;
  struct rv_rivals *const all = disabled->before->rivals;
  uint32_t n = 0;
  while (n < all->n && still_fits(x, &all->at[n], disabled->position))
    n++;
  if (n == all->n) {
    all->users++;
    disabled->rivals = all;
    return;
  }
  struct rv_rivals *const rivals = rv_pool_alloc(&u->pool, unfold_disabled_size_of(all->n));
  rivals->users = 1;
  rivals->capacity = all->n;
  for (uint32_t i = 0; i < n; i++)
    rivals->at[i] = all->at[i];
  for (uint32_t i = n + 1; i < all->n; i++)
    if (still_fits(x, &all->at[i], disabled->position))
      rivals->at[n++] = all->at[i];
  rivals->n = n;
  disabled->rivals = rivals;
}

const struct rv_rivals *rv_disabled_rivals(struct rv_explorer *x, struct rv_disabled *disabled) {
  struct rv_disabled *d = disabled;
  for (; !d->rivals; d = d->before)
    d->before->after = d;
  while (d != disabled) {
    d = d->after;
    filter(x, d);
  }
  return disabled->rivals;
}

void rv_disabled_forget(struct rv_unfold *u, struct rv_state *state) {
  for (struct rv_disabled *d = *rv_disabled(state); d; d = d->next) {
    struct rv_rivals *const rivals = d->rivals;
    if (!d->before) {
      for (uint32_t i = 0; i < rivals->n; i++)
        rv_prime_release(&u->primes, rivals->at[i].prime);
      rv_prime_release(&u->primes, d->prime);
    }
    if (rivals && --rivals->users == 0)
      rv_pool_free(&u->pool, rivals, unfold_disabled_size_of(rivals->capacity));
  }
}
