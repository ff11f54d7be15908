#include "runtime/weak_plain.h"

#include <string.h>

#include "runtime/access.h"
#include "runtime/memory_errors.h"
#include "runtime/record.h"
#include "runtime/weak.h"
#include "runtime/weak_loop.h"
#include "runtime/weak_memory.h"
#include "runtime/weak_order.h"

/* The access of this step; size 0: there is none. */
static struct {
  uint64_t addr;
  uint32_t size;
  bool write, restored; /* memory has another value after it: */
  uint64_t last;        /* this one */
  uint64_t step;
} made;

static void put(uint64_t addr, uint32_t size, uint64_t value) {
  memcpy((void *)(uintptr_t)addr, &value, size);
}

static void read_plain(const struct weak_access *access) {
  const uint32_t source = rt.choice;
  const uint64_t value = weak_value(access->addr, access->size, source);
  const uint64_t last = contents(access->addr, access->size);
  performed_as(value, RV_READ, 0);
  weak_loop_reads(rt.current, access->addr, access->size, value);
  if (value != last) {
    put(access->addr, access->size, value);
    made.addr = access->addr;
    made.size = access->size;
    made.write = false;
    made.restored = true;
    made.last = last;
  }
  struct record *const line = record_plain(access->addr, access->size, false, access->pc);
  if (line) {
    line->source = source;
    line->last = weak_last(access->addr);
  }
}

static void write_plain(const struct weak_access *access) {
  made.addr = access->addr;
  made.size = access->size;
  made.write = true;
  made.restored = rt.choice & RV_WEAK_HIDDEN;
  made.last = contents(access->addr, access->size);
  made.step = weak_begin_write(access->addr, access->size);
  performed_as(0, RV_WRITE, 0);
  struct record *const line = record_plain(access->addr, access->size, true, access->pc);
  if (line && made.restored)
    line->last = weak_last(access->addr);
}

bool weak_plain_interleaves(uint64_t addr, uint64_t size, bool write, uint64_t pc, void *entry) {
  if (weak_memory_is_sc(addr, (uint32_t)size, __ATOMIC_RELAXED))
    return false;
  if (unlikely(weak_order_fences(pc)))
    weak_fence(__ATOMIC_SEQ_CST, pc, entry);
  const struct weak_access access = {
      .addr = addr, .size = (uint32_t)size, .order = __ATOMIC_RELAXED, .pc = pc, .frame = entry};
  const struct rv_op op = weak_op(&access, write ? RV_WRITE : RV_READ);
  visible_weak(&op, pc, entry);
  memory_check(addr, size, write, pc, entry);
  (write ? write_plain : read_plain)(&access);
  return true;
}

void weak_plain_ends(void) {
  if (likely(!made.size))
    return;
  if (made.write) {
    rt.step.value = contents(made.addr, made.size);
    weak_end_write(made.step, rt.step.value);
  }
  if (made.restored)
    put(made.addr, made.size, made.last);
  made.size = 0;
}
