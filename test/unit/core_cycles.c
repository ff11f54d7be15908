/*
 * Searches that remember states, on systems in which states come again: random threads with loops
 * that need never end. Brute force is `naive --stateful`, which explores every step of every state
 * once. Dynamic reduction must bring every thread to all the local states that it can reach, and
 * the system to all states in which nothing goes on. An argument: the first seed.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/random.h"
#include "core_toy.h"

enum { THREADS = 3, CODE = 3, CELLS = 2, VALUES = 3, PLACES = CODE + 1 };
enum { LOCALS = THREADS * PLACES * VALUES, FINALS = VALUES * VALUES * 27, SEEDS = 40 };

enum kind { READ, WRITE, ADD, AWAIT };

/* Then on to one place or another, by whether what was read last is 0; CODE is the end. */
struct instruction {
  uint8_t kind, cell, value, next[2];
};

struct state {
  uint8_t cell[CELLS], pc[THREADS], r[THREADS];
};

struct cycles {
  struct rv_system interface;
  struct instruction code[THREADS][CODE];
  struct state now;
  bool local[LOCALS]; /* that were reached */
  bool final[FINALS];
  struct rv_op op;
  uint64_t enabled;
};

static const struct instruction *pending(const struct cycles *s, unsigned thread) {
  return s->now.pc[thread] < CODE ? &s->code[thread][s->now.pc[thread]] : NULL;
}

static struct rv_op op_of(const struct instruction *i) {
  static const uint8_t modes[] = {RV_READ, RV_WRITE, RV_READ | RV_WRITE, RV_READ};
  return (struct rv_op){.kind = i->kind == AWAIT ? RV_OP_AWAIT : RV_OP_MEMORY,
                        .access = {0x1000 + 8u * i->cell, 8, modes[i->kind]}};
}

static void reached(struct cycles *s) {
  for (unsigned t = 0; t < THREADS; t++)
    s->local[(t * PLACES + s->now.pc[t]) * VALUES + s->now.r[t]] = true;
}

static bool can_go_on(const struct cycles *s, unsigned thread) {
  const struct instruction *const i = pending(s, thread);
  return i && (i->kind != AWAIT || s->now.cell[i->cell] == i->value);
}

static enum rv_status step(void *self, rv_tid thread, uint32_t choice, struct rv_step *done) {
  struct cycles *const s = self;
  const struct instruction *const i = pending(s, thread);
  uint8_t *const cell = &s->now.cell[i->cell], *const r = &s->now.r[thread];
  (void)choice;
  *done = (struct rv_step){.op = op_of(i), .value = *cell, .awaits = true};
  if (i->kind != WRITE)
    *r = *cell;
  if (i->kind == WRITE || i->kind == ADD)
    *cell = i->kind == WRITE ? i->value : (uint8_t)((*cell + i->value) % VALUES);
  s->now.pc[thread] = i->next[*r == 0];
  reached(s);
  return RV_OK;
}

static enum rv_status reset(void *self, struct rv_step *begin) {
  static const struct rv_effect created[THREADS - 1] = {{RV_EFFECT_CREATE, 0, 1},
                                                        {RV_EFFECT_CREATE, 0, 2}};
  struct cycles *const s = self;
  memset(&s->now, 0, sizeof s->now);
  reached(s);
  *begin = (struct rv_step){.effects = created, .n_effects = THREADS - 1, .awaits = true};
  return RV_OK;
}

static enum rv_status replay(void *self, const struct rv_replay *first, size_t stride, size_t n) {
  struct rv_step done;
  for (size_t i = 0; i < n; i++)
    step(self, ((const struct rv_replay *)((const char *)first + i * stride))->thread, 0, &done);
  return RV_OK;
}

static rv_tid threads(void *self) {
  (void)self;
  return THREADS;
}

static const struct rv_op *next(void *self, rv_tid thread) {
  struct cycles *const s = self;
  const struct instruction *const i = pending(s, thread);
  s->op = i ? op_of(i) : (struct rv_op){.kind = RV_OP_NONE};
  return &s->op;
}

static const uint64_t *enabled(void *self, size_t *words) {
  struct cycles *const s = self;
  s->enabled = 0;
  for (unsigned t = 0; t < THREADS; t++)
    s->enabled |= (uint64_t)can_go_on(s, t) << t;
  *words = 1;
  return &s->enabled;
}

static bool fingerprint(void *self, uint64_t print[2]) {
  const struct cycles *const s = self;
  print[0] = print[1] = 0;
  memcpy(print, &s->now, sizeof s->now);
  return true;
}

static enum rv_status finish(void *self, bool complete) {
  struct cycles *const s = self;
  unsigned number = 0;
  for (unsigned i = 0; i < CELLS; i++)
    number = number * VALUES + s->now.cell[i];
  for (unsigned t = 0; t < THREADS; t++)
    number = number * VALUES + s->now.r[t];
  s->final[number] |= complete;
  return RV_OK;
}

static void make_up(struct cycles *s, uint64_t seed) {
  *s = (struct cycles){.interface = {.self = s,
                                     .reset = reset,
                                     .replay = replay,
                                     .step = step,
                                     .threads = threads,
                                     .next = next,
                                     .enabled = enabled,
                                     .fingerprint = fingerprint,
                                     .finish = finish}};
  uint64_t random = seed;
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned i = 0; i < CODE; i++)
      s->code[t][i] = (struct instruction){.kind = (uint8_t)rv_random_below(&random, 4),
                                           .cell = (uint8_t)rv_random_below(&random, CELLS),
                                           .value = (uint8_t)rv_random_below(&random, VALUES),
                                           .next = {(uint8_t)rv_random_below(&random, PLACES),
                                                    (uint8_t)rv_random_below(&random, PLACES)}};
}

static enum rv_progress explore(struct cycles *s, struct rv_options options) {
  memset(s->local, 0, sizeof s->local);
  memset(s->final, 0, sizeof s->final);
  options.stateful = true;
  options.max_steps = 20000;
  struct rv_explorer *const x = rv_explorer_new(&toy_memory, &options, NULL);
  rv_explorer_attach(x, &s->interface, &toy_memory);
  enum rv_progress progress;
  while ((progress = rv_explorer_next(x)) == RV_MORE)
    ;
  toy_release();
  return progress;
}

int main(int argc, char **argv) {
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  static struct cycles all, s;
  unsigned lost_locals = 0, lost_finals = 0, unfinished = 0;
  TEST("a stateful search with dynamic reduction leaves nothing out where states come again");
  for (uint64_t seed = first; seed < first + SEEDS; seed++) {
    make_up(&all, seed);
    explore(&all, (struct rv_options){.algorithm = RV_NAIVE});
    for (unsigned i = 0; i < 2 * RV_ORDERS; i++) {
      make_up(&s, seed);
      unfinished += explore(&s, (struct rv_options){.algorithm = RV_DPOR,
                                                    .no_sleep = i % 2,
                                                    .order = i / 2,
                                                    .seed = seed}) != RV_DONE;
      lost_locals += memcmp(s.local, all.local, sizeof s.local) != 0;
      lost_finals += memcmp(s.final, all.final, sizeof s.final) != 0;
    }
  }
  CHECK_EQ(unfinished, 0);
  CHECK_EQ(lost_locals, 0);
  CHECK_EQ(lost_finals, 0);
  return check_report();
}
