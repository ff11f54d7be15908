#include "runtime/atomic_block.h"

#include "runtime/access.h"
#include "runtime/atomic_undo.h"
#include "runtime/error.h"
#include "runtime/hidden_reads.h"
#include "runtime/pages.h"
#include "runtime/record.h"
#include "runtime/spinloop.h"
#include "runtime/turn.h"
#include "runtime/weak.h"

enum { MAX_ACCESSES = UINT16_MAX, RECENT = 8 };

/* There is at most one, that of the thread which makes the step. */
static struct {
  uint32_t depth;
  uint32_t held;         /* mutexes that its thread held before */
  uint32_t plain_before; /* what rt.plain goes back to */
  uint64_t seen;         /* of all that was read: a replay must see the same */
  bool only_memory;      /* no synchronisation object has been used in it */
  struct rv_access *accesses;
  uint32_t n;
} block;

uint32_t atomic_block_calls;

_Noreturn void atomic_block_refuse(const char *what, uint64_t pc, void *frame) {
  fail(ERROR_UNSUPPORTED, pc, frame, "%s inside an atomic block is not supported", what);
}

void atomic_block_begin(uint64_t pc, void *frame) {
  struct thread *self = rt.current;
  if (rt.solo)
    return;
  weak_matters();
  if (rt.weak)
    weak_refuse("an atomic block");
  not_spinning();
  if (self->await)
    fail(ERROR_UNSUPPORTED, pc, frame, "an atomic block in a condition that is awaited");
  if (in_atomic_block()) {
    block.depth++;
    return;
  }
  visible_operation(&(struct rv_op){.kind = RV_OP_MEMORY, .flags = RV_OP_VARIES}, NULL, pc);
  if (!block.accesses)
    block.accesses = pages_reserve(MAX_ACCESSES * sizeof *block.accesses);
  block.depth = 1;
  block.held = self->held;
  atomic_block_calls = 0;
  block.n = 0;
  block.seen = 0;
  block.only_memory = true;
  atomic_undo_begin();
  block.plain_before = rt.plain;
  rt.plain = PLAIN_IN_BLOCK;
  rt.step.value = 0;
  record(RECORD_BLOCK_BEGIN, pc);
}

/* What the last operation has read. */
static void add_value(void) {
  if (!(rt.step.op.flags & RV_OP_REPLACED))
    block.seen = block.seen * UINT64_C(0x9e3779b97f4a7c15) + rt.step.value;
  rt.step.op.flags = 0;
  rt.step.value = 0;
}

/* What is told of a block. One that has only stored to one range is a store like any other. */
static uint8_t block_flags(void) {
  const struct rv_access *const first = block.accesses;
  if (!block.only_memory)
    return RV_OP_VARIES;
  if (block.n == 1 && first->mode == RV_WRITE)
    return (uint8_t)blind_store(first->addr, first->size);
  return RV_OP_VARIES | RV_OP_BLOCK;
}

void atomic_block_leave(void) {
  add_value();
  rt.plain = block.plain_before;
  rt.step.value = block.seen;
  rt.step.op = (struct rv_op){.kind = RV_OP_MEMORY, .flags = block_flags()};
  if (block.n == 0)
    return;
  rt.step.op.access = block.accesses[0];
  rt.step.op.more = block.accesses + 1;
  rt.step.op.more_count = (uint16_t)(block.n - 1);
}

/* To other threads the thread has not made the block yet, but has read something. */
void atomic_block_cut(uint64_t pc, void *frame) {
  const char *lasts = atomic_undo();
  if (lasts)
    fail(ERROR_UNSUPPORTED, pc, frame,
         "an assumption that fails after %s inside an atomic block is not supported", lasts);
  for (uint32_t i = 0; i < block.n; i++)
    block.accesses[i].mode = RV_READ;
}

void atomic_block_end(uint64_t pc) {
  if (!in_atomic_block() || --block.depth > 0)
    return;
  if (rt.current->held > block.held)
    atomic_block_refuse("keeping a mutex that was locked", pc, FRAME);
  atomic_block_leave();
  record(RECORD_BLOCK_END, pc);
}

/* --- accesses ------------------------------------------------------------------------------------
 */

/* True: `access` is part of one that was made before, or has been joined to it. */
static bool merge(struct rv_access *before, const struct rv_access *access) {
  if (before->addr == access->addr && before->size == access->size) {
    before->mode |= access->mode;
    return true;
  }
  if (before->mode != access->mode)
    return false;
  uint64_t end = access->addr + access->size, before_end = before->addr + before->size;
  if (access->addr > before_end || before->addr > end)
    return false;
  uint64_t begin = access->addr < before->addr ? access->addr : before->addr;
  before->addr = begin;
  before->size = (uint32_t)((end > before_end ? end : before_end) - begin);
  return true;
}

static void note(struct rv_access access, uint64_t pc, void *frame) {
  for (uint32_t i = block.n; i > 0 && i + RECENT > block.n; i--)
    if (merge(&block.accesses[i - 1], &access))
      return;
  if (block.n == MAX_ACCESSES)
    atomic_block_refuse("access to so many separate places", pc, frame);
  block.accesses[block.n++] = access;
}

static void block_synchronises(const struct rv_access *access, uint64_t pc, void *frame) {
  struct datarace race;
  const rv_tid self = rt.current->tid;
  const bool writes = access->mode != RV_READ, reads = access->mode != RV_WRITE;
  if (unlikely(rt.recording))
    record_watched(access->addr, access->size, writes, false, pc, frame);
  bool (*const made)(rv_tid, uint64_t, uint64_t, int, struct datarace *) =
      !writes ? datarace_atomic_load
      : reads ? datarace_atomic_rmw
              : datarace_atomic_store;
  if (rt.races == RACES_REPORT && made(self, access->addr, access->size, __ATOMIC_SEQ_CST, &race))
    race_found(&race, ACCESS_ATOMIC, writes, pc, frame);
}

void atomic_block_operation(uint64_t pc, void *frame) {
  struct thread *self = rt.current;
  const struct rv_op *op = &self->pending;
  if (op->kind == RV_OP_CHOOSE)
    atomic_block_refuse("a choice", pc, frame);
  if (self->await || (self->blocking && !self->blocking->can_go_on(self)))
    atomic_block_refuse("waiting for another thread", pc, frame);
  add_value();
  if (op->flags || op->kind == RV_OP_AWAIT)
    atomic_undo_lasts("the use of a synchronisation object");
  block.only_memory &= op->kind == RV_OP_MEMORY && !(op->flags & ~RV_OP_COMPARES);
  for (uint32_t i = 0; i <= op->more_count && op->access.size > 0; i++) {
    struct rv_access access = i == 0 ? op->access : op->more[i - 1];
    if (op->kind == RV_OP_MEMORY)
      block_synchronises(&access, pc, frame);
    else
      access.mode = RV_READ | RV_WRITE;
    if (unlikely(rt.turns))
      turn_in_block(&access);
    if (access.mode != RV_READ)
      atomic_undo_note(access.addr, access.size);
    note(access, pc, frame);
  }
}

void atomic_block_plain(uint64_t addr, uint64_t size, bool write, uint64_t pc, void *frame) {
  const struct rv_access access = {addr, (uint32_t)size, write ? RV_WRITE : RV_READ};
  add_value();
  rt.step.value = write ? 0 : contents(addr, size);
  block_synchronises(&access, pc, frame);
  if (write)
    atomic_undo_note(addr, size);
  note(access, pc, frame);
  record_plain(addr, size, write, pc);
}
