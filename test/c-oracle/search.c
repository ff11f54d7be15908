#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "fair.h"

enum { MOST_STATES = 1 << 16, MOST_WITH_SIGNALS = 1 << 12, SLOTS = 1 << 18, MOST_EDGES = 1 << 19 };

struct space {
  const struct lowered *code;
  struct expected *expected;
  struct found *found;
  bool races;
  int bound; /* preemptions, or -1 */
  struct machine *state;
  unsigned n;
  uint32_t *slot; /* index + 1 */
  struct edge *edge;
  unsigned edges;
  uint8_t *runnable; /* threads that can go on in a state */
  bool *ends;        /* the program can end from it */
};

void ids_add(struct ids *ids, unsigned id) {
  ids->word[id / 64] |= UINT64_C(1) << id % 64;
}

bool ids_has(const struct ids *ids, unsigned id) {
  return ids->word[id / 64] >> id % 64 & 1;
}

static uint64_t hash(const struct machine *m) {
  const unsigned char *at = (const unsigned char *)m;
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < sizeof *m; i++)
    h = (h ^ at[i]) * UINT64_C(0x100000001b3);
  return h ^ h >> 29;
}

/* Where each signal can arrive before each step of a thread, states are few for the executions that
 * lead to them: 17,000 states and three signals have millions. */
static unsigned most_states(const struct program *p) {
  return p->features & FEATURE_SIGNALS ? MOST_WITH_SIGNALS : MOST_STATES;
}

/* The number of the state; -1 if there are too many. */
static int64_t enter(struct space *s, const struct machine *m) {
  uint64_t at = hash(m) % SLOTS;
  for (; s->slot[at]; at = (at + 1) % SLOTS)
    if (memcmp(&s->state[s->slot[at] - 1], m, sizeof *m) == 0)
      return s->slot[at] - 1;
  if (s->n == most_states(s->code->p))
    return -1;
  s->state[s->n] = *m;
  s->slot[at] = ++s->n;
  return s->n - 1;
}

uint64_t outcome_of(const struct program *p, const struct machine *m) {
  uint64_t known = 0;
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned r = 0; r < REGISTERS; r++)
      known = known << 3 | (program_joins(p, t) ? m->thread[t].local[r] : 0);
  return known;
}

/* False: too many different ones. */
static bool note_outcome(struct space *s, const struct machine *m) {
  struct expected *const e = s->expected;
  const uint64_t outcome = outcome_of(s->code->p, m);
  unsigned i = 0;
  while (i < e->n && e->outcome[i] != outcome)
    i++;
  if (i == MAX_OUTCOMES)
    return false;
  if (i == e->n)
    e->outcome[e->n++] = outcome;
  s->found->outcomes |= UINT64_C(1) << i;
  return true;
}

static bool note_end(struct space *s, const struct machine *m, const struct outcome *outcome) {
  struct found *const found = s->found;
  switch (outcome->kind) {
  case FAILS:
    ids_add(&found->failed, outcome->id);
    break;
  case MISUSE:
    ids_add(&found->misused, outcome->id);
    break;
  case CUT_BY_TIMEOUTS:
    found->cut = true;
    break;
  case EXITS:
    found->exits |= 1u << outcome->id;
    return !outcome->finished || note_outcome(s, m);
  default:
    break;
  }
  return true;
}

/* All others have ended, wait, or end the program too. */
static bool is_last_to_exit(const struct space *s, const struct machine *m) {
  for (unsigned t = 0; t < s->code->p->threads; t++)
    if (machine_ways(s->code, m, t) && s->code->code[t].at[m->thread[t].pc].kind != I_EXIT)
      return false;
  return true;
}

static bool expand(struct space *s, uint32_t from, unsigned thread, unsigned way) {
  const struct machine *const before = &s->state[from];
  struct machine after = *before;
  struct outcome outcome;
  if (s->bound >= 0) {
    after.last = (uint8_t)(thread + 1);
    if (before->last && before->last != thread + 1 &&
        machine_ways(s->code, before, before->last - 1u) &&
        !machine_gives_up(s->code, before, before->last - 1u))
      after.preemptions++;
    if (after.preemptions > s->bound)
      return true;
  }
  machine_step(s->code, &after, thread, way, s->races, &outcome);
  if (outcome.racing)
    ids_add(&s->found->racing, outcome.racing);
  s->found->cut |= outcome.bound_met;
  if (outcome.kind != NOTHING) {
    s->ends[from] = true;
    s->found->deadlock |=
        outcome.kind == EXITS && is_last_to_exit(s, before) && machine_has_circle(s->code, before);
    return note_end(s, &after, &outcome);
  }
  const int64_t to = enter(s, &after);
  if (to < 0 || s->edges == MOST_EDGES)
    return false;
  s->edge[s->edges++] = (struct edge){from, (uint32_t)to, (uint8_t)thread};
  return true;
}

/* Spinning for ever is a deadlock too: from such a state the program can't end. */
static void find_deadlocks(struct space *s) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = s->edges; i-- > 0;)
      if (s->ends[s->edge[i].to] && !s->ends[s->edge[i].from])
        changed = s->ends[s->edge[i].from] = true;
  }
  for (unsigned i = 0; i < s->n; i++)
    s->found->deadlock |= !s->ends[i];
}

static bool explore(const struct lowered *code, struct expected *expected, struct found *found,
                    bool races, int bound) {
  struct space s = {
      .code = code, .expected = expected, .found = found, .races = races, .bound = bound};
  s.state = malloc(MOST_STATES * sizeof *s.state);
  s.slot = calloc(SLOTS, sizeof *s.slot);
  s.edge = malloc(MOST_EDGES * sizeof *s.edge);
  s.runnable = calloc(MOST_STATES, sizeof *s.runnable);
  s.ends = calloc(MOST_STATES, sizeof *s.ends);
  if (!s.state || !s.slot || !s.edge || !s.runnable || !s.ends)
    abort();
  struct machine m;
  struct outcome outcome;
  machine_start(code, &m, &outcome);
  if (bound >= 0)
    m.last = 1; /* main has made what there must be before its first statement */
  enter(&s, &m);
  bool all = true;
  for (unsigned i = 0; all && i < s.n; i++) {
    found->circle |= machine_has_circle(code, &s.state[i]);
    for (unsigned t = 0; all && t < code->p->threads; t++) {
      const unsigned ways = machine_ways(code, &s.state[i], t);
      s.runnable[i] |= (uint8_t)((ways > 0) << t);
      for (unsigned way = 0; all && way < ways; way++)
        all = expand(&s, i, t, way);
    }
    found->deadlock |= all && !s.runnable[i];
  }
  if (all && bound < 0) {
    found->endless = fair_forever(s.edge, s.edges, s.runnable, s.n);
    find_deadlocks(&s);
  }
  expected->states += s.n;
  free(s.state);
  free(s.slot);
  free(s.edge);
  free(s.runnable);
  free(s.ends);
  return all;
}

/* Loops that poll under a lock have plain accesses, whatever the features. */
static bool may_race(const struct lowered *code) {
  bool plain = code->p->features & (FEATURE_PLAIN | FEATURE_MIXED);
  for (unsigned t = 0; t < code->p->threads; t++)
    for (unsigned i = 0; i < code->code[t].n; i++)
      plain |= code->code[t].at[i].of && code->code[t].at[i].of->plain;
  return plain;
}

bool search(const struct lowered *code, struct expected *expected) {
  memset(expected, 0, sizeof *expected);
  if (!explore(code, expected, &expected->all, false, -1))
    return false;
  if (may_race(code)) {
    struct found racy = {0};
    if (!explore(code, expected, &racy, true, -1))
      return false;
    expected->all.racing = racy.racing;
  }
  for (int bound = 0; bound < BOUNDS; bound++)
    if (!explore(code, expected, &expected->bounded[bound], false, bound))
      return false;
  return true;
}
