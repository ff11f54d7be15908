/*
 * RC11, the memory model of C11 as Lahav, Vafeiadis, Kang, Hur and Dreyer have repaired it (PLDI
 * 2017): the order psc of what is seq_cst. The rest of it is in graph.c (what happens before what)
 * and in graph_model.c.
 *
 *   scb = sb u sb|/=loc ; hb ; sb|/=loc u hb|loc u mo u rb
 *   psc = ([SC] u [F] ; hb?) ; scb ; ([SC] u hb? ; [F]) u [F] ; (hb u hb ; eco ; hb) ; [F]
 *
 * SC is what is seq_cst, F the fences of it. An event that is added is followed by nothing but
 * writes that come after it in the modification order. So an edge of psc that is new begins at the
 * event itself, or at a fence that happens before it: it is asked whether psc leads from there back
 * to the same.
 */
#include "core/graph.h"

#include <string.h>

struct search {
  struct rv_graph *g;
  int32_t n;
  const uint64_t *gone;
  uint32_t words;
  uint64_t *sc, *fences;       /* SC and F */
  uint64_t *found, *left;      /* what comes before the one that is asked about */
  uint64_t *between, *precede; /* before(): u of the edge, and the result */
  bool any_fence;
};

static void set_put(uint64_t *set, int32_t at) {
  set[at / 64] |= UINT64_C(1) << (at % 64);
}

static bool set_has(const uint64_t *set, int32_t at) {
  return set[at / 64] >> (at % 64) & 1;
}

static void set_join(uint64_t *set, const struct rv_row *row) {
  for (uint32_t i = 0; row && i < row->words; i++)
    set[i] |= row->bits[i];
}

/* The next member from a position on; -1: there is none. */
static int32_t set_next(const uint64_t *set, uint32_t words, int32_t from) {
  for (uint32_t i = (uint32_t)from / 64; i < words; i++) {
    const uint64_t rest = i == (uint32_t)from / 64 ? set[i] & ~UINT64_C(0) << (from % 64) : set[i];
    if (rest)
      return (int32_t)(64 * i) + __builtin_ctzll(rest);
  }
  return -1;
}

static bool is_there(const struct search *s, int32_t at) {
  return !rv_graph_is_gone(s->gone, at);
}

static bool is_sc(const struct rv_graph_event *e) {
  return e->memory_order == __ATOMIC_SEQ_CST &&
         (e->location || e->atomic || e->kind == RV_GRAPH_FENCE);
}

/* Calls for every event of a location, those too that are only imagined. */
#define EACH_OF(s, where, at)                                                                      \
  for (int32_t i_ = 0, at;                                                                         \
       i_ < (int32_t)((where)->n_order + (where)->n_reads) + (s)->n - (int32_t)(s)->g->n; i_++)    \
    if ((at = event_of(s, where, i_)) >= 0 && is_there(s, at))

static int32_t event_of(const struct search *s, const struct rv_graph_location *location,
                        int32_t i) {
  const int32_t writes = (int32_t)location->n_order, reads = (int32_t)location->n_reads;
  if (i < writes)
    return location->order[i];
  if (i < writes + reads)
    return location->reads[i - writes];
  const int32_t imagined = (int32_t)s->g->n + i - writes - reads;
  return s->g->events[imagined].location == location ? imagined : -1;
}

/* scb: what comes before v. */
static void add_before_in_scb(struct search *s, int32_t v) {
  const struct rv_graph *const g = s->g;
  const struct rv_graph_event *const e = &g->events[v];
  for (uint32_t i = 0; e->sb && i < e->sb->words; i++)
    s->between[i] |=
        i == (uint32_t)v / 64 ? e->sb->bits[i] & ~(UINT64_C(1) << (v % 64)) : e->sb->bits[i];
  set_join(s->between, e->passed_on);
  for (int32_t u = 0; e->atomic && u < v; u++)
    if (rv_graph_same_place(e, &g->events[u]) && is_there(s, u) &&
        (e->updates || rv_row_has(e->hb, u)))
      set_put(s->between, u);
  if (!e->location)
    return;
  const int32_t rank = rv_graph_rank(g, v);
  EACH_OF(s, e->location, u)
  if (u != v && (rv_row_has(e->hb, u) || (e->kind == RV_GRAPH_WRITE && rv_graph_rank(g, u) < rank)))
    set_put(s->between, u);
}

/* The same where accesses are executed as under sc: two reads have an update between them. */
static void add_before_at_place(struct search *s, int32_t v) {
  const struct rv_graph *const g = s->g;
  bool updated = g->events[v].updates;
  for (int32_t u = v - 1; u >= 0; u--) {
    if (!rv_graph_same_place(&g->events[v], &g->events[u]) || !is_there(s, u))
      continue;
    updated |= g->events[u].updates;
    if (updated)
      set_put(s->between, u);
  }
}

/* eco: what comes before v. */
static void add_before_in_eco(struct search *s, int32_t v) {
  const struct rv_graph *const g = s->g;
  const struct rv_graph_event *const e = &g->events[v];
  if (e->atomic)
    add_before_at_place(s, v);
  if (!e->location)
    return;
  const int32_t rank = rv_graph_rank(g, v);
  EACH_OF(s, e->location, u) {
    const int32_t other = rv_graph_rank(g, u);
    if (other < rank || (u != v && other == rank && g->events[u].kind == RV_GRAPH_WRITE))
      set_put(s->between, u);
  }
}

/* The fences that happen before what is between, or are there themselves. */
static void add_fences(struct search *s) {
  for (int32_t u = -1; s->any_fence && (u = set_next(s->between, s->words, u + 1)) >= 0;)
    if (is_there(s, u))
      for (uint32_t i = 0; i < s->g->events[u].hb->words; i++)
        s->precede[i] |= s->g->events[u].hb->bits[i] & s->fences[i];
}

/* psc: what comes before d. */
static void find_before(struct search *s, int32_t d) {
  const struct rv_graph_event *const e = &s->g->events[d];
  const bool fence = e->kind == RV_GRAPH_FENCE;
  const size_t bytes = s->words * sizeof *s->between;
  memset(s->between, 0, bytes);
  memset(s->precede, 0, bytes);
  if (!fence)
    add_before_in_scb(s, d);
  for (int32_t v = 0; fence && v < s->n; v++)
    if (rv_row_has(e->hb, v) && is_there(s, v))
      add_before_in_scb(s, v);
  for (uint32_t i = 0; i < s->words; i++)
    s->precede[i] |= s->between[i] & s->sc[i];
  add_fences(s);
  if (!fence)
    return;
  memset(s->between, 0, bytes);
  for (int32_t v = 0; v < s->n; v++)
    if (rv_row_has(e->hb, v) && is_there(s, v)) {
      if (v != d)
        set_put(s->between, v);
      add_before_in_eco(s, v);
    }
  add_fences(s);
}

/* Whether psc leads from an event back to it. */
static bool is_in_cycle(struct search *s, int32_t c) {
  memset(s->found, 0, s->words * sizeof *s->found);
  memset(s->left, 0, s->words * sizeof *s->left);
  set_put(s->left, c);
  for (int32_t d; (d = set_next(s->left, s->words, 0)) >= 0;) {
    s->left[d / 64] &= ~(UINT64_C(1) << (d % 64));
    find_before(s, d);
    if (set_has(s->precede, c))
      return true;
    for (uint32_t i = 0; i < s->words; i++) {
      s->left[i] |= s->precede[i] & ~s->found[i];
      s->found[i] |= s->precede[i];
    }
  }
  return false;
}

/* A fence that happens before another one is before it in psc: the last ones will do. */
static bool is_before_fence(const struct search *s, int32_t fence, const struct rv_row *of) {
  for (int32_t f = fence; (f = set_next(s->fences, s->words, f + 1)) >= 0;)
    if (rv_row_has(of, f) && rv_row_has(s->g->events[f].hb, fence))
      return true;
  return false;
}

static void find_sc(struct search *s) {
  for (int32_t i = 0; i < s->n; i++) {
    const struct rv_graph_event *const e = &s->g->events[i];
    if (!is_sc(e) || !is_there(s, i))
      continue;
    set_put(s->sc, i);
    if (e->kind == RV_GRAPH_FENCE) {
      set_put(s->fences, i);
      s->any_fence = true;
    }
  }
}

static struct search search_new(struct rv_graph *g, uint32_t n, const uint64_t *gone) {
  enum { SETS = 6 };
  const uint32_t words = n / 64 + 1;
  uint64_t *const sets = rv_arena_alloc(&g->arena, SETS * words * sizeof *sets);
  memset(sets, 0, SETS * words * sizeof *sets);
  struct search s = {.g = g,
                     .n = (int32_t)n,
                     .gone = gone,
                     .words = words,
                     .sc = sets,
                     .fences = sets + words,
                     .found = sets + 2 * words,
                     .left = sets + 3 * words,
                     .between = sets + 4 * words,
                     .precede = sets + 5 * words};
  find_sc(&s);
  return s;
}

bool rv_graph_psc_is_acyclic(struct rv_graph *g, uint32_t n, const uint64_t *gone) {
  const uint64_t top = g->arena.top;
  struct search s = search_new(g, n, gone);
  const int32_t added = (int32_t)n - 1;
  const struct rv_row *const hb = g->events[added].hb;
  bool acyclic = !set_has(s.sc, added) || !is_in_cycle(&s, added);
  for (int32_t f = -1; acyclic && (f = set_next(s.fences, s.words, f + 1)) >= 0;)
    if (f != added && rv_row_has(hb, f) && !is_before_fence(&s, f, hb))
      acyclic = !is_in_cycle(&s, f);
  rv_arena_release(&g->arena, top);
  return acyclic;
}

bool rv_graph_psc_is_consistent(struct rv_graph *g) {
  const uint64_t top = g->arena.top;
  struct search s = search_new(g, g->n, NULL);
  bool consistent = true;
  for (int32_t c = -1; consistent && (c = set_next(s.sc, s.words, c + 1)) >= 0;)
    consistent = !is_in_cycle(&s, c);
  rv_arena_release(&g->arena, top);
  return consistent;
}

/* --- sb to another location ; hb ; sb to another location --------------------------------------
 */

/* What is before an event in program order and at another location; of a fence, everything. */
static const struct rv_row *elsewhere(struct rv_graph *g, int32_t at,
                                      const struct rv_graph_thread *thread) {
  const struct rv_graph_event *const e = &g->events[at];
  if (!thread->sb || !(e->location || e->atomic))
    return thread->sb;
  struct rv_row *row = NULL;
  for (int32_t u = 0; e->atomic && u < at; u++)
    if (rv_row_has(thread->sb, u) && rv_graph_same_place(e, &g->events[u])) {
      if (!row)
        row = (struct rv_row *)rv_row_with(g, thread->sb, u);
      row->bits[u / 64] &= ~(UINT64_C(1) << (u % 64));
    }
  if (e->atomic)
    return row ? row : thread->sb;
  const struct rv_graph_location *const location = e->location;
  const uint32_t n = location->n_order + location->n_reads;
  for (uint32_t i = 0; i < n; i++) {
    const int32_t u =
        i < location->n_order ? location->order[i] : location->reads[i - location->n_order];
    if (u == at || !rv_row_has(thread->sb, u))
      continue;
    if (!row)
      row = (struct rv_row *)rv_row_with(g, thread->sb, u);
    row->bits[u / 64] &= ~(UINT64_C(1) << (u % 64));
  }
  return row ? row : thread->sb;
}

/* Of an event v: the sb to another location of all that happens before it. */
static const struct rv_row *gather(struct rv_graph *g, int32_t at,
                                   const struct rv_graph_thread *thread) {
  const struct rv_graph_event *const e = &g->events[at];
  const struct rv_row *all = thread->gathered;
  for (uint32_t i = 0; i < e->hb->words; i++) {
    uint64_t more =
        e->hb->bits[i] & ~(thread->hb && i < thread->hb->words ? thread->hb->bits[i] : 0);
    for (; more; more &= more - 1) {
      const int32_t u = (int32_t)(64 * i) + __builtin_ctzll(more);
      if (u != at)
        all = rv_row_join(g, all, g->events[u].elsewhere);
    }
  }
  return all;
}

/* Of what is before the event and elsewhere, what is gathered there. What happens before another
 * one of them has gathered no more than that. */
static const struct rv_row *pass_on(struct rv_graph *g, const struct rv_row *elsewhere) {
  const struct rv_row *all = NULL;
  for (uint32_t i = elsewhere ? elsewhere->words : 0; i-- > 0;) {
    uint64_t rest = elsewhere->bits[i];
    while (rest) {
      const int32_t v = (int32_t)(64 * i) + 63 - __builtin_clzll(rest);
      const struct rv_row *const hb = g->events[v].hb;
      all = rv_row_join(g, all, g->events[v].gathered);
      rest &= ~(i < hb->words ? hb->bits[i] : UINT64_C(1) << (v % 64));
    }
  }
  return all;
}

void rv_graph_c11_imagine(struct rv_graph *g, int32_t at, const struct rv_graph_thread *thread) {
  struct rv_graph_event *const e = &g->events[at];
  e->knew_gathered = thread->gathered;
  e->elsewhere = elsewhere(g, at, thread);
  e->gathered = gather(g, at, thread);
  e->passed_on = pass_on(g, e->elsewhere);
}

void rv_graph_c11_push(struct rv_graph *g, int32_t at, struct rv_graph_thread *thread) {
  rv_graph_c11_imagine(g, at, thread);
  thread->gathered = rv_row_join(g, g->events[at].gathered, g->events[at].elsewhere);
}
