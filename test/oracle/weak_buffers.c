/*
 * A machine that runs a program with a store buffer for each thread (x86-TSO: Owens, Sarkar,
 * Sewell), or one that lets stores to different locations pass each other (PSO), or none. It knows
 * nothing of graphs: what comes out of it must be what the axioms allow.
 */
#include <stdlib.h>
#include <string.h>

#include "weak.h"

enum { MOST_STATES = 200000 };

struct entry {
  uint8_t location, epoch;
  bool last; /* it waits for all before it: a store that releases */
  uint64_t value;
};

struct state {
  struct cursor c[THREADS];
  uint64_t memory[LOCATIONS];
  uint8_t n[THREADS], epoch[THREADS];
  struct entry buffer[THREADS][CODE];
};

struct machine {
  const struct listing *p;
  enum rv_memory_model model;
  struct keys seen, *outcomes;
};

static uint64_t key_of(const struct machine *m, const struct state *s) {
  uint64_t h = 3;
  for (unsigned l = 0; l < LOCATIONS; l++)
    h = mix(h, s->memory[l]);
  for (unsigned t = 0; t < m->p->threads; t++) {
    h = mix(mix(h, s->c[t].pc), s->c[t].middle);
    for (unsigned r = 0; r < REGISTERS; r++)
      h = mix(h, s->c[t].r[r]);
    h = mix(h, s->n[t]);
    for (unsigned i = 0; i < s->n[t]; i++) {
      const struct entry *const e = &s->buffer[t][i];
      h = mix(mix(mix(mix(h, e->location), e->value), e->last), (uint64_t)s->epoch[t] - e->epoch);
    }
  }
  return h;
}

static bool may_leave(const struct machine *m, const struct state *s, unsigned t, unsigned i) {
  const struct entry *const e = &s->buffer[t][i];
  for (unsigned k = 0; k < i; k++) {
    const struct entry *const before = &s->buffer[t][k];
    if (m->model == RV_MEMORY_TSO || e->last || before->epoch != e->epoch ||
        before->location == e->location)
      return false;
  }
  return true;
}

static uint64_t load(const struct state *s, unsigned t, uint8_t location) {
  for (unsigned i = s->n[t]; i-- > 0;)
    if (s->buffer[t][i].location == location)
      return s->buffer[t][i].value;
  return s->memory[location];
}

static bool releases(unsigned order) {
  return order == REL || order == ACQ_REL || order == SC;
}

static void store(const struct machine *m, struct state *s, unsigned t, const struct act *act) {
  if (act->full || m->model == RV_MEMORY_SC)
    s->memory[act->location] = act->value;
  else
    s->buffer[t][s->n[t]++] =
        (struct entry){act->location, s->epoch[t], releases(act->order), act->value};
}

static bool visit(struct machine *m, const struct state *s);

/* The next operation of a thread. What is full waits until the buffer is empty; a read-modify-write
 * is one step. Says whether there was one. */
static bool run_thread(struct machine *m, const struct state *from, unsigned t, bool *good) {
  struct state s = *from;
  const struct act act = next_act(m->p, t, &s.c[t]);
  if (!act.any || (act.full && s.n[t]) || (act.lock && s.memory[act.location]))
    return false;
  const uint64_t read = act.write || act.fence ? 0 : load(&s, t, act.location);
  if (act.write)
    store(m, &s, t, &act);
  if (act.fence && releases(act.order))
    s.epoch[t]++;
  did(m->p, t, &s.c[t], read);
  if (s.c[t].middle) {
    const struct act second = next_act(m->p, t, &s.c[t]);
    s.memory[second.location] = second.value;
    did(m->p, t, &s.c[t], 0);
  }
  *good = *good && visit(m, &s);
  return true;
}

static bool flush(struct machine *m, const struct state *from, unsigned t, bool *good) {
  bool any = false;
  for (unsigned i = 0; i < from->n[t]; i++) {
    if (!may_leave(m, from, t, i))
      continue;
    struct state s = *from;
    s.memory[s.buffer[t][i].location] = s.buffer[t][i].value;
    memmove(&s.buffer[t][i], &s.buffer[t][i + 1], (--s.n[t] - i) * sizeof s.buffer[t][0]);
    *good = *good && visit(m, &s);
    any = true;
  }
  return any;
}

static bool visit(struct machine *m, const struct state *s) {
  bool good = true, moved = false;
  if (!keys_add(&m->seen, key_of(m, s)))
    return true;
  if (m->seen.n > MOST_STATES)
    return false;
  for (unsigned t = 0; t < m->p->threads; t++) {
    moved |= run_thread(m, s, t, &good);
    moved |= flush(m, s, t, &good);
  }
  struct state end = *s;
  if (!moved)
    keys_add(m->outcomes, weak_outcome(m->p, end.c));
  return good;
}

bool buffers_run(const struct listing *p, enum rv_memory_model model, struct keys *outcomes) {
  struct machine m = {.p = p, .model = model, .outcomes = outcomes};
  const struct state start = {0};
  const bool good = visit(&m, &start);
  free(m.seen.at);
  return good;
}
