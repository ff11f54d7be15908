#include "runtime/weak_memory.h"

#include <string.h>

#include "runtime/access.h"
#include "runtime/coverage.h"
#include "runtime/cut.h"
#include "runtime/datarace_clocks.h"
#include "runtime/shadow.h"
#include "runtime/weak.h"
#include "runtime/weak_loop.h"

/* Of a granule, in all executions. */
struct sc_cell {
  bool is_sc;
};

static struct shadow cells;

static bool is_marked_sc(uint64_t addr) {
  const struct sc_cell *const cell = shadow_find(&cells, addr, sizeof *cell);
  return cell && cell->is_sc;
}

void weak_memory_import(uint64_t mark) {
  const uint64_t addr = mark & ~SC_MEMORY_MARK;
  struct sc_cell *const cell = shadow_cell(&cells, addr, sizeof *cell);
  cell->is_sc = true;
}

void weak_memory_set(uint64_t addr, uint64_t size, const char *why) {
  bool news = false;
  for (uint64_t at = addr & ~(uint64_t)(SHADOW_GRANULE - 1); at < addr + size; at += SHADOW_GRANULE)
    if (!is_marked_sc(at)) {
      news = true;
      note_mark(at | SC_MEMORY_MARK);
      weak_memory_import(at | SC_MEMORY_MARK);
    }
  if (!news)
    return;
  if (rt.shared->request.explorer.memory != RV_MEMORY_SC)
    not_covered("memory that is accessed %s was executed as under sc: loads of it find the last "
                "store",
                why);
  if (!rt.solo)
    cut_by_assumption(rt.current->pc, NULL);
}

void weak_memory_guards(uint64_t guard) {
  if (rt.shared->request.explorer.memory == RV_MEMORY_SC)
    weak_memory_set(guard, sizeof(uint64_t), "as a guard");
}

static bool any_marked(uint64_t addr, uint32_t size) {
  for (uint64_t at = addr & ~(uint64_t)(SHADOW_GRANULE - 1); at < addr + size; at += SHADOW_GRANULE)
    if (is_marked_sc(at))
      return true;
  return false;
}

static uint32_t meant(int order) {
  return RV_WEAK_SC | (uint32_t)(order == __ATOMIC_CONSUME ? __ATOMIC_ACQUIRE : order);
}

void weak_memory_range(uint64_t addr, uint32_t size, int order) {
  if (rt.shared->request.explorer.memory != RV_MEMORY_SC)
    not_covered_once("objects of another size than 1, 2, 4 or 8 bytes, or that are not aligned, "
                     "were executed as under sc: loads of them find the last store");
  weak_other_access(addr, size);
  rt.current->sc_order = meant(order);
}

void weak_memory_instruction(uint64_t addr, uint32_t size, bool compares) {
  weak_other_access(addr, size);
  rt.current->sc_order = compares ? WEAK_MEMORY_COMPARES : WEAK_MEMORY_UPDATES;
}

bool weak_memory_is_sc(uint64_t addr, uint32_t size, int order) {
  if (size > 8 || !shadow_in_one_granule(addr, size))
    weak_memory_range(addr, size, order);
  else if (any_marked(addr, size))
    rt.current->sc_order = meant(order);
  return rt.current->sc_order;
}

void weak_memory_updated(uint64_t addr, uint32_t size, bool same) {
  if (!(rt.step.op.weak & RV_WEAK_SC))
    return;
  if (same)
    weak_loop_reads_last(rt.current, addr, size);
  else
    weak_loop_ends(rt.current);
}

void weak_memory_compared(uint64_t addr, uint32_t size, bool equal, int failure) {
  if (equal) {
    weak_loop_ends(rt.current);
    return;
  }
  if (rt.step.op.weak & RV_WEAK_SC)
    rt.step.op.weak = meant(failure);
  weak_loop_reads_last(rt.current, addr, size);
}
