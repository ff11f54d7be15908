#include "core/backtrack.h"

#include <string.h>

#include "core/bitset.h"
#include "core/order.h"

void rv_backtrack_arrive(struct rv_explorer *x, struct rv_state *state) {
  const size_t bytes = 2 * state->words * sizeof *state->backtrack;
  state->backtrack = memset(rv_arena_alloc(&x->arena, bytes), 0, bytes);
  state->done = state->backtrack + state->words;
}

bool rv_backtrack_next(struct rv_explorer *x, struct rv_state *state) {
  const uint64_t top = x->arena.top;
  uint64_t *const left = rv_arena_alloc(&x->arena, state->words * sizeof *left);
  for (size_t i = 0; i < state->words; i++)
    left[i] = state->backtrack[i] & ~state->done[i];
  rv_sleep_remove(state->sleep, left, state->words);
  const rv_tid thread = rv_pick(x, left, state->words);
  rv_arena_release(&x->arena, top);
  if (thread == RV_NO_THREAD)
    return false;
  rv_bit_add(state->done, thread);
  rv_plan(x, thread, 0);
  return true;
}

bool rv_next_choice(struct rv_explorer *x, const struct rv_event *done) {
  const struct rv_replay *const step = &done->step;
  if (step->op.kind != RV_OP_CHOOSE || step->choice + 1 >= step->op.choices)
    return false;
  rv_plan(x, step->thread, step->choice + 1);
  return true;
}

void rv_put_to_sleep(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  state->sleep = rv_sleep_add(state->sleep, done->step.thread, &done->step.op, &x->arena);
}
