#include "runtime/state.h"

#include "runtime/access.h"
#include "runtime/object.h"
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

static bool would_block(const struct state_acts *acts) {
  return acts->blocking && !acts->blocking->can_go_on(rt.current);
}

/* Those that only this thread has to do with are left out, unless it has to wait for another. */
static void leave_out_private(struct state_acts *acts) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < acts->n; i++) {
    if (i == 0 && would_block(acts))
      mark(acts->list[i].addr);
    if (!touch_privately(acts->list[i].addr, acts->list[i].size))
      acts->list[n++] = acts->list[i];
    else if (i == 0)
      acts->blocking = NULL;
  }
  acts->n = n;
}

void state_act(struct state_acts *acts, uint64_t pc) {
  not_spinning();
  if (rt.solo)
    return;
  leave_out_private(acts);
  if (acts->n == 0)
    return;
  visible_operation(&(struct rv_op){.kind = acts->blocking ? RV_OP_AWAIT : RV_OP_MEMORY,
                                    .flags = acts->releases ? RV_OP_RELEASES : 0,
                                    .access = acts->list[0],
                                    .more = acts->list + 1,
                                    .more_count = (uint16_t)(acts->n - 1)},
                    acts->blocking, pc);
  performed(0);
  record_access(state_kind_of(acts->list[0].mode), acts->list[0].addr, SHARED_STATE_STRIDE,
                (uint64_t)acts->shown, 0, pc);
}

void state_lasts(void) {
  rt.lasting = true;
}
