#include "core/await.h"

#include "core/bitset.h"
#include "core/dependence.h"
#include "core/probe.h"
#include "core/seen.h"

/* An await of a thread that knows so much, and the writes to its memory that it doesn't know. */
struct await {
  rv_tid thread;
  const struct rv_event *made; /* NULL: the thread still waits */
  struct rv_op memory;         /* M */
  uint32_t events;             /* that the thread has made before */
  const struct rv_clock *knows;
  uint64_t arrived;               /* the thread stands before it when E has this many events, */
  uint64_t position;              /* and until E has this many */
  const struct rv_event **writes; /* in the order of E */
  uint32_t n_writes;
};

/* Inserts a write unless it is there already (it may access several objects). */
static void add_write(struct await *await, const struct rv_event *event) {
  if (event->step.thread == await->thread)
    return;
  uint32_t at = await->n_writes;
  while (at && await->writes[at - 1] > event)
    at--;
  if (at && await->writes[at - 1] == event)
    return;
  for (uint32_t i = await->n_writes++; i > at; i--)
    await->writes[i] = await->writes[i - 1];
  await->writes[at] = event;
}

/* The writes to an object that the thread does not know of: the last ones. Returns how many, and
 * enters them if there is room. */
static uint32_t add_writes(struct await *await, const struct rv_object *object) {
  uint32_t n = 0;
  for (const struct rv_visit *v = object->total; v; v = v->before, n++) {
    if (rv_clock_at(await->knows, v->event->step.thread) >= v->event->index)
      break;
    if (await->writes)
      add_write(await, v->event);
  }
  return n;
}

static uint32_t add_all_writes(struct rv_explorer *x, struct await *await) {
  uint32_t n = 0;
  for (unsigned i = 0; i < rv_access_count(&await->memory); i++) {
    const struct rv_access *const access = rv_access(&await->memory, i);
    const struct rv_object *const object =
        rv_object_find(&x->hb.objects, access->addr, access->size);
    n += add_writes(await, object);
    for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
      n += add_writes(await, o->object);
  }
  return n;
}

static void find_writes(struct rv_explorer *x, struct await *await) {
  await->writes = NULL;
  await->n_writes = 0;
  const uint32_t n = add_all_writes(x, await);
  await->writes = rv_arena_alloc(&x->hb.arena, (n + 1) * sizeof *await->writes);
  add_all_writes(x, await);
}

/* Which of the writes after e, that do not happen after it, are in u. */
struct cut {
  const struct rv_event **writes; /* those in question, in the order of E */
  bool *in;
  uint32_t n;
};

static void find_cut(const struct await *await, uint32_t e, struct cut *cut,
                     struct rv_arena *arena) {
  const uint32_t most = await->n_writes - e;
  cut->n = 0;
  cut->writes = rv_arena_alloc(arena, most * sizeof *cut->writes);
  cut->in = rv_arena_alloc(arena, most * sizeof *cut->in);
  for (uint32_t i = e + 1; i < await->n_writes; i++) {
    const struct rv_event *const write = await->writes[i];
    if (rv_happens_before(await->writes[e], write) ||
        (await->made && rv_happens_before(await->made, write)))
      continue;
    cut->in[cut->n] = true;
    cut->writes[cut->n++] = write;
  }
}

/* The next smaller set of writes that is closed under happens-before; false after the empty one.
 * In the order of numbers whose highest digit is the first write. */
static bool next_cut(struct cut *cut) {
  uint32_t last = cut->n;
  while (last && !cut->in[last - 1])
    last--;
  if (!last)
    return false;
  cut->in[last - 1] = false;
  for (uint32_t i = last; i < cut->n; i++) {
    cut->in[i] = true;
    for (uint32_t j = 0; j < i; j++)
      if (!cut->in[j] && rv_happens_before(cut->writes[j], cut->writes[i]))
        cut->in[i] = false;
  }
  return true;
}

/* u.p for one e and one cut, with u all of notdep(e, E) but what the cut leaves out. */
static struct rv_late late_after(struct rv_explorer *x, const struct await *await,
                                 const struct rv_event *e, const struct cut *cut) {
  struct rv_clock *const clock = rv_clock_copy(await->knows, x->trace.width, &x->hb.arena);
  struct rv_late late = {.thread = await->thread,
                         .events = await->events,
                         .position = await->position,
                         .op = await->memory,
                         .clock = clock};
  late.without = rv_arena_alloc(&x->hb.arena, (cut->n + 1) * sizeof *late.without);
  if (await->made)
    late.without[late.n_without++] = await->made;
  late.since = (uint64_t)(e - x->trace.events) + 1;
  if (late.since < await->arrived)
    late.since = await->arrived;
  for (uint32_t i = 0; i < cut->n; i++) {
    const struct rv_event *const write = cut->writes[i];
    if (!cut->in[i]) {
      late.without[late.n_without++] = write;
      continue;
    }
    rv_clock_join(clock, write->clock, write->step.thread, write->index);
    if (late.since <= (uint64_t)(write - x->trace.events))
      late.since = (uint64_t)(write - x->trace.events) + 1;
  }
  if (late.position < late.since)
    late.position = x->trace.n;
  return late;
}

/* The question for the writes before the i-th, which is e, and those of the cut. */
static struct rv_answer *question(struct rv_explorer *x, const struct await *await, uint32_t i,
                                  const struct cut *cut) {
  struct rv_answer *const wanted = rv_arena_alloc(&x->hb.arena, rv_answer_size(i + cut->n));
  *wanted = (struct rv_answer){.thread = await->thread, .events = await->events, .n = i};
  for (uint32_t k = 0; k < i; k++)
    wanted->writes[k] = await->writes[k];
  for (uint32_t k = 0; k < cut->n; k++)
    if (cut->in[k])
      wanted->writes[wanted->n++] = cut->writes[k];
  return wanted;
}

/* The last event that the answer depends on: as long as that is in the trace, so is all that
 * happens before it. */
static struct rv_event *keeper(struct rv_explorer *x, const struct await *await,
                               const struct rv_answer *answer) {
  uint64_t last = await->arrived;
  if (answer->n) {
    const uint64_t after = (uint64_t)(answer->writes[answer->n - 1] - x->trace.events) + 1;
    last = last < after ? after : last;
  }
  return last ? &x->trace.events[last - 1] : NULL;
}

enum verdict { DISABLED, ENABLED, READS_MORE };

/* Whether the thread is enabled after pre(E, e).u; late->op is then what it reads. */
static enum verdict judge(struct rv_explorer *x, struct await *await, uint32_t i,
                          const struct cut *cut, struct rv_late *late) {
  const struct rv_event *const e = await->writes[i];
  const struct rv_state *const before = &x->states[e - x->trace.events];
  struct rv_answer *const wanted = question(x, await, i, cut);
  /* Where u has no write, the memory is as it was before e in E. If the thread stood there, it was
   * seen; and if it read but one thing, that is what it reads. */
  if (wanted->n == i && await->arrived <= (uint64_t)(e - x->trace.events)) {
    if (!rv_bit(before->enabled, before->words, await->thread))
      return DISABLED;
    if (!await->memory.more_count)
      return ENABLED;
  }
  struct rv_event *const with = keeper(x, await, wanted);
  const struct rv_answer *answer = rv_answer_find(with, wanted);
  if (!answer)
    rv_probe_await(x, e, late, wanted);
  /* What reads more than M is no answer for these writes alone. */
  if (rv_accesses_add(&await->memory, answer ? &answer->op : &wanted->op, &x->hb.arena))
    return READS_MORE;
  if (!answer)
    answer = with ? rv_answer_keep(x, with, wanted) : wanted;
  late->op = answer->op;
  return answer->enabled ? ENABLED : DISABLED;
}

/* All e and u, as far as it is known what is read. False if it turns out that more is. */
static bool reverse_known(struct rv_explorer *x, struct await *await, rv_await_reverse *reverse,
                          uint64_t *rest) {
  find_writes(x, await);
  const struct rv_event *const end = &x->trace.events[await->position];
  for (uint32_t i = 0; i < await->n_writes && await->writes[i] < end; i++) {
    struct cut cut;
    find_cut(await, i, &cut, &x->hb.arena);
    const uint64_t top = x->hb.arena.top;
    do {
      struct rv_late late = late_after(x, await, await->writes[i], &cut);
      const enum verdict verdict = judge(x, await, i, &cut, &late);
      if (verdict == READS_MORE)
        return false;
      if (verdict == ENABLED && rv_dependent(&await->writes[i]->step.op, &late.op)) {
        const uint64_t last = reverse(x, await->writes[i], &late);
        *rest = *rest < last ? last : *rest;
      }
      rv_arena_release(&x->hb.arena, top);
    } while (next_cut(&cut));
  }
  return true;
}

static uint64_t reverse_all(struct rv_explorer *x, struct await *await, rv_await_reverse *reverse) {
  const uint64_t top = x->hb.arena.top;
  uint64_t rest = 0;
  await->arrived = rv_clock_complete(await->knows, await->thread, await->events, &x->trace);
  for (const struct rv_seen *s = x->states[await->position].awaits; s; s = s->next)
    if (s->thread == await->thread)
      rv_accesses_add(&await->memory, &s->op, &x->hb.arena);
  while (!reverse_known(x, await, reverse, &rest))
    ;
  rv_arena_release(&x->hb.arena, top);
  /* Writes after an await of several things may be in u: other executions have others. */
  return await->memory.more_count ? x->trace.n - 1 : rest;
}

uint64_t rv_await_made(struct rv_explorer *x, const struct rv_event *made,
                       rv_await_reverse *reverse) {
  struct await await = {.thread = made->step.thread,
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
  struct await await = {.thread = waiting->thread,
                        .memory = waiting->op,
                        .events = thread->known,
                        .knows = thread->current,
                        .position = x->trace.n};
  reverse_all(x, &await, reverse);
}
