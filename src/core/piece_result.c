/*
 * What comes of a piece: as flat bytes, and taken over by the search that has handed it out.
 */
#include <string.h>

#include "core/dependence.h"
#include "core/exploration.h"
#include "core/piece.h"
#include "core/strategy.h"
#include "core/team.h"

/* Whoever sleeps at the states where that is a guess. */
static void write_guessed(struct rv_explorer *x, struct rv_bytes *to) {
  for (uint64_t depth = x->piece.guessed; depth < x->piece.root; depth++) {
    uint64_t n = 0;
    for (const struct rv_sleeper *s = x->states[depth].sleep; s; s = s->next)
      n++;
    rv_write(to, n);
    for (const struct rv_sleeper *s = x->states[depth].sleep; s; s = s->next)
      rv_write_sleeper(to, s->thread, s->choice, &s->op);
  }
}

/* What comes of a branch that was handed out. */
static void write_branch(struct rv_explorer *x, struct rv_bytes *to) {
  const struct rv_piece *const piece = &x->piece;
  rv_write(to, piece->root - piece->guessed);
  write_guessed(x, to);
  rv_write_op(to, &x->trace.events[piece->root - 1].step.op);
  rv_write_bytes(to, piece->found.at, piece->found.n);
}

struct rv_flat rv_explorer_result(struct rv_explorer *x) {
  struct rv_piece *const piece = &x->piece;
  struct rv_bytes *const to = &piece->out;
  to->n = 0;
  rv_write(to, piece->follow.bad ? RV_RESULT_BAD
               : piece->misfit   ? RV_RESULT_MISFIT
                                 : RV_RESULT_FITS);
  rv_write_stats(to, &x->stats);
  if (x->strategy->split->write_result)
    x->strategy->split->write_result(x, to);
  else if (!piece->misfit && piece->root)
    write_branch(x, to);
  return (struct rv_flat){to->at, to->n};
}

static bool is_same_op(const struct rv_op *a, const struct rv_op *b) {
  bool same = a->kind == b->kind && a->flags == b->flags && a->choices == b->choices &&
              a->more_count == b->more_count;
  for (unsigned i = 0; same && i < rv_access_count(a); i++)
    same = memcmp(rv_access(a, i), rv_access(b, i), sizeof(struct rv_access)) == 0;
  return same;
}

/* Whether those sleep here of whom it was guessed, and nobody else. */
static bool guessed_right(struct rv_explorer *x, struct rv_reader *from) {
  const uint64_t states = rv_read_up_to(from, x->trace.n + 1);
  bool right = true;
  for (uint64_t depth = x->trace.n + 1 - states; depth <= x->trace.n && !from->bad; depth++) {
    const struct rv_sleeper *s = x->states[depth].sleep;
    for (uint64_t n = rv_read(from); n && !from->bad; n--) {
      struct rv_op op;
      const uint64_t thread = rv_read(from), choice = rv_read(from);
      rv_read_op(from, &op, &x->piece.scratch);
      right &= s && s->thread == thread && s->choice == choice && is_same_op(&s->op, &op);
      s = s ? s->next : NULL;
    }
    right &= !s;
  }
  return right && !from->bad;
}

static void apply_found(struct rv_explorer *x, struct rv_reader *from) {
  while (from->i < from->n && !from->bad) {
    const uint64_t position = rv_read_up_to(from, x->trace.n);
    x->stats.reversed += x->strategy->split->apply(x, &x->states[position], from);
  }
}

/* What comes of the bytes is for the checker of the whole to say: they are our own. */
bool rv_explorer_merge(struct rv_explorer *x, struct rv_flat flat) {
  struct rv_reader from = rv_reader(flat.at, flat.n);
  const uint64_t top = x->piece.scratch.top;
  struct rv_event *const done = &x->trace.events[x->trace.n];
  struct rv_stats stats;
  const bool fits = rv_read(&from) == RV_RESULT_FITS;
  x->piece.awaited = 0;
  rv_read_stats(&from, &stats);
  const bool right = fits && guessed_right(x, &from);
  if (right) {
    rv_stats_add(&x->stats, &stats);
    rv_read_op(&from, &done->step.op, &x->piece.scratch);
    done->footprint = rv_footprint(&done->step.op);
    apply_found(x, &from);
    rv_explorer_went_on(x, done, stats.executions + stats.blocked + stats.bounded);
  }
  rv_arena_release(&x->piece.scratch, top);
  return right;
}
