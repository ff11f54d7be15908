#include "runtime/state.h"

#include <stdarg.h>
#include <stdio.h>

#include "runtime/access.h"
#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/interrupt.h"
#include "runtime/object.h"
#include "runtime/operations.h"
#include "runtime/record.h"
#include "runtime/spinloop.h"

static enum record_kind state_kind_of(uint32_t mode) {
  return mode & RV_WRITE ? RECORD_STATE_CHANGE
         : mode & RV_ADD ? RECORD_STATE_ADD
                         : RECORD_STATE_LOOK;
}

void state_access(uint64_t place, uint32_t mode, uint64_t pc) {
  struct state_acts acts = {.n = 0, .shown = -1};
  state_add(&acts, place, mode);
  state_act(&acts, pc);
}

void state_add(struct state_acts *acts, uint64_t place, uint32_t mode) {
  if (acts->n < STATE_MAX_ACTS)
    acts->list[acts->n++] = (struct rv_access){place, SHARED_STATE_STRIDE, mode};
}

void state_add_range(struct state_acts *acts, uint64_t first, uint32_t places, uint32_t mode) {
  if (!places || acts->n == STATE_MAX_ACTS)
    return;
  acts->list[acts->n++] = (struct rv_access){first, places * SHARED_STATE_STRIDE, mode};
  acts->kept++;
}

void state_add_once(struct state_acts *acts, uint64_t place, uint32_t mode) {
  for (uint32_t i = 0; i < acts->n; i++)
    if (acts->list[i].addr == place && acts->list[i].mode == mode)
      return;
  state_add(acts, place, mode);
}

bool state_would_block(const struct state_acts *acts) {
  return acts->blocking && !acts->blocking->can_go_on(rt.current);
}

/* Whether other threads have to do with what it waits for. If it has to wait, they must. */
static bool others_decide(const struct state_acts *acts) {
  const bool waits = state_would_block(acts);
  bool others = false;
  for (uint32_t i = 0; i < acts->watched; i++) {
    if (waits)
      mark(acts->list[i].addr);
    others |= !touch_privately(acts->list[i].addr, acts->list[i].size);
  }
  return others;
}

/* Those that only this thread has to do with are left out, unless it may have to wait for them. */
static void leave_out_private(struct state_acts *acts) {
  if (acts->blocking && !others_decide(acts))
    acts->blocking = NULL;
  const uint32_t watched = acts->blocking ? acts->watched : 0;
  const uint64_t first = acts->list[0].addr;
  const uint32_t all = acts->n - acts->kept;
  uint32_t n = 0;
  for (uint32_t i = 0; i < acts->n; i++)
    if (i >= all || !touch_privately(acts->list[i].addr, acts->list[i].size) || i < watched)
      acts->list[n++] = acts->list[i];
  acts->n = n;
  if (acts->list[0].addr != first)
    acts->tries = NULL; /* what it may fail to change is left out */
}

/* The execution is over: what would wait for ever does so. */
static void act_alone(const struct state_acts *acts) {
  if (!state_would_block(acts) || acts->timed)
    return;
  operation_waits();
  stop_for_good(THREAD_EXITING);
}

static void state_wait(const struct rv_op *op, struct state_acts *acts, uint64_t pc) {
  visible_function *const visibly = acts->timed ? visible_timed : visible_operation;
  interruption_may_end((enum wait_ends)acts->ends);
  if (!acts->cancellable)
    visibly(op, acts->blocking, pc);
  else if (visible_or_cancelled(op, visibly, acts->blocking, pc))
    cancellation_act();
  acts->ended = interruption_has_ended();
}

void state_act(struct state_acts *acts, uint64_t pc) {
  not_spinning();
  if (rt.solo) {
    act_alone(acts);
    return;
  }
  leave_out_private(acts);
  if (acts->n == 0)
    return;
  const bool awaits = acts->blocking && !acts->timed;
  const struct rv_op op = {.kind = awaits ? RV_OP_AWAIT : RV_OP_MEMORY,
                           .flags = (uint8_t)((acts->releases ? RV_OP_RELEASES : 0) |
                                              (acts->varies || acts->tries ? RV_OP_VARIES : 0)),
                           .access = acts->list[0],
                           .more = acts->list + 1,
                           .more_count = (uint16_t)(acts->n - 1)};
  if (acts->blocking)
    state_wait(&op, acts, pc);
  else
    visible_operation(&op, NULL, pc);
  if (unlikely(acts->ended))
    return;
  if (acts->tries && !acts->tries->can_go_on(rt.current))
    performed_as(0, RV_READ, op.flags);
  else
    performed(0);
  record_access(state_kind_of(acts->varies ? RV_READ : acts->list[0].mode), acts->list[0].addr,
                SHARED_STATE_STRIDE, (uint64_t)acts->shown, 0, pc);
}

bool state_acts_alike(const struct state_acts *a, const struct state_acts *b) {
  if (a->n != b->n)
    return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->list[i].addr != b->list[i].addr || a->list[i].mode != b->list[i].mode)
      return false;
  return true;
}

void state_lasts(const char *why, ...) {
  struct shared *const shared = rt.shared;
  va_list list;
  rt.lasting = true;
  if (*shared->why_forked)
    return;
  va_start(list, why);
  vsnprintf(shared->why_forked, sizeof shared->why_forked, why, list);
  va_end(list);
}

void state_is_kept(const char *function, bool lasting) {
  struct shared *const shared = rt.shared;
  if (lasting)
    state_lasts("called %s(), whose effect cannot be undone", function);
  if (!*shared->why_replayed)
    snprintf(shared->why_replayed, sizeof shared->why_replayed, "%s", function);
  checkpoint_stop();
}
