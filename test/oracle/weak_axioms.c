/*
 * The memory models, by their axioms as they are written: with matrices of whole relations.
 *
 * A lock is a read-modify-write that acquires, and reads a write of 0; an unlock is a write that
 * releases, and drains the store buffer.
 */
#include <string.h>

#include "weak.h"

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
  for (unsigned i = 0; i < n && i < EVENTS; i++)
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

struct relations {
  matrix sb, rf, mo, rb;
};

/* Event 0..LOCATIONS-1 are the initial writes. False: a read-modify-write is not right after what
 * it reads. */
static bool relate(const struct candidate *g, struct relations *rel) {
  const unsigned n = g->n;
  for (unsigned a = 0; a < n; a++)
    for (unsigned b = 0; b < n; b++)
      if ((!g->e[a].kind && g->e[b].kind) ||
          (g->e[a].kind && g->e[b].kind && g->e[a].thread == g->e[b].thread &&
           g->e[a].index < g->e[b].index))
        add(rel->sb, a, b);
  for (unsigned l = 0; l < LOCATIONS; l++)
    for (unsigned i = 0; i < g->n_mo[l]; i++)
      for (unsigned j = i + 1; j < g->n_mo[l]; j++)
        add(rel->mo, g->mo[l][i], g->mo[l][j]);
  for (unsigned r = 0; r < n; r++)
    if (g->e[r].kind == 1) {
      add(rel->rf, (unsigned)g->e[r].source, r);
      rel->rb[r] |= rel->mo[g->e[r].source];
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
  return true;
}

/* --- sc, tso, pso ------------------------------------------------------------------------------
 */

static bool is_acyclic(const matrix m, unsigned n) {
  matrix closed;
  memcpy(closed, m, sizeof closed);
  close_over(closed, n);
  return is_irreflexive(closed, n);
}

/* Program order that the store buffers keep, without fences. */
static bool is_preserved(const struct event *a, const struct event *b, enum rv_memory_model model) {
  if (!a->kind || model == RV_MEMORY_SC || a->kind != 2)
    return true;
  if (b->kind == 2)
    return model == RV_MEMORY_TSO || a->location == b->location || releases(b->order);
  return false;
}

/* What a fence between two events, or one of them, keeps in order. */
static bool is_fenced(const struct candidate *g, const struct relations *r, unsigned a,
                      unsigned b) {
  if (g->e[a].full || g->e[b].full)
    return true;
  for (unsigned c = LOCATIONS; c < g->n; c++)
    if (has(r->sb, a, c) && has(r->sb, c, b) &&
        (g->e[c].full || (g->e[c].kind == 3 && releases(g->e[c].order) && g->e[b].kind == 2)))
      return true;
  return false;
}

static bool is_consistent_buffered(const struct candidate *g, const struct relations *r,
                                   enum rv_memory_model model) {
  const unsigned n = g->n;
  matrix coherence = {0}, global = {0};
  for (unsigned a = 0; a < n; a++)
    for (unsigned b = 0; b < n; b++) {
      const struct event *const e = &g->e[a], *const f = &g->e[b];
      if (has(r->sb, a, b) && e->kind != 3 && f->kind != 3 && e->location == f->location)
        add(coherence, a, b);
      if (has(r->sb, a, b) && (is_preserved(e, f, model) || is_fenced(g, r, a, b)))
        add(global, a, b);
      if (has(r->rf, a, b) && (model == RV_MEMORY_SC || !e->kind || e->thread != f->thread))
        add(global, a, b);
    }
  unite(coherence, coherence, r->rf, n);
  unite(coherence, coherence, r->mo, n);
  unite(coherence, coherence, r->rb, n);
  unite(global, global, r->mo, n);
  unite(global, global, r->rb, n);
  return is_acyclic(coherence, n) && is_acyclic(global, n);
}

/* --- RC11 --------------------------------------------------------------------------------------
 */

/* What is executed as under sc is so in an order that goes with all else. */
static bool is_executable(const struct candidate *g, const struct relations *rel) {
  matrix order = {0};
  unite(order, rel->sb, rel->rf, g->n);
  for (unsigned a = 0; a < g->n; a++)
    for (unsigned b = 0; b < g->n; b++)
      if (g->e[a].kind != 3 && g->e[a].location == ORDERED &&
          (has(rel->mo, a, b) || has(rel->rb, a, b)))
        add(order, a, b);
  return is_acyclic(order, g->n);
}

static bool is_consistent_c11(const struct candidate *g, const struct relations *rel) {
  const unsigned n = g->n;
  matrix sw = {0}, hb = {0}, eco = {0}, t, u;
  /* Release sequences: of w and the read-modify-writes after it. */
  for (unsigned r = 0; r < n; r++) {
    if (g->e[r].kind != 1)
      continue;
    for (int w = g->e[r].source; g->e[w].kind;) {
      for (unsigned a = 0; a < n; a++) {
        const bool from = (int)a == w ? releases(g->e[w].order)
                                      : g->e[a].kind == 3 && releases(g->e[a].order) &&
                                            has(rel->sb, a, (unsigned)w);
        for (unsigned b = 0; from && b < n; b++)
          if (b == r ? acquires(g->e[r].order)
                     : g->e[b].kind == 3 && acquires(g->e[b].order) && has(rel->sb, r, b))
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
  unite(hb, rel->sb, sw, n);
  close_over(hb, n);
  unite(eco, rel->rf, rel->mo, n);
  unite(eco, eco, rel->rb, n);
  close_over(eco, n);
  compose(t, hb, eco, n);
  if (!is_irreflexive(hb, n) || !is_irreflexive(t, n) || !is_irreflexive(eco, n))
    return false;
  unite(t, rel->sb, rel->rf, n);
  close_over(t, n);
  if (!is_irreflexive(t, n))
    return false;

  if (!is_executable(g, rel))
    return false;
  matrix elsewhere = {0}, scb = {0}, left = {0}, right = {0}, fences = {0}, psc;
  for (unsigned a = 0; a < n; a++)
    for (unsigned b = 0; b < n; b++) {
      const bool same =
          g->e[a].kind != 3 && g->e[b].kind != 3 && g->e[a].location == g->e[b].location;
      if (has(rel->sb, a, b) && !same)
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
  unite(scb, scb, rel->sb, n);
  unite(scb, scb, rel->mo, n);
  unite(scb, scb, rel->rb, n);
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

bool is_consistent(const struct candidate *g, enum rv_memory_model model) {
  struct relations r = {0};
  if (!relate(g, &r))
    return false;
  return model == RV_MEMORY_C11 ? is_consistent_c11(g, &r) : is_consistent_buffered(g, &r, model);
}
