/*
 * The oracle of weak memory: random small programs of atomic accesses, fences and a lock, of which
 * `graph` must explore exactly the execution graphs that brute force finds, each once.
 *
 *   weak FIRST_SEED COUNT [MODEL [FLAVOUR]]     MODEL: sc, tso, pso, c11, or all of them
 *   weak emit FIRST_SEED COUNT [plain]          programs as C, with the graphs and outcomes each
 * must have under each model ("case SEED MODEL GRAPHS OUTCOMES"); plain: relaxed loads and stores
 * are plain accesses
 *
 * Brute force adds one event after the other in every way and keeps the graphs that satisfy the
 * axioms of the model (weak_axioms.c). With `all`, what comes out under sc, tso and pso must also
 * be what a machine with store buffers does (weak_buffers.c), everything that is possible under sc
 * is under tso and c11, and everything under tso is under pso.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system.h"
#include "weak.h"

/* --- brute force --------------------------------------------------------------------------------
 */

/* A graph by what it is, not by how it was made. `locks` are left out of the second form, which is
 * what the system knows: there a lock is one event and what comes before it is not told. */
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

struct brute {
  const struct listing *p;
  enum rv_memory_model model;
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
  struct cursor c[THREADS];
  unsigned index;
  for (unsigned t = 0; t < p->threads; t++)
    cursor_of(p, g, t, &c[t], &index);
  return weak_outcome(p, c);
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
    if (is_consistent(&next, b->model) && !extend(b, &next))
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
                        .full = act->full,
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
    if (is_consistent(&next, b->model) && !extend(b, &next))
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
  uint8_t holder;   /* the thread, plus 1 */
  uint64_t ordered; /* what z has */
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
      .weak = (uint32_t)(RV_WEAK | act.order | (act.exclusive ? RV_WEAK_EXCLUSIVE : 0) |
                         (l->kind == UPDATE || l->kind == EXCHANGE_IF ? RV_WEAK_UPDATES : 0))};
  if (l->kind == TAKE || l->kind == GIVE) {
    op->kind = l->kind == TAKE ? RV_OP_LOCK : RV_OP_UNLOCK;
    op->weak = 0;
  }
  if (l->kind == EXCHANGE_IF && !act.write)
    op->flags = RV_OP_COMPARES;
  if (l->kind != FENCE && l->location == ORDERED) {
    op->weak = RV_WEAK_SC | act.order;
    op->access = (struct rv_access){0x2000, 8,
                                    l->kind == LOAD    ? RV_READ
                                    : l->kind == STORE ? RV_WRITE
                                                       : RV_READ | RV_WRITE};
  } else if (!act.fence)
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
  s->ordered = 0;
  for (rv_tid t = 0; t < s->p->threads; t++)
    s->begin[t] = (struct rv_effect){RV_EFFECT_CREATE, 0, t + 1};
  *begin = (struct rv_step){.n_effects = s->p->threads, .effects = s->begin};
  return RV_OK;
}

/* An access to z is one event, whatever it does. */
static void step_ordered(struct weak_system *s, unsigned t, struct rv_step *done) {
  struct cursor *const c = &s->c[t];
  const struct act act = next_act(s->p, t, c);
  done->value = act.write ? 0 : s->ordered;
  const uint8_t order = did(s->p, t, c, s->ordered);
  done->op.weak = RV_WEAK_SC | order;
  if (act.write)
    s->ordered = act.value;
  if (c->middle) {
    s->ordered = next_act(s->p, t, c).value;
    did(s->p, t, c, 0);
  } else if (done->op.flags & RV_OP_COMPARES)
    done->op.access.mode = RV_READ;
  s->n++;
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
  if (done->op.weak & RV_WEAK_SC) {
    step_ordered(s, t, done);
    return RV_OK;
  }
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
    done->op.weak = (done->op.weak & ~(uint32_t)RV_WEAK_ORDER) | order;
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
  if (complete)
    keys_add(&s->outcomes, weak_outcome(s->p, s->c));
  return RV_OK;
}

/* --- judging -------------------------------------------------------------------------------------
 */

static struct oracle_memory memory;
static uint64_t graphs, blocked, skipped;

static const char *judge(const struct listing *p, enum rv_memory_model model) {
  struct brute b = {.p = p, .model = model, .most = 20000};
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
    const struct rv_options options = {.algorithm = RV_GRAPH,
                                       .memory = model,
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
    else if (stats->executions != b.complete.n || !keys_are_same(&s.outcomes, &b.outcomes)) {
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

/* What holds between the models, and of the machine with store buffers. */
static const char *judge_models(const struct listing *p) {
  struct keys outcomes[RV_MEMORY_MODELS] = {0};
  const char *wrong = NULL;
  bool known = true;
  for (unsigned m = 0; m < RV_MEMORY_MODELS; m++) {
    struct brute b = {.p = p, .model = (enum rv_memory_model)m, .most = 20000};
    known &= brute(&b);
    outcomes[m] = b.outcomes;
    free(b.seen.at);
    free(b.complete.at);
  }
  for (unsigned m = 0; known && m < RV_MEMORY_MODELS; m++) {
    struct keys run = {0};
    if (m != RV_MEMORY_C11 && buffers_run(p, (enum rv_memory_model)m, &run) &&
        !keys_are_same(&run, &outcomes[m]))
      wrong = "the axioms do not allow what a machine with store buffers does";
    free(run.at);
  }
  if (known && !keys_are_in(&outcomes[RV_MEMORY_SC], &outcomes[RV_MEMORY_TSO]))
    wrong = "sc has an outcome that tso has not";
  if (known && !keys_are_in(&outcomes[RV_MEMORY_TSO], &outcomes[RV_MEMORY_PSO]))
    wrong = "tso has an outcome that pso has not";
  if (known && !keys_are_in(&outcomes[RV_MEMORY_SC], &outcomes[RV_MEMORY_C11]))
    wrong = "sc has an outcome that c11 has not";
  for (unsigned m = 0; m < RV_MEMORY_MODELS; m++)
    free(outcomes[m].at);
  return wrong;
}

/* One model, or all of them. */
static const char *judge_by(const struct listing *p, unsigned model) {
  if (model < RV_MEMORY_MODELS)
    return judge(p, (enum rv_memory_model)model);
  const char *wrong = judge_models(p);
  for (unsigned m = 0; m < RV_MEMORY_MODELS && !wrong; m++)
    wrong = judge(p, (enum rv_memory_model)m);
  return wrong;
}

static void shrink(struct listing *p, unsigned model) {
  for (bool again = true; again;) {
    again = false;
    for (unsigned t = 0; t < p->threads; t++)
      for (unsigned i = 0; i < p->n[t]; i++) {
        struct listing smaller = *p;
        memmove(&smaller.code[t][i], &smaller.code[t][i + 1],
                (--smaller.n[t] - i) * sizeof smaller.code[t][0]);
        if (judge_by(&smaller, model)) {
          *p = smaller;
          again = true;
          i--;
        }
      }
  }
}

/* Whether every thread comes to its end: a program that can't go on has no outcome as C. */
static bool always_ends(const struct listing *p) {
  for (unsigned t = 0; t < p->threads; t++) {
    unsigned taken = 0;
    for (unsigned i = 0; i < p->n[t]; i++)
      taken += p->code[t][i].kind == TAKE ? 1 : p->code[t][i].kind == GIVE ? -1u : 0;
    if (taken)
      return false;
  }
  return true;
}

enum { MOST_PROGRAMS = 100, MOST_OUTCOMES = 60 /* of each an execution is recorded */ };

/* Says what comes out of a program under each model. Returns false if it has too many outcomes. */
static bool brute_models(const struct listing *p, unsigned models, struct brute b[]) {
  for (unsigned m = 0; m < models; m++) {
    b[m] = (struct brute){.p = p, .model = (enum rv_memory_model)m, .most = 20000};
    if (!brute(&b[m]) || b[m].outcomes.n > MOST_OUTCOMES)
      return false;
  }
  return true;
}

static unsigned emit_program(const struct listing *p, uint64_t seed, bool plain,
                             struct weak_case *cases) {
  const unsigned models = plain ? RV_MEMORY_C11 : RV_MEMORY_MODELS;
  struct brute b[RV_MEMORY_MODELS] = {0};
  const bool known = always_ends(p) && brute_models(p, models, b);
  if (known)
    weak_emit_program(p, seed, plain);
  for (unsigned m = 0; m < models; m++) {
    if (known) {
      cases[m] = (struct weak_case){seed, rv_memory_model_name((enum rv_memory_model)m)};
      printf("/* case %" PRIu64 " %s %zu %zu */\n", seed, cases[m].model, b[m].complete.n,
             b[m].outcomes.n);
      weak_emit_outcomes(&b[m].outcomes, seed, cases[m].model);
    }
    free(b[m].seen.at);
    free(b[m].complete.at);
    free(b[m].outcomes.at);
  }
  return known ? models : 0;
}

static int emit(uint64_t first, unsigned count, bool plain) {
  struct weak_case cases[MOST_PROGRAMS * RV_MEMORY_MODELS];
  unsigned n = 0;
  weak_emit_begin();
  for (uint64_t seed = first; count && count <= MOST_PROGRAMS; seed++) {
    struct listing p;
    weak_generate(&p, seed, (unsigned)(seed % FLAVOURS));
    const unsigned more = emit_program(&p, seed, plain, &cases[n]);
    n += more;
    count -= more > 0;
  }
  weak_emit_main(cases, n);
  return n ? 0 : 2;
}

static unsigned model_named(const char *name) {
  unsigned model = 0;
  while (model < RV_MEMORY_MODELS &&
         strcmp(rv_memory_model_name((enum rv_memory_model)model), name) != 0)
    model++;
  return model;
}

int main(int argc, char **argv) {
  if (argc > 3 && strcmp(argv[1], "emit") == 0)
    return emit(strtoull(argv[2], NULL, 0), (unsigned)atoi(argv[3]), argc > 4);
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 0) : 1000;
  const unsigned model = model_named(argc > 3 ? argv[3] : "all");
  uint64_t failed = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    struct listing p;
    weak_generate(&p, seed, argc > 4 ? (unsigned)atoi(argv[4]) : (unsigned)(seed % FLAVOURS));
    if (!judge_by(&p, model))
      continue;
    if (!failed++) {
      shrink(&p, model);
      printf("mismatch, seed %" PRIu64 ": %s\n", seed, judge_by(&p, model));
      weak_print(&p);
      fflush(stdout);
    }
  }
  printf("%s: %" PRIu64 " programs, %" PRIu64 " graphs, %" PRIu64 " blocked, %" PRIu64
         " times too large\n",
         argc > 3 ? argv[3] : "all", count, graphs, blocked, skipped);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", count - failed, failed);
  return failed ? 1 : 0;
}
