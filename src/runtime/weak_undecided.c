#include "runtime/weak_undecided.h"

#include "runtime/weak_loop.h"

/* The operation of this step; size 0: there is none. */
static struct {
  uint64_t addr, sum;
  uint32_t size;
  bool object;
} made;

static void begins(uint64_t addr, uint32_t size, bool object) {
  made.addr = addr;
  made.size = size;
  made.object = object;
  made.sum = weak_loop_sum(addr, size);
}

void weak_undecided_instruction(uint64_t addr, uint32_t size) {
  begins(addr, size, false);
}

void weak_undecided_object(uint64_t addr, uint32_t size) {
  if (unlikely(rt.weak) && !rt.solo)
    begins(addr, size, true);
}

void weak_undecided_ends(void) {
  if (likely(!made.size))
    return;
  const bool same = weak_loop_sum(made.addr, made.size) == made.sum && !rt.step.n_effects;
  if (!same)
    weak_loop_ends(rt.current);
  else if (made.object)
    weak_loop_sees(rt.current, made.addr, made.size);
  else
    weak_loop_reads_last(rt.current, made.addr, made.size);
  made.size = 0;
}
