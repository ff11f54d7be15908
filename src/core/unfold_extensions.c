#include "core/unfold_extensions.h"

#include "core/dependence.h"
#include "core/ideal.h"
#include "core/unfold_disabled.h"
#include "core/unfold_site.h"

/* The search for the extensions of one site: what comes before it, and what it then does. */
struct search {
  struct rv_explorer *x;
  struct rv_site *site;
  const struct rv_event *fresh; /* from here on the trace is new to this site */
  struct rv_ideal before;       /* the changers that come before */
  const struct rv_clock *knows; /* what the site knows, and what is before it with these */
  struct rv_ideal looked;       /* the lookers that can come before or after these */
  struct rv_op op;              /* what is done */
  const struct rv_event *after; /* the first event that must come after, but for the changers */
};

/* The first of those that do not come before and depend on what is done. */
static const struct rv_event *first_out(const struct rv_ideal *ideal, const struct rv_op *op,
                                        const struct rv_event *owner) {
  for (uint32_t i = 0; i < ideal->n; i++) {
    if (owner && ideal->at[i] >= owner)
      break;
    if (!ideal->in[i] && rv_dependent(&ideal->at[i]->step.op, op))
      return ideal->at[i];
  }
  return owner;
}

static bool has_fresh(const struct rv_ideal *ideal, const struct rv_event *fresh) {
  for (uint32_t i = ideal->n; i-- > 0 && ideal->at[i] >= fresh;)
    if (ideal->in[i])
      return true;
  return false;
}

static bool any_after(const struct rv_ideal *ideal, const struct rv_event *event) {
  for (uint32_t i = 0; i < ideal->n; i++)
    if (ideal->in[i] && ideal->at[i] != event && rv_happens_before(event, ideal->at[i]))
      return true;
  return false;
}

/* An event depends on what comes last before it (definition 1). */
static bool depends_on_last(const struct search *s) {
  for (uint32_t i = 0; i < s->before.n; i++) {
    const struct rv_event *const event = s->before.at[i];
    if (s->before.in[i] && !rv_dependent(&event->step.op, &s->op) &&
        !any_after(&s->before, event) && !any_after(&s->looked, event))
      return false;
  }
  return true;
}

static void join_all(struct rv_clock *clock, const struct rv_ideal *ideal,
                     const struct rv_trace *trace) {
  for (uint32_t i = 0; i < ideal->n; i++)
    if (ideal->in[i]) {
      const struct rv_event *const event = ideal->at[i];
      rv_clock_join(clock, event->clock, event->step.thread, event->index,
                    (uint64_t)(event - trace->events) + 1);
    }
}

/* Enters an extension as a rival (CAV's Algorithm 1, lines 24 and 25), unless it is in D anyway or
 * known: of the events of the trace, one is the first that it is in conflict with. False if it was
 * known. */
static bool add_rival(struct rv_explorer *x, const struct rv_event *owner, struct rv_prime *prime) {
  struct rv_unfold *const u = x->own;
  const uint64_t position = (uint64_t)(owner - x->trace.events);
  struct rv_frame *const frame = &u->frames[position];
  const bool known = prime->rival == frame->number;
  if (known || frame->prime == prime || rv_is_disabled(&x->states[position], prime)) {
    rv_prime_release(&u->primes, prime);
    return !known;
  }
  struct rv_rival *const rival = rv_pool_alloc(&u->pool, sizeof *rival);
  rival->prime = prime;
  prime->rival = frame->number;
  rival->next = frame->rivals;
  frame->rivals = rival;
  x->stats.extensions++;
  return true;
}

/* Makes the extension (CAV's Algorithm 1, line 23). False if there is nothing new with the same
 * owner and less before it: what is known was found together with all that has less before it. */
static bool consider(struct search *s) {
  struct rv_explorer *const x = s->x;
  const struct rv_site *const site = s->site;
  const struct rv_event *const owner =
      first_out(&s->looked, &s->op, first_out(&s->before, &s->op, s->after));
  if (!owner || owner == site->made ||
      (owner < s->fresh && !has_fresh(&s->before, s->fresh) && !has_fresh(&s->looked, s->fresh)))
    return false;
  if (site->varies && !depends_on_last(s))
    return true;
  struct rv_clock *const clock = rv_clock_copy(s->knows, x->trace.width, &x->hb.arena);
  join_all(clock, &s->looked, &x->trace);
  const uint32_t n = rv_unfold_history(x, clock, site->thread, site->events);
  struct rv_prime *const prime =
      rv_prime_intern(&rv_unfold(x)->primes, site->thread, 0, rv_unfold(x)->vector, n, &s->op);
  return add_rival(x, owner, prime) || site->varies;
}

/* Sets of lookers have the same owner if the first that is out is the same. Of these, the largest
 * comes first. */
static void consider_all(struct search *s) {
  consider(s);
  for (uint32_t out = s->looked.n; out-- > 0;) {
    rv_ideal_without(&s->looked, out);
    if (consider(s))
      while (rv_ideal_next(&s->looked, out + 1))
        consider(s);
  }
}

/* How a looker stands to the changers: what happens before one that comes before does so too, what
 * happens after another cannot. */
enum place { BEFORE, FREE, AFTER };

static enum place unfold_extensions_place_of(const struct rv_ideal *before,
                                             const struct rv_event *looker) {
  for (uint32_t i = 0; i < before->n; i++)
    if (before->in[i] && rv_happens_before(looker, before->at[i]))
      return BEFORE;
    else if (!before->in[i] && rv_happens_before(before->at[i], looker))
      return AFTER;
  return FREE;
}

/* Those among `n` lookers that can come before or after, and the first that must come after. */
static void find_looked(struct search *s, const struct rv_event **lookers, uint32_t n) {
  const struct rv_event **const at = rv_arena_alloc(&s->x->hb.arena, (n + 1) * sizeof *at);
  uint32_t n_free = 0;
  s->after = s->site->made;
  for (uint32_t i = 0; i < n; i++) {
    if (!rv_dependent(&lookers[i]->step.op, &s->op))
      continue;
    const enum place place = unfold_extensions_place_of(&s->before, lookers[i]);
    if (place == FREE)
      at[n_free++] = lookers[i];
    else if (place == AFTER && (!s->after || lookers[i] < s->after))
      s->after = lookers[i];
  }
  rv_ideal_all(&s->looked, at, n_free, &s->x->hb.arena);
}

/* All histories with these changers before. False if more is read than is known. */
static bool find_with(struct search *s, const struct rv_cut *cut, const struct rv_event **lookers,
                      uint32_t n) {
  struct rv_explorer *const x = s->x;
  const uint64_t top = x->hb.arena.top;
  struct rv_clock *const knows = rv_clock_copy(s->site->knows, x->trace.width, &x->hb.arena);
  join_all(knows, &s->before, &x->trace);
  s->knows = knows;
  const enum rv_outcome outcome = rv_site_outcome(x, s->site, cut, knows, &s->op);
  if (outcome == RV_SITE_READS_MORE)
    return false;
  if (outcome == RV_SITE_MADE) {
    find_looked(s, lookers, n);
    consider_all(s);
  }
  rv_arena_release(&x->hb.arena, top);
  return true;
}

static struct rv_cut cut_of(const struct rv_site *site, const struct rv_ideal *before) {
  struct rv_cut cut = {.last = site->last, .is_prefix = true};
  for (uint32_t i = 0; i < before->n; i++)
    if (before->in[i]) {
      cut.last = before->at[i];
      cut.is_prefix &= !cut.next;
    } else if (!cut.next) {
      cut.next = before->at[i];
    }
  return cut;
}

static bool find_any(struct search *s) {
  const struct rv_site *const site = s->site;
  rv_ideal_all(&s->before, site->changers, site->n_changers, &s->x->hb.arena);
  do {
    const struct rv_cut cut = cut_of(site, &s->before);
    if (!find_with(s, &cut, site->lookers, site->n_lookers))
      return false;
  } while (rv_ideal_next(&s->before, 0));
  return true;
}

/* The accesses of one range are ordered but for those that look at the same: the changers are a
 * chain, with the lookers between them. */
static bool in_layers(const struct rv_site *site) {
  const struct rv_op *const op = &site->op;
  if (op->more_count || op->flags & RV_OP_VARIES || site->overlaps ||
      (site->varies && op->access.mode == RV_ADD))
    return false;
  for (uint32_t i = 1; i < site->n_changers; i++)
    if (!rv_happens_before(site->changers[i - 1], site->changers[i]))
      return false;
  return true;
}

/* The same as find_any(), from the last layer to the first, as long as there is something new
 * (CAV's Algorithm 1, lines 17 to 22). */
static bool find_in_layers(struct search *s) {
  const struct rv_site *const site = s->site;
  uint32_t end = site->n_lookers;
  for (uint32_t i = site->n_changers + 1; i-- > 0;) {
    const struct rv_cut cut = {.last = i ? site->changers[i - 1] : site->last,
                               .next = i < site->n_changers ? site->changers[i] : NULL,
                               .is_prefix = true};
    if (cut.next && cut.next < s->fresh)
      break;
    bool in[2] = {true, false};
    const struct rv_event *around[2] = {cut.last, cut.next};
    s->before = (struct rv_ideal){.at = around + !i, .in = in + !i, .n = !!i + !!cut.next};
    uint32_t begin = end;
    while (begin && (!i || site->lookers[begin - 1] > cut.last))
      begin--;
    if (!find_with(s, &cut, site->lookers + begin, end - begin))
      return false;
    end = begin;
  }
  return true;
}

static bool anything_fresh(const struct search *s) {
  const struct rv_site *const site = s->site;
  return (site->n_changers && site->changers[site->n_changers - 1] >= s->fresh) ||
         (site->n_lookers && site->lookers[site->n_lookers - 1] >= s->fresh);
}

static void extend_site(struct rv_explorer *x, struct rv_site *site) {
  struct search search = {.x = x, .site = site};
  bool done;
  do {
    search.fresh = x->trace.events + rv_site_seen(x, site);
    rv_site_look(x, site, search.fresh);
    done =
        !anything_fresh(&search) || (in_layers(site) ? find_in_layers(&search) : find_any(&search));
  } while (!done);
}

/* Two values of one choice are in conflict. */
static void extend_choice(struct rv_explorer *x, const struct rv_event *made) {
  struct rv_unfold *const u = x->own;
  const uint32_t n = rv_unfold_history(x, made->before, made->step.thread, made->index - 1);
  for (uint32_t choice = 0; choice < made->step.op.choices; choice++)
    add_rival(x, made,
              rv_prime_intern(&u->primes, made->step.thread, choice, u->vector, n, &made->step.op));
}

void rv_unfold_extend_made(struct rv_explorer *x, const struct rv_event *made) {
  if (made->step.op.kind == RV_OP_CHOOSE) {
    extend_choice(x, made);
    return;
  }
  const uint64_t top = x->hb.arena.top;
  struct rv_site site = rv_site_made(x, made);
  extend_site(x, &site);
  rv_arena_release(&x->hb.arena, top);
}

void rv_unfold_extend_waiting(struct rv_explorer *x, const struct rv_waiting *waiting) {
  const uint64_t top = x->hb.arena.top;
  struct rv_site site = rv_site_waiting(x, waiting);
  extend_site(x, &site);
  rv_arena_release(&x->hb.arena, top);
}
