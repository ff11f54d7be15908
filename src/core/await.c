#include "core/await.h"

#include <string.h>

#include "core/await_touches.h"
#include "core/bitset.h"
#include "core/dependence.h"
#include "core/observers.h"
#include "core/probe.h"
#include "core/seen.h"

/* A cut after which the thread is enabled, and the list of those found before it. */
struct found {
  const bool *in;
  const struct found *next;
};

/* Whether a cut is a subset of one already found to enable the thread. It need not be tried: the
 * races of the remaining events of the larger cut lead to it. */
static bool is_covered(const struct rv_await_cut *cut, const struct found *found) {
  for (; found; found = found->next) {
    uint32_t i = 0;
    while (i < cut->events.n && (found->in[i] || !cut->events.in[i]))
      i++;
    if (i == cut->events.n)
      return true;
  }
  return false;
}

static const struct found *add_found(const struct rv_await_cut *cut, const struct found *found,
                                     struct rv_arena *arena) {
  struct found *const added = rv_arena_alloc(arena, sizeof *added);
  bool *const in = rv_arena_alloc(arena, cut->events.n * sizeof *in);
  memcpy(in, cut->events.in, cut->events.n * sizeof *in);
  *added = (struct found){in, found};
  return added;
}

/* u.p for one e and one cut, with u all of notdep(e, E) but what the cut leaves out (Algorithm 5,
 * line 8; Algorithm 6, line 13). */
static struct rv_late late_after(struct rv_explorer *x, const struct rv_await *await,
                                 const struct rv_event *e, const struct rv_await_cut *cut) {
  struct rv_clock *const clock = rv_clock_copy(await->knows, x->trace.width, &x->hb.arena);
  struct rv_late late = {.thread = await->thread,
                         .events = await->events,
                         .position = await->position,
                         .op = await->memory,
                         .clock = clock};
  late.without = rv_arena_alloc(&x->hb.arena, (cut->events.n + 1) * sizeof *late.without);
  if (await->made)
    late.without[late.n_without++] = await->made;
  late.since = (uint64_t)(e - x->trace.events) + 1;
  if (late.since < await->arrived)
    late.since = await->arrived;
  for (uint32_t i = 0; i < cut->events.n; i++) {
    const struct rv_event *const event = cut->events.at[i];
    if (!cut->events.in[i]) {
      late.without[late.n_without++] = event;
      continue;
    }
    const uint64_t end = (uint64_t)(event - x->trace.events) + 1;
    rv_clock_join(clock, event->clock, event->step.thread, event->index, end);
    if (late.since < end)
      late.since = end;
  }
  if (late.position < late.since)
    late.position = x->trace.n;
  return late;
}

/* Whether u changes M. */
static bool changes_memory(const struct rv_await_cut *cut) {
  bool changes = false;
  for (uint32_t k = 0; k < cut->events.n; k++)
    changes |= cut->events.in[k] && cut->effects[k] != RV_LOOKS;
  return changes;
}

/* Asks whether the thread is enabled after the changes before the i-th event, which is e, and those
 * of the cut. */
static struct rv_answer *question(struct rv_explorer *x, const struct rv_await *await, uint32_t i,
                                  const struct rv_await_cut *cut) {
  struct rv_answer *const wanted = rv_arena_alloc(&x->hb.arena, rv_answer_size(i + cut->events.n));
  *wanted = (struct rv_answer){.thread = await->thread, .events = await->events};
  for (uint32_t k = 0; k < i; k++)
    if (await->touches[k].effect != RV_LOOKS)
      wanted->writes[wanted->n++] = await->touches[k].event;
  for (uint32_t k = 0; k < cut->events.n; k++)
    if (cut->events.in[k] && cut->effects[k] != RV_LOOKS)
      wanted->writes[wanted->n++] = cut->events.at[k];
  return wanted;
}

/* The last event that the answer depends on. As long as it is in the trace, so is everything that
 * happens before it. */
static struct rv_event *keeper(struct rv_explorer *x, const struct rv_await *await,
                               const struct rv_answer *answer) {
  uint64_t last = await->arrived;
  if (answer->n) {
    const uint64_t after = (uint64_t)(answer->writes[answer->n - 1] - x->trace.events) + 1;
    last = last < after ? after : last;
  }
  return last ? &x->trace.events[last - 1] : NULL;
}

enum verdict { DISABLED, ENABLED, READS_MORE };

/* M where the modes depend on the state: everything that can conflict. */
static void await_widen(struct rv_await *await, struct rv_arena *arena) {
  struct rv_op *const memory = &await->memory;
  if (!(memory->flags & RV_OP_VARIES))
    return;
  rv_op_copy(memory, memory, arena);
  memory->access.mode = RV_WRITE;
  for (unsigned i = 0; i < memory->more_count; i++)
    ((struct rv_access *)memory->more)[i].mode = RV_WRITE;
}

/* Whether the thread is enabled after pre(E, e).u (Algorithm 5, line 7; Algorithm 6, line 12);
 * late->op is then what it does. */
static enum verdict await_judge(struct rv_explorer *x, struct rv_await *await, uint32_t i,
                                const struct rv_await_cut *cut, struct rv_late *late) {
  const struct rv_event *const e = await->touches[i].event;
  const struct rv_state *const before = &x->states[e - x->trace.events];
  /* If u changes nothing, the memory is as it was before e in E. If the thread was waiting there,
   * it was seen whether it was enabled; and if it can do only one thing, it does that. */
  if (!changes_memory(cut) && await->arrived <= (uint64_t)(e - x->trace.events)) {
    if (!rv_bit(before->enabled, before->words, await->thread))
      return DISABLED;
    if (!await->varies)
      return ENABLED;
  }
  struct rv_answer *const wanted = question(x, await, i, cut);
  struct rv_event *const with = keeper(x, await, wanted);
  const struct rv_answer *answer = rv_answer_find(with, wanted);
  if (!answer)
    rv_probe_await(x, e, late, wanted);
  /* If the condition reads more than M, these writes alone do not decide the answer. */
  if (rv_accesses_add(&await->memory, answer ? &answer->op : &wanted->op, &x->hb.arena)) {
    await_widen(await, &x->hb.arena);
    rv_awaited(x, &await->memory);
    return READS_MORE;
  }
  if (!answer)
    answer = with ? rv_answer_keep(x, with, wanted) : wanted;
  late->op = answer->op;
  return answer->enabled ? ENABLED : DISABLED;
}

/* Whether nothing is between the i-th event and the await that was made. */
static bool is_immediate(const struct rv_await *await, uint32_t i) {
  for (uint32_t k = i + 1; k < await->n_touches; k++)
    if (rv_happens_before(await->touches[i].event, await->touches[k].event) &&
        rv_happens_before(await->touches[k].event, await->made))
      return false;
  return true;
}

/* All u for one e (Algorithm 5, line 6; Algorithm 6, line 11). False if it turns out that more is
 * read than was known. */
static bool reverse_with(struct rv_explorer *x, struct rv_await *await, uint32_t i,
                         rv_await_reverse *reverse, uint64_t *rest) {
  const struct rv_event *const e = await->touches[i].event;
  const bool disables = await->varies || await->touches[i].effect == RV_CHANGES;
  if (!disables && !(await->made && is_immediate(await, i)))
    return true;
  const uint64_t begin = x->hb.arena.top;
  struct rv_await_cut cut;
  uint64_t known_by = *rest;
  rv_await_find_cut(x, await, e, &cut, &known_by);
  if (await->varies) /* changes after the await may be in u, and other executions can have other
                      * ones */
    *rest = known_by;
  const struct found *found = NULL;
  do {
    if (is_covered(&cut, found))
      continue;
    const uint64_t top = x->hb.arena.top;
    struct rv_late late = late_after(x, await, e, &cut);
    late.made = found ? NULL : await->made; /* a race of two events is one, whatever u is */
    const enum verdict verdict = await_judge(x, await, i, &cut, &late);
    if (verdict == READS_MORE)
      return false;
    const bool reverses = verdict == ENABLED && rv_dependent(&e->step.op, &late.op);
    if (reverses) {
      const uint64_t last = reverse(x, e, &late);
      *rest = *rest < last ? last : *rest;
    }
    rv_arena_release(&x->hb.arena, top);
    if (reverses)
      found = add_found(&cut, found, &x->hb.arena);
  } while (disables && rv_ideal_next(&cut.events, 0));
  rv_arena_release(&x->hb.arena, begin);
  return true;
}

/* All e and u, for the memory that the condition is known to read. False if it turns out to read
 * more. */
static bool reverse_known(struct rv_explorer *x, struct rv_await *await, rv_await_reverse *reverse,
                          uint64_t *rest) {
  rv_await_find_touches(x, await);
  await->varies = await->memory.more_count || await->memory.flags & RV_OP_VARIES;
  for (uint32_t i = 0; i < await->n_touches; i++)
    if (!reverse_with(x, await, i, reverse, rest))
      return false;
  return true;
}

static uint64_t reverse_all(struct rv_explorer *x, struct rv_await *await,
                            rv_await_reverse *reverse) {
  const uint64_t top = x->hb.arena.top;
  uint64_t rest = 0;
  await->arrived = rv_clock_complete(await->knows, await->thread, await->events, &x->trace);
  for (const struct rv_seen *s = rv_awaits_at(&x->states[await->position]); s; s = s->next)
    if (s->thread == await->thread)
      rv_accesses_add(&await->memory, &s->op, &x->hb.arena);
  await_widen(await, &x->hb.arena);
  while (!reverse_known(x, await, reverse, &rest))
    ;
  if (await->capacity)
    rv_pool_free(&x->hb.pool, await->touches, await->capacity * sizeof *await->touches);
  rv_arena_release(&x->hb.arena, top);
  return rest;
}

uint64_t rv_await_made(struct rv_explorer *x, const struct rv_event *made,
                       rv_await_reverse *reverse) {
  struct rv_await await = {.thread = made->step.thread,
                           .made = made,
                           .memory = made->step.op,
                           .events = made->index - 1,
                           .knows = made->before,
                           .position = (uint64_t)(made - x->trace.events)};
  return reverse_all(x, &await, reverse);
}

void rv_await_waiting(struct rv_explorer *x, const struct rv_waiting *waiting,
                      rv_await_reverse *reverse) {
  if (waiting->op.kind != RV_OP_AWAIT)
    return;
  const struct rv_thread *const thread = &x->trace.threads[waiting->thread];
  struct rv_await await = {.thread = waiting->thread,
                           .memory = waiting->op,
                           .events = thread->known,
                           .knows = thread->current,
                           .position = x->trace.n};
  reverse_all(x, &await, reverse);
}
