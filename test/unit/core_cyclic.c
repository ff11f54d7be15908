#include "core_cyclic.h"

#include <string.h>

#include "core/random.h"
#include "core_toy.h"

static const struct instruction *pending(const struct cyclic *s, const struct cyclic_state *state,
                                         unsigned thread) {
  return state->pc[thread] < CODE ? &s->code[thread][state->pc[thread]] : NULL;
}

static struct rv_op op_of(const struct instruction *i) {
  static const uint8_t modes[] = {RV_READ, RV_WRITE, RV_READ | RV_WRITE, RV_READ};
  if (i->kind == CHOOSE)
    return (struct rv_op){.kind = RV_OP_CHOOSE, .choices = 2};
  return (struct rv_op){.kind = i->kind == AWAIT ? RV_OP_AWAIT : RV_OP_MEMORY,
                        .access = {0x1000 + 8u * i->cell, 8, modes[i->kind]}};
}

static void reached(struct cyclic *s) {
  for (unsigned t = 0; t < THREADS; t++)
    s->local[(t * PLACES + s->now.pc[t]) * VALUES + s->now.r[t]] = true;
}

bool cyclic_can_go_on(const struct cyclic *s, const struct cyclic_state *state, unsigned thread) {
  const struct instruction *const i = pending(s, state, thread);
  return i && (i->kind != AWAIT || state->cell[i->cell] == i->value);
}

static uint64_t enabled_at(const struct cyclic *s, const struct cyclic_state *state) {
  uint64_t enabled = 0;
  for (unsigned t = 0; t < THREADS; t++)
    enabled |= (uint64_t)cyclic_can_go_on(s, state, t) << t;
  return enabled;
}

struct cyclic_state cyclic_after(const struct cyclic *s, struct cyclic_state state, unsigned thread,
                                 uint32_t choice) {
  const struct instruction *const i = pending(s, &state, thread);
  uint8_t *const cell = &state.cell[i->cell], *const r = &state.r[thread];
  if (i->kind == CHOOSE)
    *r = (uint8_t)choice;
  else if (i->kind != WRITE)
    *r = *cell;
  if (i->kind == WRITE || i->kind == ADD)
    *cell = i->kind == WRITE ? i->value : (uint8_t)((*cell + i->value) % VALUES);
  state.pc[thread] = i->next[*r == 0];
  return state;
}

/* A step is about to be made. */
static void look_back(struct cyclic *s) {
  uint64_t could = 0, went_on = 0;
  for (uint64_t i = s->steps; i-- > 0;) {
    could |= s->past[i].enabled;
    went_on |= UINT64_C(1) << s->past[i].thread;
    if (memcmp(&s->past[i].state, &s->now, sizeof s->now) == 0) {
      s->goes_round = true;
      s->fairly |= !(could & ~went_on);
    }
  }
}

static enum rv_status step(void *self, rv_tid thread, uint32_t choice, struct rv_step *done) {
  struct cyclic *const s = self;
  const struct instruction *const i = pending(s, &s->now, thread);
  *done = (struct rv_step){
      .op = op_of(i), .value = s->now.cell[i->cell], .choice = choice, .awaits = true};
  if (s->looks_back)
    look_back(s);
  s->past[s->steps++] = (struct cyclic_past){s->now, enabled_at(s, &s->now), thread};
  s->now = cyclic_after(s, s->now, thread, choice);
  reached(s);
  return s->fairly ? RV_ENDED : RV_OK;
}

static enum rv_status reset(void *self, struct rv_step *begin) {
  static const struct rv_effect created[THREADS - 1] = {{RV_EFFECT_CREATE, 0, 1},
                                                        {RV_EFFECT_CREATE, 0, 2}};
  struct cyclic *const s = self;
  memset(&s->now, 0, sizeof s->now);
  s->steps = 0;
  reached(s);
  *begin = (struct rv_step){.effects = created, .n_effects = THREADS - 1, .awaits = true};
  return RV_OK;
}

static enum rv_status replay(void *self, const struct rv_replay *first, size_t stride, size_t n) {
  struct rv_step done;
  for (size_t i = 0; i < n; i++) {
    const struct rv_replay *const made = (const void *)((const char *)first + i * stride);
    step(self, made->thread, made->choice, &done);
  }
  return RV_OK;
}

static rv_tid threads(void *self) {
  (void)self;
  return THREADS;
}

static const struct rv_op *next(void *self, rv_tid thread) {
  struct cyclic *const s = self;
  const struct instruction *const i = pending(s, &s->now, thread);
  s->op = i ? op_of(i) : (struct rv_op){.kind = RV_OP_NONE};
  return &s->op;
}

static const uint64_t *enabled(void *self, size_t *words) {
  struct cyclic *const s = self;
  s->enabled = enabled_at(s, &s->now);
  *words = 1;
  return &s->enabled;
}

static bool fingerprint(void *self, uint64_t print[2]) {
  const struct cyclic *const s = self;
  print[0] = print[1] = 0;
  memcpy(print, &s->now, sizeof s->now);
  return true;
}

static enum rv_status finish(void *self, bool complete) {
  struct cyclic *const s = self;
  unsigned number = 0;
  for (unsigned i = 0; i < CELLS; i++)
    number = number * VALUES + s->now.cell[i];
  for (unsigned t = 0; t < THREADS; t++)
    number = number * VALUES + s->now.r[t];
  s->final[number] |= complete;
  return RV_OK;
}

void cyclic_make_up(struct cyclic *s, uint64_t seed, unsigned kinds) {
  memset(s, 0, sizeof *s);
  s->interface = (struct rv_system){.self = s,
                                    .reset = reset,
                                    .replay = replay,
                                    .step = step,
                                    .threads = threads,
                                    .next = next,
                                    .enabled = enabled,
                                    .fingerprint = fingerprint,
                                    .finish = finish};
  uint64_t random = seed;
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned i = 0; i < CODE; i++)
      s->code[t][i] = (struct instruction){.kind = (uint8_t)rv_random_below(&random, kinds),
                                           .cell = (uint8_t)rv_random_below(&random, CELLS),
                                           .value = (uint8_t)rv_random_below(&random, VALUES),
                                           .next = {(uint8_t)rv_random_below(&random, PLACES),
                                                    (uint8_t)rv_random_below(&random, PLACES)}};
}

enum rv_progress cyclic_explore(struct cyclic *s, struct rv_options options) {
  memset(s->local, 0, sizeof s->local);
  memset(s->final, 0, sizeof s->final);
  s->goes_round = s->fairly = false;
  s->looks_back = options.livelocks;
  options.stateful = true;
  options.max_steps = LONGEST;
  struct rv_explorer *const x = rv_explorer_new(&toy_memory, &options, NULL);
  rv_explorer_attach(x, &s->interface, &toy_memory);
  enum rv_progress progress;
  while ((progress = rv_explorer_next(x)) == RV_MORE)
    ;
  toy_release();
  return progress;
}
