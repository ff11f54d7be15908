#include "runtime/sides.h"

#include "runtime/error.h"
#include "runtime/pages.h"

enum { MAX_KEPT = 1 << 26 };

static struct kept {
  uint64_t object;
  struct shared_stack stack;
} * kept;
static uint32_t n_kept;

void side_keep(enum side side, uint64_t object, uint64_t pc, void *frame) {
  if (!kept)
    kept = pages_reserve(MAX_KEPT * sizeof *kept);
  if (n_kept == MAX_KEPT)
    return;
  struct kept *to = &kept[n_kept++];
  to->object = object;
  to->stack.side = side;
  to->stack.thread = rt.current->tid;
  to->stack.n = stack_frames(rt.current, pc, frame, to->stack.frames, SHARED_MAX_FRAMES);
}

void side_tell(struct shared_stack *to, enum side side, uint64_t object, rv_tid thread,
               uint64_t pc) {
  for (uint32_t i = n_kept; i-- > 0;)
    if (kept[i].object == object && kept[i].stack.side == side) {
      *to = kept[i].stack;
      return;
    }
  *to = (struct shared_stack){
      .side = side, .thread = pc ? thread : RV_NO_THREAD, .n = pc != 0, .frames = {pc}};
}
