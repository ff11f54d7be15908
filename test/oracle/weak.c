/*
 * The oracle of weak memory: random small programs of atomic accesses, fences and a lock, of which
 * `graph` must explore exactly the execution graphs that brute force finds, each once.
 *
 *   weak FIRST_SEED COUNT [FLAVOUR]
 *
 * Brute force adds one event after the other in every way and keeps the graphs that satisfy the
 * axioms of RC11, as they are written in the paper: by matrices of whole relations. A lock is a
 * read-modify-write here that acquires, and reads a write of 0; an unlock is a write that releases.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/explorer.h"
#include "system.h"

enum { THREADS = 5, CODE = 6, LOCATIONS = 3, EVENTS = 24, REGISTERS = 6 };
enum { LOAD, STORE, UPDATE, EXCHANGE_IF, FENCE, IF_EQUAL, TAKE, GIVE };
enum {
  RLX = __ATOMIC_RELAXED,
  ACQ = __ATOMIC_ACQUIRE,
  REL = __ATOMIC_RELEASE,
  ACQ_REL = __ATOMIC_ACQ_REL,
  SC = __ATOMIC_SEQ_CST
};

struct line {
  uint8_t kind, location, order, failure, value, expected, reg, from; /* from: a register, plus 1 */
};

struct listing {
  unsigned threads, n[THREADS];
  struct line code[THREADS][CODE];
};

/* What a thread does next, as far as it is known what it has read. */
struct cursor {
  unsigned pc;
  bool middle; /* of a read-modify-write: the write comes next */
  uint64_t r[REGISTERS];
};

struct act {
  bool any, write, fence, exclusive, lock;
  uint8_t location, order;
  uint64_t value;
};

static const struct line *line_of(const struct listing *p, unsigned t, struct cursor *c) {
  while (c->pc < p->n[t] && p->code[t][c->pc].kind == IF_EQUAL) {
    const struct line *const l = &p->code[t][c->pc];
    c->pc += 1 + (c->r[l->reg] != l->value);
  }
  return c->pc < p->n[t] ? &p->code[t][c->pc] : NULL;
}

static struct act next_act(const struct listing *p, unsigned t, struct cursor *c) {
  const struct line *const l = line_of(p, t, c);
  if (!l)
    return (struct act){0};
  struct act act = {.any = true, .location = l->location, .order = l->order};
  act.lock = l->kind == TAKE && !c->middle;
  act.fence = l->kind == FENCE;
  act.exclusive = c->middle;
  act.write = l->kind == STORE || l->kind == GIVE || c->middle;
  act.value = l->kind == UPDATE ? c->r[l->reg] + l->value
              : l->kind == TAKE ? 1
              : l->kind == GIVE ? 0
                                : l->value + (l->kind == STORE && l->from ? c->r[l->from - 1] : 0);
  if (l->kind == EXCHANGE_IF && !c->middle)
    act.order = l->order; /* of success; a failure is told by what it reads */
  return act;
}

/* The thread has done it, and read this. Returns the order that it turned out to have. */
static uint8_t did(const struct listing *p, unsigned t, struct cursor *c, uint64_t read) {
  const struct line *const l = &p->code[t][c->pc];
  uint8_t order = l->order;
  if (l->kind == LOAD || ((l->kind == UPDATE || l->kind == EXCHANGE_IF) && !c->middle))
    c->r[l->reg] = read;
  if (l->kind == EXCHANGE_IF && !c->middle && read != l->expected) {
    order = l->failure;
    c->pc++;
  } else if ((l->kind == UPDATE || l->kind == EXCHANGE_IF || l->kind == TAKE) && !c->middle)
    c->middle = true;
  else {
    c->middle = false;
    c->pc++;
  }
  return order;
}

/* --- brute force --------------------------------------------------------------------------------
 */

struct event {
  uint8_t thread, index, kind; /* 0 initial, 1 read, 2 write, 3 fence */
  uint8_t location, order;
  bool exclusive, locks;
  int8_t source;
  uint64_t value;
};

struct candidate {
  unsigned n;
  struct event e[EVENTS];
  unsigned n_mo[LOCATIONS];
  uint8_t mo[LOCATIONS][EVENTS];
};

typedef uint64_t matrix[EVENTS];

static bool has(const matrix m, unsigned a, unsigned b) {
  return m[a] >> b & 1;
}

static void add(matrix m, unsigned a, unsigned b) {
  m[a] |= UINT64_C(1) << b;
}

static void unite(matrix to, const matrix a, const matrix b, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    to[i] = a[i] | b[i];
}

static void compose(matrix to, const matrix a, const matrix b, unsigned n) {
  matrix result = {0};
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      if (has(a, i, j))
        result[i] |= b[j];
  memcpy(to, result, sizeof result);
}

static void close_over(matrix m, unsigned n) {
  for (unsigned k = 0; k < n; k++)
    for (unsigned i = 0; i < n; i++)
      if (has(m, i, k))
        m[i] |= m[k];
}

static bool is_irreflexive(const matrix m, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (has(m, i, i))
      return false;
  return true;
}

static bool releases(unsigned order) {
  return order == REL || order == ACQ_REL || order == SC;
}

static bool acquires(unsigned order) {
  return order == ACQ || order == ACQ_REL || order == SC;
}

/* Event 0..LOCATIONS-1 are the initial writes. */
static bool is_consistent(const struct candidate *g) {
  const unsigned n = g->n;
  matrix sb = {0}, rf = {0}, mo = {0}, rb = {0}, sw = {0}, hb, eco, t, u;
  for (unsigned a = 0; a < n; a++)
    for (unsigned b = 0; b < n; b++)
      if ((!g->e[a].kind && g->e[b].kind) ||
          (g->e[a].kind && g->e[b].kind && g->e[a].thread == g->e[b].thread &&
           g->e[a].index < g->e[b].index))
        add(sb, a, b);
  for (unsigned l = 0; l < LOCATIONS; l++)
    for (unsigned i = 0; i < g->n_mo[l]; i++)
      for (unsigned j = i + 1; j < g->n_mo[l]; j++)
        add(mo, g->mo[l][i], g->mo[l][j]);
  for (unsigned r = 0; r < n; r++)
    if (g->e[r].kind == 1) {
      add(rf, (unsigned)g->e[r].source, r);
      rb[r] |= mo[g->e[r].source];
    }
  /* A read-modify-write is right after what it reads. */
  for (unsigned w = 0; w < n; w++)
    if (g->e[w].exclusive && g->e[w].kind == 2) {
      unsigned r = 0;
      while (g->e[r].kind != 1 || g->e[r].thread != g->e[w].thread ||
             g->e[r].index + 1 != g->e[w].index)
        r++;
      const uint8_t l = g->e[w].location;
      unsigned at = 0;
      while (g->mo[l][at] != w)
        at++;
      if (at == 0 || g->mo[l][at - 1] != g->e[r].source)
        return false;
    }
  /* Release sequences: of w and the read-modify-writes after it. */
  for (unsigned r = 0; r < n; r++) {
    if (g->e[r].kind != 1)
      continue;
    for (int w = g->e[r].source; g->e[w].kind;) {
      for (unsigned a = 0; a < n; a++) {
        const bool from =
            (int)a == w ? releases(g->e[w].order)
                        : g->e[a].kind == 3 && releases(g->e[a].order) && has(sb, a, (unsigned)w);
        for (unsigned b = 0; from && b < n; b++)
          if (b == r ? acquires(g->e[r].order)
                     : g->e[b].kind == 3 && acquires(g->e[b].order) && has(sb, r, b))
            add(sw, a, b);
      }
      if (!g->e[w].exclusive)
        break;
      unsigned before = 0;
      while (g->e[before].kind != 1 || g->e[before].thread != g->e[w].thread ||
             g->e[before].index + 1 != g->e[w].index)
        before++;
      w = g->e[before].source;
    }
  }
  unite(hb, sb, sw, n);
  close_over(hb, n);
  unite(eco, rf, mo, n);
  unite(eco, eco, rb, n);
  close_over(eco, n);
  compose(t, hb, eco, n);
  if (!is_irreflexive(hb, n) || !is_irreflexive(t, n) || !is_irreflexive(eco, n))
    return false;
  unite(t, sb, rf, n);
  close_over(t, n);
  if (!is_irreflexive(t, n))
    return false;

  matrix elsewhere = {0}, scb = {0}, left = {0}, right = {0}, fences = {0}, psc;
  for (unsigned a = 0; a < n; a++)
    for (unsigned b = 0; b < n; b++) {
      const bool same =
          g->e[a].kind != 3 && g->e[b].kind != 3 && g->e[a].location == g->e[b].location;
      if (has(sb, a, b) && !same)
        add(elsewhere, a, b);
      if (has(hb, a, b) && same)
        add(scb, a, b);
      const bool a_fence = g->e[a].kind == 3 && g->e[a].order == SC;
      const bool b_fence = g->e[b].kind == 3 && g->e[b].order == SC;
      if ((a == b && g->e[a].kind && g->e[a].order == SC) || (a_fence && has(hb, a, b)))
        add(left, a, b);
      if ((a == b && g->e[a].kind && g->e[a].order == SC) || (b_fence && has(hb, a, b)))
        add(right, a, b);
    }
  compose(t, elsewhere, hb, n);
  compose(t, t, elsewhere, n);
  unite(scb, scb, t, n);
  unite(scb, scb, sb, n);
  unite(scb, scb, mo, n);
  unite(scb, scb, rb, n);
  compose(psc, left, scb, n);
  compose(psc, psc, right, n);
  compose(t, hb, eco, n);
  compose(t, t, hb, n);
  unite(u, hb, t, n);
  for (unsigned a = 0; a < n; a++)
    for (unsigned b = 0; b < n; b++)
      if (g->e[a].kind == 3 && g->e[a].order == SC && g->e[b].kind == 3 && g->e[b].order == SC &&
          has(u, a, b))
        add(fences, a, b);
  unite(psc, psc, fences, n);
  close_over(psc, n);
  return is_irreflexive(psc, n);
}

/* A graph by what it is, not by how it was made. `locks` are left out of the second form, which is
 * what the system knows: there a lock is one event and what comes before it is not told. */
static uint64_t mix(uint64_t h, uint64_t v) {
  h = ((h + 0x1234567) * 31 + v + 1) * UINT64_C(0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

static uint64_t name_of(const struct candidate *g, unsigned e) {
  return !g->e[e].kind ? 1000u + g->e[e].location : 64u * g->e[e].thread + g->e[e].index;
}

static uint64_t key_of(const struct candidate *g) {
  uint64_t sum = 0, h;
  for (unsigned i = LOCATIONS; i < g->n; i++) {
    h = mix(name_of(g, i), g->e[i].kind);
    sum += mix(h, g->e[i].kind == 1 ? name_of(g, (unsigned)g->e[i].source) : 0);
  }
  for (unsigned l = 0; l < LOCATIONS; l++) {
    h = l;
    for (unsigned i = 0; i < g->n_mo[l]; i++)
      h = mix(h, name_of(g, g->mo[l][i]));
    sum += h;
  }
  return sum;
}

struct keys {
  uint64_t *at;
  size_t n, capacity;
};

static bool keys_add(struct keys *keys, uint64_t key) {
  size_t low = 0, high = keys->n;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (keys->at[middle] == key)
      return false;
    if (keys->at[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  if (keys->n == keys->capacity) {
    keys->capacity = keys->capacity ? 2 * keys->capacity : 64;
    keys->at = realloc(keys->at, keys->capacity * sizeof *keys->at);
    if (!keys->at)
      abort();
  }
  memmove(&keys->at[low + 1], &keys->at[low], (keys->n - low) * sizeof *keys->at);
  keys->at[low] = key;
  keys->n++;
  return true;
}

struct brute {
  const struct listing *p;
  struct keys seen, complete, outcomes;
  size_t most;
};

static void cursor_of(const struct listing *p, const struct candidate *g, unsigned t,
                      struct cursor *c, unsigned *index) {
  memset(c, 0, sizeof *c);
  *index = 0;
  for (unsigned i = LOCATIONS; i < g->n; i++)
    if (g->e[i].thread == t) {
      line_of(p, t, c);
      did(p, t, c, g->e[i].kind == 1 ? g->e[g->e[i].source].value : 0);
      ++*index;
    }
}

static uint64_t outcome_of(const struct listing *p, const struct candidate *g) {
  uint64_t h = 7;
  for (unsigned t = 0; t < p->threads; t++) {
    struct cursor c;
    unsigned index;
    cursor_of(p, g, t, &c, &index);
    line_of(p, t, &c);
    for (unsigned r = 0; r < REGISTERS; r++)
      h = mix(h, c.r[r]);
    h = mix(h, c.pc);
  }
  return h;
}

static bool extend(struct brute *b, const struct candidate *g);

static bool place_write(struct brute *b, const struct candidate *g, const struct event *event) {
  const uint8_t l = event->location;
  for (unsigned at = 1; at <= g->n_mo[l]; at++) {
    struct candidate next = *g;
    next.e[next.n] = *event;
    memmove(&next.mo[l][at + 1], &next.mo[l][at], next.n_mo[l] - at);
    next.mo[l][at] = (uint8_t)next.n++;
    next.n_mo[l]++;
    if (is_consistent(&next) && !extend(b, &next))
      return false;
  }
  return true;
}

/* Adds the next event of a thread in all ways; says whether there is one that can be added. */
static bool extend_thread(struct brute *b, const struct candidate *g, unsigned t,
                          const struct act *act, struct cursor *c, unsigned index) {
  struct event event = {.thread = (uint8_t)t,
                        .index = (uint8_t)index,
                        .kind = act->fence   ? 3
                                : act->write ? 2
                                             : 1,
                        .location = act->location,
                        .order = act->order,
                        .exclusive = act->exclusive,
                        .source = -1,
                        .value = act->value};
  if (act->write)
    return place_write(b, g, &event);
  for (unsigned i = 0; i < (act->fence ? 1 : g->n_mo[act->location]); i++) {
    struct candidate next = *g;
    if (!act->fence) {
      event.source = (int8_t)g->mo[act->location][i];
      const uint64_t read = g->e[event.source].value;
      struct cursor after = *c;
      event.order = did(b->p, t, &after, read);
      if (act->lock && read)
        continue;
    }
    next.e[next.n++] = event;
    if (is_consistent(&next) && !extend(b, &next))
      return false;
  }
  return true;
}

static bool extend(struct brute *b, const struct candidate *g) {
  if (!keys_add(&b->seen, key_of(g)))
    return true;
  if (b->seen.n > b->most)
    return false;
  bool ended = true;
  struct cursor c[THREADS];
  struct act act[THREADS];
  unsigned index[THREADS];
  bool middle = false;
  for (unsigned t = 0; t < b->p->threads; t++) {
    cursor_of(b->p, g, t, &c[t], &index[t]);
    act[t] = next_act(b->p, t, &c[t]);
    middle |= act[t].any && act[t].exclusive;
  }
  for (unsigned t = 0; t < b->p->threads; t++) {
    if (!act[t].any || (middle && !act[t].exclusive))
      continue;
    /* A lock waits for ever if the mutex is not given back. */
    const uint8_t l = act[t].location;
    if (!act[t].lock || g->e[g->mo[l][g->n_mo[l] - 1]].value == 0)
      ended = false;
    if (g->n + 1 >= EVENTS || !extend_thread(b, g, t, &act[t], &c[t], index[t]))
      return false;
  }
  if (ended) {
    keys_add(&b->complete, key_of(g));
    keys_add(&b->outcomes, outcome_of(b->p, g));
  }
  return true;
}

static bool brute(struct brute *b) {
  struct candidate g = {.n = LOCATIONS};
  for (unsigned l = 0; l < LOCATIONS; l++) {
    g.e[l].location = (uint8_t)l;
    g.mo[l][0] = (uint8_t)l;
    g.n_mo[l] = 1;
  }
  return extend(b, &g);
}

/* --- the program as a system --------------------------------------------------------------------
 */

struct weak_system {
  struct rv_system interface;
  const struct listing *p;
  struct cursor c[THREADS];
  unsigned n;
  uint64_t written[2 * EVENTS];
  uint8_t holder; /* the thread, plus 1 */
  struct rv_op op[THREADS];
  struct rv_effect begin[THREADS];
  uint64_t enabled;
  struct keys outcomes;
  const char *misuse;
};

static const struct rv_op *weak_next(void *self, rv_tid thread) {
  struct weak_system *const s = self;
  static const struct rv_op none = {.kind = RV_OP_NONE};
  if (thread == 0 || thread > s->p->threads)
    return &none;
  const unsigned t = thread - 1;
  const struct line *const l = line_of(s->p, t, &s->c[t]);
  if (!l)
    return &none;
  struct rv_op *const op = &s->op[t];
  const struct act act = next_act(s->p, t, &s->c[t]);
  *op = (struct rv_op){
      .kind = RV_OP_MEMORY,
      .weak = (uint32_t)(RV_WEAK | act.order | (act.exclusive ? RV_WEAK_EXCLUSIVE : 0))};
  if (l->kind == TAKE || l->kind == GIVE) {
    op->kind = l->kind == TAKE ? RV_OP_LOCK : RV_OP_UNLOCK;
    op->weak = 0;
  }
  if (l->kind == EXCHANGE_IF && !act.write)
    op->flags = RV_OP_COMPARES;
  if (!act.fence)
    op->access = (struct rv_access){0x1000 + 64u * act.location, 8, act.write ? RV_WRITE : RV_READ};
  return op;
}

static const uint64_t *weak_enabled(void *self, size_t *words) {
  struct weak_system *const s = self;
  s->enabled = 0;
  for (rv_tid t = 1; t <= s->p->threads; t++) {
    const struct rv_op *const op = weak_next(self, t);
    if (op->kind != RV_OP_NONE && !(op->kind == RV_OP_LOCK && s->holder))
      s->enabled |= UINT64_C(1) << t;
  }
  *words = 1;
  return &s->enabled;
}

static enum rv_status weak_reset(void *self, struct rv_step *begin) {
  struct weak_system *const s = self;
  memset(s->c, 0, sizeof s->c);
  s->n = 0;
  s->holder = 0;
  for (rv_tid t = 0; t < s->p->threads; t++)
    s->begin[t] = (struct rv_effect){RV_EFFECT_CREATE, 0, t + 1};
  *begin = (struct rv_step){.n_effects = s->p->threads, .effects = s->begin};
  return RV_OK;
}

static enum rv_status weak_step(void *self, rv_tid thread, uint32_t choice, struct rv_step *done) {
  struct weak_system *const s = self;
  const unsigned t = thread - 1;
  size_t words;
  if (!(*weak_enabled(self, &words) >> thread & 1)) {
    s->misuse = "a step of a thread that is not enabled";
    return RV_ENDED;
  }
  const struct act act = next_act(s->p, t, &s->c[t]);
  *done = (struct rv_step){.op = *weak_next(self, thread), .choice = choice};
  if (done->op.kind != RV_OP_MEMORY)
    s->holder = done->op.kind == RV_OP_LOCK ? (uint8_t)thread : 0;
  if (act.write)
    s->written[s->n] = act.value;
  const bool reads = !act.write && !act.fence && done->op.kind == RV_OP_MEMORY;
  done->value = reads && choice ? s->written[choice - 1] : 0;
  const uint8_t order = did(s->p, t, &s->c[t], done->value);
  if (done->op.kind == RV_OP_LOCK) /* it is one event, not two */
    did(s->p, t, &s->c[t], 0);
  if (reads)
    done->op.weak = RV_WEAK | order;
  s->n++;
  return RV_OK;
}

static enum rv_status weak_replay(void *self, const struct rv_replay *first, size_t stride,
                                  size_t n) {
  struct weak_system *const s = self;
  for (size_t i = 0; i < n; i++) {
    const struct rv_replay *const then = (const void *)((const char *)first + i * stride);
    struct rv_step done;
    if (weak_step(self, then->thread, then->choice, &done) != RV_OK || done.value != then->value) {
      s->misuse = "a replay of something that did not happen";
      return RV_DIVERGED;
    }
  }
  return RV_OK;
}

static rv_tid weak_threads(void *self) {
  return ((struct weak_system *)self)->p->threads + 1;
}

static enum rv_status weak_finish(void *self, bool complete) {
  struct weak_system *const s = self;
  uint64_t h = 7;
  for (unsigned t = 0; t < s->p->threads; t++) {
    for (unsigned r = 0; r < REGISTERS; r++)
      h = mix(h, s->c[t].r[r]);
    line_of(s->p, t, &s->c[t]);
    h = mix(h, s->c[t].pc);
  }
  if (complete)
    keys_add(&s->outcomes, h);
  return RV_OK;
}

/* --- programs ------------------------------------------------------------------------------------
 */

static unsigned upto(uint64_t *random, unsigned n) {
  return (unsigned)(program_random(random) % n);
}

static uint8_t order_for(uint64_t *random, unsigned kind, unsigned flavour) {
  static const uint8_t loads[] = {RLX, ACQ, SC}, stores[] = {RLX, REL, SC},
                       both[] = {RLX, ACQ, REL, ACQ_REL, SC}, fences[] = {ACQ, REL, ACQ_REL, SC};
  const bool sc = flavour == 1 ? upto(random, 2) : flavour == 2 ? upto(random, 5) : 0;
  if (sc)
    return SC;
  const unsigned weaker = flavour == 0 || flavour == 3 ? 1 : 0;
  switch (kind) {
  case LOAD:
    return loads[upto(random, 3 - weaker)];
  case STORE:
    return stores[upto(random, 3 - weaker)];
  case FENCE:
    return fences[upto(random, 4 - (flavour == 0))];
  default:
    return both[upto(random, 5 - weaker)];
  }
}

static void generate(struct listing *p, uint64_t seed, unsigned flavour) {
  uint64_t random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  memset(p, 0, sizeof *p);
  for (unsigned i = 0; i < 4; i++)
    program_random(&random);
  p->threads = 2 + (upto(&random, 3) > 0) + (upto(&random, 5) == 0);
  const unsigned most = p->threads == 2 ? 5 : p->threads == 3 ? 3 : 2;
  const bool locks = upto(&random, 4) == 0;
  const unsigned fences = flavour == 3 ? 30 : 12;
  for (unsigned t = 0; t < p->threads; t++) {
    unsigned lines = 1 + upto(&random, most), regs = 0;
    bool held = false;
    for (unsigned i = 0; i < lines && p->n[t] + 2 < CODE; i++) {
      struct line *const l = &p->code[t][p->n[t]++];
      const unsigned what = upto(&random, 100);
      l->location = (uint8_t)upto(&random, 2);
      l->value = (uint8_t)(1 + upto(&random, 2));
      l->expected = (uint8_t)upto(&random, 2);
      l->reg = (uint8_t)i;
      l->kind = what < fences              ? FENCE
                : what < fences + 32       ? LOAD
                : what < fences + 62       ? STORE
                : what < fences + 75       ? UPDATE
                : what < fences + 84       ? EXCHANGE_IF
                : regs && upto(&random, 2) ? IF_EQUAL
                                           : STORE;
      const bool maybe = p->n[t] > 1 && l[-1].kind == IF_EQUAL;
      if (locks && !maybe && upto(&random, 3) == 0) {
        l->kind = held ? GIVE : TAKE;
        held = !held;
      }
      if (l->kind == IF_EQUAL) {
        l->reg = (uint8_t)(i - 1);
        l->value = (uint8_t)upto(&random, 2);
        lines++;
        continue;
      }
      l->order = order_for(&random, l->kind, flavour);
      l->failure = order_for(&random, LOAD, flavour);
      if (l->kind == STORE && regs && upto(&random, 3) == 0)
        l->from = (uint8_t)(1 + upto(&random, i));
      if (l->kind == TAKE || l->kind == GIVE) {
        l->location = LOCATIONS - 1;
        l->order = l->kind == TAKE ? ACQ : REL;
      }
      regs += l->kind == LOAD || l->kind == UPDATE || l->kind == EXCHANGE_IF;
    }
    if (held && upto(&random, 4)) {
      struct line *const l = &p->code[t][p->n[t]++];
      *l = (struct line){.kind = GIVE, .location = LOCATIONS - 1, .order = REL};
    }
  }
}

static void print(const struct listing *p) {
  static const char *const kinds[] = {"load",  "store", "add",  "cas",
                                      "fence", "if",    "lock", "unlock"};
  static const char *const orders[] = {"rlx", "consume", "acq", "rel", "acq_rel", "sc"};
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->n[t]; i++) {
      const struct line *const l = &p->code[t][i];
      printf("  T%u %s %c r%u value %u expected %u from %d %s/%s\n", t + 1, kinds[l->kind],
             "xym"[l->location], l -> reg, l -> value, l -> expected, l -> from - 1,
             orders[l->order], orders[l->failure]);
    }
}

/* --- judging -------------------------------------------------------------------------------------
 */

static struct oracle_memory memory;
static uint64_t graphs, blocked, skipped;

static const char *judge(const struct listing *p) {
  struct brute b = {.p = p, .most = 20000};
  struct weak_system s = {.p = p};
  s.interface = (struct rv_system){.self = &s,
                                   .reset = weak_reset,
                                   .replay = weak_replay,
                                   .step = weak_step,
                                   .threads = weak_threads,
                                   .next = weak_next,
                                   .enabled = weak_enabled,
                                   .finish = weak_finish};
  const char *wrong = NULL;
  static char text[200];
  if (!brute(&b))
    skipped++;
  else {
    const struct rv_memory from = oracle_memory(&memory);
    const struct rv_options options = {.memory = RV_MEMORY_C11,
                                       .max_steps = 2 * EVENTS,
                                       .max_executions = 10 * b.complete.n + 100000};
    struct rv_explorer *const x = rv_explorer_new(&from, &options, NULL);
    rv_explorer_attach(x, &s.interface, &from);
    enum rv_progress progress;
    while ((progress = rv_explorer_next(x)) == RV_MORE)
      ;
    const struct rv_stats *const stats = rv_explorer_stats(x);
    graphs += b.complete.n;
    blocked += stats->blocked;
    if (s.misuse)
      wrong = s.misuse;
    else if (progress != RV_DONE)
      wrong = "it did not come to an end";
    else if (stats->executions != b.complete.n || s.outcomes.n != b.outcomes.n ||
             memcmp(s.outcomes.at, b.outcomes.at, b.outcomes.n * sizeof *b.outcomes.at)) {
      snprintf(text, sizeof text, "%" PRIu64 " graphs, not %zu; %zu outcomes, not %zu",
               stats->executions, b.complete.n, s.outcomes.n, b.outcomes.n);
      wrong = text;
    }
    oracle_memory_release(&memory);
  }
  free(b.seen.at);
  free(b.complete.at);
  free(b.outcomes.at);
  free(s.outcomes.at);
  return wrong;
}

static void shrink(struct listing *p) {
  for (bool again = true; again;) {
    again = false;
    for (unsigned t = 0; t < p->threads; t++)
      for (unsigned i = 0; i < p->n[t]; i++) {
        struct listing smaller = *p;
        memmove(&smaller.code[t][i], &smaller.code[t][i + 1],
                (--smaller.n[t] - i) * sizeof smaller.code[t][0]);
        if (judge(&smaller)) {
          *p = smaller;
          again = true;
          i--;
        }
      }
  }
}

/* --- as C ----------------------------------------------------------------------------------------
 */

static void emit_line(const struct line *l) {
  static const char *const orders[] = {"memory_order_relaxed", "memory_order_consume",
                                       "memory_order_acquire", "memory_order_release",
                                       "memory_order_acq_rel", "memory_order_seq_cst"};
  const char *const order = orders[l->order];
  switch (l->kind) {
  case LOAD:
    printf("  r[%u] = atomic_load_explicit(&v[%u], %s);\n", l->reg, l->location, order);
    break;
  case STORE:
    printf("  atomic_store_explicit(&v[%u], %u", l->location, l->value);
    if (l->from)
      printf(" + r[%u]", l->from - 1);
    printf(", %s);\n", order);
    break;
  case UPDATE:
    printf("  r[%u] = atomic_fetch_add_explicit(&v[%u], %u, %s);\n", l->reg, l->location, l->value,
           order);
    break;
  case EXCHANGE_IF:
    printf(
        "  r[%u] = %u;\n  atomic_compare_exchange_strong_explicit(&v[%u], &r[%u], %u, %s, %s);\n",
        l->reg, l->expected, l->location, l->reg, l->value, order, orders[l->failure]);
    break;
  case FENCE:
    printf("  atomic_thread_fence(%s);\n", order);
    break;
  case IF_EQUAL:
    printf("  if (r[%u] == %u)\n", l->reg, l->value);
    break;
  default:
    printf("  pthread_mutex_%s(&m);\n", l->kind == TAKE ? "lock" : "unlock");
  }
}

/* The outcome is what main exits with: a few bits of what all threads have read. */
static int emit(uint64_t seed, unsigned flavour) {
  struct listing p;
  generate(&p, seed, flavour);
  struct brute b = {.p = &p, .most = 20000};
  if (!brute(&b))
    return 2;
  printf("/* %zu graphs, %zu outcomes */\n", b.complete.n, b.outcomes.n);
  printf("#include <pthread.h>\n#include <stdatomic.h>\n#include <stdint.h>\n"
         "static _Atomic uint64_t v[%u];\n"
         "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n",
         LOCATIONS);
  for (unsigned t = 0; t < p.threads; t++) {
    printf("static void *thread_%u(void *unused) {\n  uint64_t r[%u] = {0};\n", t, REGISTERS);
    for (unsigned i = 0; i < p.n[t]; i++) {
      const struct line *const l = &p.code[t][i];
      const bool maybe = i && p.code[t][i - 1].kind == IF_EQUAL;
      if (maybe)
        printf("  {\n");
      emit_line(l);
      if (maybe)
        printf("  }\n");
      if (i + 1 == p.n[t] && l->kind == IF_EQUAL)
        printf("    ;\n");
    }
    printf("  return (void)r, unused;\n}\n");
  }
  printf("int main(void) {\n  pthread_t t[%u];\n", p.threads);
  for (unsigned t = 0; t < p.threads; t++)
    printf("  pthread_create(&t[%u], NULL, thread_%u, NULL);\n", t, t);
  for (unsigned t = 0; t < p.threads; t++)
    printf("  pthread_join(t[%u], NULL);\n", t);
  printf("  return 0;\n}\n");
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 3 && strcmp(argv[1], "emit") == 0)
    return emit(strtoull(argv[2], NULL, 0), (unsigned)atoi(argv[3]));
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 0) : 1000;
  uint64_t failed = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    struct listing p;
    generate(&p, seed, argc > 3 ? (unsigned)atoi(argv[3]) : (unsigned)(seed % 4));
    if (!judge(&p))
      continue;
    if (!failed++) {
      shrink(&p);
      printf("mismatch, seed %" PRIu64 ": %s\n", seed, judge(&p));
      print(&p);
      fflush(stdout);
    }
  }
  printf("%" PRIu64 " programs, %" PRIu64 " graphs, %" PRIu64 " blocked, %" PRIu64 " too large\n",
         count, graphs, blocked, skipped);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", count - skipped - failed, failed);
  return failed ? 1 : 0;
}
