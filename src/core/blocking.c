#include "core/blocking.h"

#include "core/bitset.h"
#include "core/probe.h"
#include "core/race.h"

void rv_waiting_collect(struct rv_explorer *x) {
  const struct rv_system *const system = x->system;
  x->n_waiting = 0;
  if (x->trace.ended == x->trace.created)
    return;
  const rv_tid threads = system->threads(system->self);
  x->waiting = rv_arena_alloc(&x->arena, threads * sizeof *x->waiting);
  for (rv_tid t = 0; t < threads; t++) {
    const struct rv_op *const op = system->next(system->self, t);
    if (op->kind != RV_OP_LOCK && op->kind != RV_OP_AWAIT)
      continue;
    struct rv_waiting *const waiting = &x->waiting[x->n_waiting++];
    waiting->thread = t;
    rv_op_copy(&waiting->op, op, &x->arena);
  }
}

const struct rv_event *rv_waiting_lock_race(struct rv_explorer *x, const struct rv_waiting *waiting,
                                            struct rv_late *late) {
  if (waiting->op.kind != RV_OP_LOCK)
    return NULL;
  const struct rv_thread *const thread = &x->trace.threads[waiting->thread];
  const struct rv_event *const e = rv_last_acquire(&x->hb, &waiting->op);
  if (!e || e->step.thread == waiting->thread ||
      rv_clock_at(thread->current, e->step.thread) >= e->index)
    return NULL;
  *late = (struct rv_late){.thread = waiting->thread, .position = x->trace.n, .op = waiting->op};
  rv_late_lock(&x->trace, e, thread->current, thread->known, late);
  return e;
}

/* An await: of a thread that knows so much, on the writes that it does not know of. */
struct await {
  rv_tid thread;
  const struct rv_op *op;
  uint32_t events; /* that the thread has made before */
  const struct rv_clock *knows;
  uint64_t arrived;               /* the thread stands before it when E has this many events, */
  uint64_t position;              /* and until E has this many */
  const struct rv_event **writes; /* in the order of E */
  uint32_t n_writes;
};

/* Inserts a write unless it is there already (it may access several objects). */
static void add_write(struct rv_explorer *x, struct await *await, const struct rv_event *event) {
  if ((uint64_t)(event - x->trace.events) >= await->position || event->step.thread == await->thread)
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
static uint32_t add_writes(struct rv_explorer *x, struct await *await,
                           const struct rv_object *object) {
  uint32_t n = 0;
  for (const struct rv_visit *v = object->total; v; v = v->before, n++) {
    if (rv_clock_at(await->knows, v->event->step.thread) >= v->event->index)
      break;
    if (await->writes)
      add_write(x, await, v->event);
  }
  return n;
}

static uint32_t add_all_writes(struct rv_explorer *x, struct await *await) {
  uint32_t n = 0;
  for (unsigned i = 0; i < rv_access_count(await->op); i++) {
    const struct rv_access *const access = rv_access(await->op, i);
    const struct rv_object *const object =
        rv_object_find(&x->hb.objects, access->addr, access->size);
    n += add_writes(x, await, object);
    for (const struct rv_overlap *o = object->overlaps; o; o = o->next)
      n += add_writes(x, await, o->object);
  }
  return n;
}

static void find_writes(struct rv_explorer *x, struct await *await) {
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
  for (uint32_t i = e + 1; i < await->n_writes; i++)
    if (!rv_happens_before(await->writes[e], await->writes[i])) {
      cut->in[cut->n] = true;
      cut->writes[cut->n++] = await->writes[i];
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
  struct rv_late late = {
      .thread = await->thread, .position = await->position, .op = *await->op, .clock = clock};
  late.without = rv_arena_alloc(&x->hb.arena, (cut->n + 1) * sizeof *late.without);
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
  return late;
}

/* The answer for the writes before the i-th, which is e, and those of the cut. It is kept with the
 * last event that it depends on: as long as that is in the trace, so is all that happens before. */
static struct rv_answer *find_answer(struct rv_explorer *x, const struct await *await, uint32_t i,
                                     const struct cut *cut) {
  const uint32_t most = i + cut->n;
  struct rv_answer *const wanted = rv_arena_alloc(&x->hb.arena, rv_answer_size(most));
  *wanted = (struct rv_answer){.thread = await->thread, .events = await->events, .n = i};
  for (uint32_t k = 0; k < i; k++)
    wanted->writes[k] = await->writes[k];
  for (uint32_t k = 0; k < cut->n; k++)
    if (cut->in[k])
      wanted->writes[wanted->n++] = cut->writes[k];

  const struct rv_event *last = &x->trace.events[await->arrived - 1];
  if (wanted->n && last < wanted->writes[wanted->n - 1])
    last = wanted->writes[wanted->n - 1];
  return rv_answer_for(x, (struct rv_event *)last, wanted);
}

/* Whether the thread is enabled after pre(E, e).u. If u has no write, that is how the memory was
 * before e in E; the thread may have stood there and been seen. */
static bool is_enabled(struct rv_explorer *x, const struct await *await, uint32_t i,
                       const struct cut *cut, const struct rv_late *late) {
  const struct rv_event *const e = await->writes[i];
  const uint64_t position = (uint64_t)(e - x->trace.events);
  bool none = true;
  for (uint32_t k = 0; k < cut->n; k++)
    none &= !cut->in[k];
  if (none && await->arrived <= position)
    return rv_bit(x->states[position].enabled, x->states[position].words, await->thread);
  struct rv_answer *const answer = find_answer(x, await, i, cut);
  if (!answer->known) {
    answer->enabled = rv_probe_enabled(x, e, late);
    answer->known = true;
  }
  return answer->enabled;
}

static uint64_t reverse_all(struct rv_explorer *x, struct await *await, rv_await_reverse *reverse) {
  const uint64_t top = x->hb.arena.top;
  uint64_t rest = 0;
  find_writes(x, await);
  for (uint32_t i = 0; i < await->n_writes; i++) {
    const struct rv_event *const e = await->writes[i];
    struct cut cut;
    find_cut(await, i, &cut, &x->hb.arena);
    const uint64_t again = x->hb.arena.top;
    do {
      rv_arena_release(&x->hb.arena, again);
      struct rv_late late = late_after(x, await, e, &cut);
      if (!is_enabled(x, await, i, &cut, &late))
        continue;
      const uint64_t last = reverse(x, e, &late);
      rest = rest < last ? last : rest;
    } while (next_cut(&cut));
  }
  rv_arena_release(&x->hb.arena, top);
  return rest;
}

uint64_t rv_await_made(struct rv_explorer *x, const struct rv_event *made,
                       rv_await_reverse *reverse) {
  struct await await = {
      .thread = made->step.thread,
      .op = &made->step.op,
      .events = made->index - 1,
      .knows = made->before,
      .arrived = rv_clock_complete(made->before, made->step.thread, made->index - 1, &x->trace),
      .position = (uint64_t)(made - x->trace.events)};
  return reverse_all(x, &await, reverse);
}

void rv_await_waiting(struct rv_explorer *x, const struct rv_waiting *waiting,
                      rv_await_reverse *reverse) {
  if (waiting->op.kind != RV_OP_AWAIT)
    return;
  const struct rv_thread *const thread = &x->trace.threads[waiting->thread];
  struct await await = {
      .thread = waiting->thread,
      .op = &waiting->op,
      .events = thread->known,
      .knows = thread->current,
      .arrived = rv_clock_complete(thread->current, waiting->thread, thread->known, &x->trace),
      .position = x->trace.n};
  reverse_all(x, &await, reverse);
}
