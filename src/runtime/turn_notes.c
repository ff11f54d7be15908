/*
 * What a thread does in its turns (turn.h), and what others do with what it has written there.
 */
#include "runtime/access.h"
#include "runtime/dead_memory.h"
#include "runtime/pages.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/turn_state.h"

struct turns *turns_of(const struct thread *thread) {
  static struct turns *all;
  if (unlikely(!all))
    all = pages_reserve(SHARED_MAX_THREADS * pages_round_up(sizeof *all, PAGES_ALIGNMENT));
  return (struct turns *)((char *)all + thread->tid * pages_round_up(sizeof *all, PAGES_ALIGNMENT));
}

void turns_forget(struct thread *thread, struct turns *turns) {
  turns->n = turns->n_reads = turns->n_writes = turns->n_touched = turns->settled = 0;
  turns->plain = false;
  thread->turning = false;
}

void turn_lasts(struct thread *thread) {
  if (thread->turning)
    turns_forget(thread, turns_of(thread));
}

static bool note_read(struct turns *turns, struct rv_access access, uint64_t value) {
  if (turns->n_reads == MAX_READS)
    return false;
  turns->reads[turns->n_reads++] = (struct turn_read){access, rt.step_pc, value, turns->n_writes};
  return true;
}

static bool note_write(struct turns *turns, struct turn_write write) {
  if (turns->n_writes == MAX_WRITES)
    return false;
  turns->writes[turns->n_writes] = write;
  turns->writes[turns->n_writes++].pc = rt.step_pc;
  return true;
}

/* A lock that is taken and released is what it was. */
static bool note_lock(struct turns *turns, const struct rv_op *op) {
  const uint32_t size =
      op->access.size < 8 ? op->access.size : 8; /* these tell whether it is held */
  if (op->flags & RV_OP_FAILED)
    return note_read(turns, (struct rv_access){op->access.addr, size, RV_READ},
                     contents(op->access.addr, size));
  const bool taken = op->kind != RV_OP_UNLOCK;
  return note_write(
      turns, (struct turn_write){.access = op->access, .old = !taken, .now = taken, .lock = true});
}

static bool note_more(struct turns *turns, const struct rv_op *op) {
  for (uint32_t i = 0; i < op->more_count; i++) {
    const struct rv_access *more = &op->more[i];
    if (more->mode != RV_READ || more->size > 8 ||
        !note_read(turns, *more, contents(more->addr, more->size)))
      return false;
  }
  return true;
}

/* Notes the operation of the step. False: it is more than can be taken back, or told. */
static bool note_operation(struct turns *turns) {
  const struct rv_op *op = &rt.step.op;
  const struct rv_access access = op->access;
  if (op->kind == RV_OP_LOCK || op->kind == RV_OP_TRYLOCK || op->kind == RV_OP_UNLOCK)
    return note_lock(turns, op);
  const bool adds = rt.update.adds && rt.update.progress == rt.progress;
  if ((op->kind != RV_OP_MEMORY && op->kind != RV_OP_AWAIT) || access.size == 0 ||
      access.size > 8 || (access.mode & RV_ADD && !adds) || op->flags & RV_OP_BLIND ||
      state_is_place(access.addr))
    return false;
  if (access.mode & RV_READ && !note_read(turns, access, rt.step.value))
    return false;
  const struct turn_write write = {.access = access,
                                   .old = adds ? rt.update.old : rt.step.value,
                                   .now = contents(access.addr, access.size),
                                   .adds = adds,
                                   .stores = access.mode == RV_WRITE};
  if (access.mode != RV_READ && !note_write(turns, write))
    return false;
  return note_more(turns, op);
}

/* The operation comes before the rest of the step. */
static bool note_step(struct thread *self, struct turns *turns) {
  if (!turns->in_step)
    return true;
  turns->in_step = false;
  turns->steps++;
  if (!self->general && note_operation(turns))
    return true;
  turns_forget(self, turns);
  return false;
}

/* What has been written plainly in this step, and is as it was, nobody can have seen. */
static void settle_plain_writes(struct turns *turns) {
  uint32_t kept = turns->settled;
  for (uint32_t i = kept; i < turns->n_writes; i++) {
    struct turn_write *write = &turns->writes[i];
    if (write->plain)
      write->now = contents(write->access.addr, write->access.size);
    if (!write->plain || write->now != write->old)
      turns->writes[kept++] = *write;
  }
  turns->n_writes = turns->settled = kept;
}

void turn_step_ends(struct thread *self) {
  struct turns *turns = turns_of(self);
  if (note_step(self, turns))
    settle_plain_writes(turns);
}

static bool is_local(const struct thread *self, uint64_t addr) {
  return stack_owner(addr) == self->tid && !is_marked(addr);
}

static void note_plain(struct thread *self, struct turns *turns, struct rv_access access) {
  const bool write = access.mode == RV_WRITE;
  turns->plain = true;
  for (uint32_t i = turns->settled; write && i < turns->n_writes; i++)
    if (turns->writes[i].plain && same_range(&turns->writes[i].access, &access))
      return;
  const uint64_t value = contents(access.addr, access.size);
  const struct turn_write plain = {.access = access, .old = value, .plain = true};
  if (access.size > 8 || !(write ? note_write(turns, plain) : note_read(turns, access, value)))
    turns_forget(self, turns);
}

/* The thread has written there again since. */
static bool is_superseded(const struct turns *turns, uint32_t i) {
  for (uint32_t j = i + 1; j < turns->n_writes; j++)
    if (same_range(&turns->writes[j].access, &turns->writes[i].access))
      return true;
  return false;
}

/* Another thread accesses the stack of one that is in turns. */
static void touch(struct thread *thread, struct turns *turns, const struct rv_access *access) {
  uint32_t i = 0;
  while (i < turns->n_touched && !same_range(&turns->touched[i].access, access))
    i++;
  if (i == MAX_TOUCHED) {
    turns_forget(thread, turns);
    return;
  }
  turns->n_touched += i == turns->n_touched;
  turns->touched[i] = (struct turn_touched){*access, turns->steps};
}

/* Another thread accesses what a thread has written in its turn, or its stack. */
static void look_at(const struct thread *by, const struct rv_access *access) {
  const rv_tid owner = stack_owner(access->addr);
  for (rv_tid tid = 0; tid < rt.high; tid++) {
    struct thread *thread = &rt.threads[tid];
    if (thread == by || !thread->turning)
      continue;
    struct turns *turns = turns_of(thread);
    for (uint32_t i = 0; i < turns->n_writes; i++)
      if (overlap(&turns->writes[i].access, access) && !is_superseded(turns, i))
        *(access->mode == RV_ADD ? &turns->writes[i].added : &turns->writes[i].looked) = true;
    if (tid == owner)
      touch(thread, turns, access);
  }
}

void turn_plain(uint64_t addr, uint64_t size, bool write, uint64_t pc) {
  struct thread *self = rt.current;
  const struct rv_access access = {addr, (uint32_t)size, write ? RV_WRITE : RV_READ};
  if (self->turning && note_step(self, turns_of(self)) && !is_local(self, addr))
    note_plain(self, turns_of(self), access);
  dead_memory_access(self->tid, &access, pc);
  look_at(self, &access);
}

void turn_in_block(const struct rv_access *access) {
  dead_memory_access(rt.current->tid, access, 0);
  look_at(rt.current, access);
}

static bool has_plain_writes(const struct thread *thread) {
  const struct turns *turns = turns_of(thread);
  for (uint32_t i = 0; i < turns->n_writes; i++)
    if (turns->writes[i].plain)
      return true;
  return false;
}

/* Does it matter what others access plainly? */
static bool others_matter(void) {
  if (dead_memory_is_armed())
    return true;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (rt.threads[tid].turning && has_plain_writes(&rt.threads[tid]))
      return true;
  return false;
}

void turn_begin_step(struct thread *thread) {
  const struct rv_op *op = &thread->pending;
  if (op->access.size)
    dead_memory_access(thread->tid, &op->access, thread->pc);
  look_at(thread, &op->access);
  for (uint32_t i = 0; i < op->more_count; i++) {
    dead_memory_access(thread->tid, &op->more[i], 0);
    look_at(thread, &op->more[i]);
  }
  turns_of(thread)->in_step = true;
  rt.guard = others_matter();
  if (rt.plain != PLAIN_WATCHED && (rt.guard || thread->turning)) {
    rt.behind = rt.plain;
    rt.plain = PLAIN_WATCHED;
  }
}
