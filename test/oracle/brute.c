#include "brute.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* How a message was received, if it was. */
enum taken { NOT_TAKEN, FOR_ITS_TAG, AS_WHATEVER_COMES };

/* An interleaving, as far as it was made. */
struct interleaving {
  unsigned n, preemptions;
  struct pick pick[MAX_EVENTS];
  struct machine_step step[MAX_EVENTS];
  uint64_t conflicts[MAX_EVENTS]; /* of each event: the earlier ones that it conflicts with */
  struct machine last;            /* the state in which it ends */
};

/* What happened before each event, as a set of events, and before the next event of each thread. */
struct order {
  const struct interleaving *of;
  uint64_t before[MAX_EVENTS];
  uint64_t known[MAX_THREADS];
  uint64_t unseen;           /* a set of events */
  uint8_t taken[MAX_EVENTS]; /* of a message: enum taken */
};

/* Reads commute with reads, additions with additions, unlocks with unlocks, and trylocks that fail
 * with their like. */
static bool touches_conflict(const struct machine_touch *a, const struct machine_touch *b) {
  const struct variable x = a->range, y = b->range;
  if (x.offset >= y.offset + y.size || y.offset >= x.offset + x.size)
    return false;
  return a->how != b->how || a->how == TOUCH_WRITE || a->how == TOUCH_LOCK;
}

static bool ordered(const struct machine_step *a, const struct machine_step *b) {
  for (unsigned i = 0; i < a->touches; i++)
    for (unsigned j = 0; j < b->touches; j++)
      if (touches_conflict(&a->touch[i], &b->touch[j]))
        return true;
  return false;
}

static uint64_t bytes_of(struct variable v) {
  return ((UINT64_C(1) << v.size) - 1) << v.offset;
}

static bool is_store(const struct program *p, const struct machine_step *a,
                     const struct equivalence *equivalence) {
  if (!equivalence->observers || !a->stores)
    return false;
  const uint64_t bytes = bytes_of(a->touch[0].range);
  for (unsigned v = 0; v < p->vars; v++)
    if (equivalence->written >> v & 1 && bytes_of(p->var[v]) & bytes &&
        bytes_of(p->var[v]) != bytes)
      return false;
  return !(equivalence->awaited & bytes);
}

/* Finds the stores of which no byte is read before it is overwritten. */
static void find_unseen(struct order *o, const struct program *p,
                        const struct equivalence *equivalence) {
  int last[MEMORY];
  for (unsigned i = 0; i < MEMORY; i++)
    last[i] = -1;
  for (unsigned e = 0; e < o->of->n; e++) {
    const struct machine_step *const step = &o->of->step[e];
    const bool store = is_store(p, step, equivalence);
    o->unseen |= (uint64_t)store << e;
    for (unsigned t = 0; t < step->touches; t++) {
      const struct variable range = step->touch[t].range;
      for (unsigned b = range.offset; b < range.offset + range.size && b < MEMORY; b++) {
        if (!store && last[b] >= 0)
          o->unseen &= ~(UINT64_C(1) << last[b]);
        if (step->touch[t].how == TOUCH_WRITE)
          last[b] = (int)e;
      }
    }
  }
}

static void find_taken(struct order *o) {
  const struct machine_step *const step = o->of->step;
  for (unsigned s = 0; s < o->of->n; s++)
    for (unsigned r = s + 1; step[s].instruction->kind == SEND && r < o->of->n; r++) {
      const struct instruction *const i = step[r].instruction;
      if ((i->kind == RECEIVE || i->kind == RECEIVE_IF_ANY) &&
          touches_conflict(&step[s].touch[2 + i->any], &step[r].touch[0]))
        o->taken[s] = i->any ? AS_WHATEVER_COMES : FOR_ITS_TAG;
    }
}

/* Two messages are ordered if somebody who took one could have got the other instead. */
static bool messages_ordered(const struct order *o, unsigned a, unsigned b) {
  const struct instruction *const one = o->of->step[a].instruction, *const other =
                                                                        o->of->step[b].instruction;
  if (one->thread != other->thread)
    return false;
  if (o->taken[a] == AS_WHATEVER_COMES || o->taken[b] == AS_WHATEVER_COMES)
    return true;
  return one->expected == other->expected && (o->taken[a] || o->taken[b]);
}

/* Two events that conflict, or two messages. */
static bool events_ordered(const struct order *o, const struct equivalence *equivalence, unsigned a,
                           unsigned b) {
  if (equivalence->observers && o->of->step[a].instruction->kind == SEND &&
      o->of->step[b].instruction->kind == SEND)
    return messages_ordered(o, a, b);
  return !(o->unseen >> a & o->unseen >> b & 1);
}

static void note_effects(struct order *o, const struct machine_step *step) {
  for (unsigned i = 0; i < step->n_effects; i++) {
    const unsigned thread = step->effect[i].thread, other = step->effect[i].other;
    if (step->effect[i].kind == MACHINE_CREATE)
      o->known[other] = o->known[thread];
    else if (step->effect[i].kind == MACHINE_JOIN)
      o->known[thread] |= o->known[other];
  }
}

static void note_event(struct order *o, const struct equivalence *equivalence, unsigned e) {
  const unsigned thread = o->of->pick[e].thread;
  o->before[e] = o->known[thread];
  for (uint64_t left = o->of->conflicts[e]; left; left &= left - 1) {
    const unsigned i = (unsigned)__builtin_ctzll(left);
    if (events_ordered(o, equivalence, i, e))
      o->before[e] |= o->before[i] | UINT64_C(1) << i;
  }
  o->known[thread] = o->before[e] | UINT64_C(1) << e;
  note_effects(o, &o->of->step[e]);
}

/* Of the next events of all threads that have their predecessors taken, that of the lowest thread.
 */
static unsigned lowest_minimal(const struct order *o, const uint64_t of_thread[MAX_THREADS],
                               uint64_t taken) {
  for (unsigned t = 0; t < MAX_THREADS; t++) {
    const uint64_t left = of_thread[t] & ~taken;
    if (left && !(o->before[__builtin_ctzll(left)] & ~taken))
      return (unsigned)__builtin_ctzll(left);
  }
  abort();
}

/* Whether a thread that made the last step is preempted if another one makes the next. */
static bool is_preempted(const struct program *p, const struct machine *m, unsigned thread) {
  return machine_enabled(p, m, thread) && !machine_gives_up(p, m, thread);
}

/* What one more step adds to the preemptions of an interleaving. */
static bool preempts(const struct program *p, const struct equivalence *equivalence,
                     const struct interleaving *made, unsigned thread) {
  const unsigned last = made->n ? made->pick[made->n - 1].thread : 0;
  return (made->n || equivalence->main_runs) && thread != last &&
         is_preempted(p, &made->last, last);
}

/* One more step. */
static void make(const struct program *p, const struct equivalence *equivalence,
                 struct interleaving *made, struct pick pick) {
  const unsigned n = made->n;
  made->preemptions += preempts(p, equivalence, made, pick.thread);
  made->pick[n] = pick;
  machine_make(p, &made->last, pick.thread, pick.choice, &made->step[n]);
  made->conflicts[n] = 0;
  for (unsigned i = 0; i < n; i++)
    made->conflicts[n] |= (uint64_t)ordered(&made->step[i], &made->step[n]) << i;
  made->n++;
}

/* Takes it back. */
static void unmake(struct interleaving *made, unsigned preemptions, const struct machine *last) {
  made->n--;
  made->preemptions = preemptions;
  made->last = *last;
}

static void name_order(const struct program *p, const struct equivalence *equivalence,
                       const struct interleaving *made, struct order *o) {
  struct machine m;
  struct machine_step begin;
  machine_start(p, &m, &begin);
  if (equivalence->observers) {
    find_unseen(o, p, equivalence);
    find_taken(o);
  }
  note_effects(o, &begin);
  for (unsigned i = 0; i < made->n; i++)
    note_event(o, equivalence, i);
}

static void name_interleaving(const struct program *p, const struct equivalence *equivalence,
                              const struct interleaving *made, struct trace_name *name) {
  struct order o = {.of = made};
  uint64_t of_thread[MAX_THREADS] = {0}, taken = 0;
  name_order(p, equivalence, made, &o);
  memset(name, 0, sizeof *name);
  name->n = made->n;
  name->preemptions = made->preemptions;
  name->last = made->last;
  name->stuck = machine_stuck(p, &made->last);
  for (unsigned i = 0; i < made->n; i++)
    of_thread[made->pick[i].thread] |= UINT64_C(1) << i;
  for (unsigned i = 0; i < made->n; i++) {
    const unsigned e = lowest_minimal(&o, of_thread, taken);
    taken |= UINT64_C(1) << e;
    name->pick[i] = made->pick[e];
  }
  if (!equivalence->observers)
    return;
  /* Stores that nobody read may have left another value. But all that was read is the same. */
  struct machine_step step;
  machine_start(p, &name->last, &step);
  for (unsigned i = 0; i < made->n; i++)
    machine_make(p, &name->last, name->pick[i].thread, name->pick[i].choice, &step);
  assert(memcmp(made->last.thread, name->last.thread, sizeof made->last.thread) == 0);
}

static void plain_name(const struct program *p, const struct equivalence *equivalence,
                       const struct pick *pick, unsigned n, struct trace_name *name) {
  struct interleaving made;
  struct machine_step begin;
  made.n = made.preemptions = 0;
  machine_start(p, &made.last, &begin);
  for (unsigned i = 0; i < n; i++)
    make(p, equivalence, &made, pick[i]);
  name_interleaving(p, equivalence, &made, name);
}

static int compare(const struct trace_name *a, const struct trace_name *b) {
  if (a->n != b->n)
    return a->n < b->n ? -1 : 1;
  return memcmp(a->pick, b->pick, a->n * sizeof *a->pick);
}

static void swap_names(uint8_t *a, uint8_t *b) {
  const uint8_t one = *a;
  *a = *b;
  *b = one;
}

/* The next permutation of the threads from 1 to `last` in lexicographic order; false after the last
 * one. */
static bool next_renaming(uint8_t *to, unsigned last) {
  unsigned i = last, j = last;
  while (i > 1 && to[i - 1] > to[i])
    i--;
  if (i <= 1)
    return false;
  while (to[j] < to[i - 1])
    j--;
  swap_names(&to[i - 1], &to[j]);
  for (; i < last; i++, last--)
    swap_names(&to[i], &to[last]);
  return true;
}

void trace_name(const struct program *p, const struct equivalence *equivalence,
                const struct pick *pick, unsigned n, struct trace_name *name) {
  plain_name(p, equivalence, pick, n, name);
  if (!equivalence->symmetry)
    return;
  uint8_t to[MAX_THREADS];
  for (unsigned t = 0; t < MAX_THREADS; t++)
    to[t] = (uint8_t)t;
  while (next_renaming(to, p->alike)) {
    struct pick renamed[MAX_EVENTS];
    struct trace_name other;
    for (unsigned i = 0; i < n; i++)
      renamed[i] = (struct pick){to[pick[i].thread], pick[i].choice};
    plain_name(p, equivalence, renamed, n, &other);
    if (compare(&other, name) < 0)
      *name = other;
  }
}

bool trace_set_add(struct trace_set *set, const struct trace_name *name) {
  size_t low = 0, high = set->n;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const int order = compare(&set->at[middle], name);
    if (order == 0) {
      if (set->at[middle].preemptions > name->preemptions)
        set->at[middle].preemptions = name->preemptions;
      return false;
    }
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (set->n == set->capacity) {
    set->capacity = set->capacity ? 2 * set->capacity : 64;
    set->at = realloc(set->at, set->capacity * sizeof *set->at);
    if (!set->at)
      abort();
  }
  memmove(&set->at[low + 1], &set->at[low], (set->n - low) * sizeof *set->at);
  set->at[low] = *name;
  set->n++;
  return true;
}

bool trace_set_equal(const struct trace_set *a, const struct trace_set *b) {
  if (a->n != b->n)
    return false;
  for (size_t i = 0; i < a->n; i++)
    if (compare(&a->at[i], &b->at[i]) || a->at[i].stuck != b->at[i].stuck ||
        memcmp(&a->at[i].last, &b->at[i].last, sizeof a->at[i].last))
      return false;
  return true;
}

unsigned trace_set_within(const struct trace_set *set, unsigned preemptions) {
  unsigned n = 0;
  for (size_t i = 0; i < set->n; i++)
    n += set->at[i].preemptions <= preemptions;
  return n;
}

bool trace_set_is_within(const struct trace_set *set, const struct trace_set *all,
                         unsigned preemptions) {
  size_t at = 0;
  for (size_t i = 0; i < all->n; i++) {
    if (all->at[i].preemptions > preemptions)
      continue;
    if (at == set->n || compare(&set->at[at++], &all->at[i]))
      return false;
  }
  return at == set->n;
}

bool trace_set_is_part(const struct trace_set *set, const struct trace_set *all) {
  size_t at = 0;
  for (size_t i = 0; i < all->n && at < set->n; i++)
    at += compare(&set->at[at], &all->at[i]) == 0;
  return at == set->n;
}

void trace_set_free(struct trace_set *set) {
  free(set->at);
  memset(set, 0, sizeof *set);
}

struct search {
  const struct program *p;
  struct equivalence *equivalence;
  struct trace_set *traces; /* NULL: only what is awaited is looked for */
  uint64_t interleavings, most;
  uint64_t void_; /* interleavings that have an iteration which only reads */
  struct interleaving made;
};

static void note_awaits(struct search *s, const struct machine *m) {
  for (unsigned t = 0; t < s->p->threads; t++) {
    const struct instruction *const i = machine_pending(s->p, m, t);
    if (!i || (i->kind != AWAIT && !machine_waits(s->p, m, t)))
      continue;
    s->equivalence->awaited |= bytes_of(s->p->var[i->var]);
    if (i->kind == AWAIT && machine_reads_second(s->p, m, i))
      s->equivalence->awaited |= bytes_of(s->p->var[i->var2]);
  }
}

static void note_written(struct search *s, const struct machine_step *step) {
  for (unsigned t = 0; t < step->touches; t++)
    for (unsigned v = 0; v < s->p->vars; v++)
      if (step->touch[t].how == TOUCH_WRITE && step->touch[t].range.offset < MEMORY &&
          bytes_of(s->p->var[v]) == bytes_of(step->touch[t].range))
        s->equivalence->written |= 1u << v;
}

/* The interleaving cannot go on. False when there are too many. */
static bool end(struct search *s) {
  if (s->void_ + s->interleavings == s->most)
    return false;
  if (machine_is_void(s->p, &s->made.last)) {
    s->void_++;
    return true;
  }
  s->interleavings++;
  if (s->traces) {
    struct trace_name name;
    name_interleaving(s->p, s->equivalence, &s->made, &name);
    s->traces->interleavings[name.preemptions]++;
    trace_set_add(s->traces, &name);
  }
  return true;
}

/* Every way to go on; false when there are too many. */
static bool extend(struct search *s) {
  const struct machine m = s->made.last;
  const unsigned n = s->made.n, preemptions = s->made.preemptions;
  bool last = true;
  note_awaits(s, &m);
  for (unsigned t = 0; t < s->p->threads; t++) {
    if (!machine_enabled(s->p, &m, t))
      continue;
    last = false;
    const struct instruction *const i = machine_pending(s->p, &m, t);
    const unsigned choices = i->kind == CHOOSE ? i->value : 1;
    for (unsigned choice = 0; choice < choices; choice++) {
      make(s->p, s->equivalence, &s->made, (struct pick){(uint8_t)t, (uint8_t)choice});
      note_written(s, &s->made.step[n]);
      if (n + 1 == MAX_EVENTS || !extend(s))
        return false;
      unmake(&s->made, preemptions, &m);
    }
  }
  return last ? end(s) : true;
}

/* From the start. */
static bool enumerate(struct search *s) {
  struct machine_step begin;
  s->interleavings = s->void_ = 0;
  s->made.n = s->made.preemptions = 0;
  machine_start(s->p, &s->made.last, &begin);
  return extend(s);
}

uint64_t brute_force(const struct program *p, struct equivalence *equivalence, uint64_t most,
                     struct trace_set *traces) {
  static struct search search;
  search.p = p;
  search.equivalence = equivalence;
  search.most = most;
  search.traces = NULL; /* what is awaited is to be known before; and half of all are too many */
  if (!enumerate(&search))
    return 0;
  search.traces = traces;
  return enumerate(&search) ? search.interleavings : 0;
}
