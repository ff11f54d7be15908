/*
 * What a thread does in its turns (turn.h), and what others do with what it has written there.
 */
#include <string.h>

#include "runtime/access.h"
#include "runtime/attempt.h"
#include "runtime/dead_memory.h"
#include "runtime/helping.h"
#include "runtime/liveness.h"
#include "runtime/pages.h"
#include "runtime/spinloop.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/turn_state.h"
#include "runtime/unseen_change.h"

struct turns *turns_of(const struct thread *thread) {
  static struct turns *all;
  if (unlikely(!all))
    all = pages_reserve(SHARED_MAX_THREADS * pages_round_up(sizeof *all, PAGES_ALIGNMENT));
  return (struct turns *)((char *)all + thread->tid * pages_round_up(sizeof *all, PAGES_ALIGNMENT));
}

void turns_forget(struct thread *thread, struct turns *turns) {
  turns->n = turns->n_reads = turns->n_writes = turns->n_touched = turns->settled = 0;
  turns->plain = 0;
  thread->turning = false;
}

void turn_lasts(struct thread *thread) {
  if (thread->turning)
    turns_forget(thread, turns_of(thread));
}

static bool note_read(struct turns *turns, struct rv_access access, uint64_t value, bool plain) {
  if (turns->n_reads == MAX_READS)
    return false;
  turns->reads[turns->n_reads++] =
      (struct turn_read){access, rt.step_pc, value, turns->n_writes, plain ? 0 : rt.steps};
  return true;
}

static bool note_write(struct turns *turns, struct turn_write write) {
  if (turns->n_writes == MAX_WRITES)
    return false;
  turns->writes[turns->n_writes] = write;
  turns->writes[turns->n_writes].pc = rt.step_pc;
  turns->writes[turns->n_writes++].when = rt.steps;
  return true;
}

/* A lock that is taken and released is what it was. */
static bool note_lock(struct turns *turns, const struct rv_op *op) {
  const uint32_t size =
      op->access.size < 8 ? op->access.size : 8; /* these tell whether it is held */
  if (op->flags & RV_OP_FAILED)
    return note_read(turns, (struct rv_access){op->access.addr, size, RV_READ},
                     contents(op->access.addr, size), false);
  const bool taken = op->kind != RV_OP_UNLOCK;
  return note_write(
      turns, (struct turn_write){.access = op->access, .old = !taken, .now = taken, .lock = true});
}

/* The same for other objects of which something is taken and given back. */
static bool note_taken(struct turns *turns, const struct rv_op *op) {
  if (rt.taken.amount == 0)
    return note_read(turns, (struct rv_access){op->access.addr, 8, RV_READ},
                     contents(op->access.addr, 8), false);
  const bool taken = rt.taken.amount > 0;
  return note_write(
      turns,
      (struct turn_write){
          .access = op->access, .old = !taken, .now = taken, .lock = true, .adds = rt.taken.adds});
}

static bool note_more(struct turns *turns, const struct rv_op *op) {
  for (uint32_t i = 0; i < op->more_count; i++) {
    const struct rv_access *more = &op->more[i];
    if (more->mode != RV_READ || more->size > 8 ||
        !note_read(turns, *more, contents(more->addr, more->size), false))
      return false;
  }
  return true;
}

static bool takes_of_object(void) {
  return rt.taken.progress == rt.progress + 1;
}

/* Notes the operation of the step. False: it is more than can be taken back, or told. */
static bool note_operation(struct turns *turns) {
  const struct rv_op *op = &rt.step.op;
  const struct rv_access access = op->access;
  if (op->kind == RV_OP_LOCK || op->kind == RV_OP_TRYLOCK || op->kind == RV_OP_UNLOCK)
    return note_lock(turns, op);
  if (takes_of_object())
    return note_taken(turns, op) && note_more(turns, op);
  const bool updates = rt.update.progress == rt.progress, adds = updates && rt.update.adds;
  if ((op->kind != RV_OP_MEMORY && op->kind != RV_OP_AWAIT) || access.size == 0 ||
      access.size > 8 || (access.mode & RV_ADD && !adds) || op->flags & RV_OP_BLIND ||
      state_is_place(access.addr))
    return false;
  if (access.mode & RV_READ && !note_read(turns, access, rt.step.value, false))
    return false;
  const struct turn_write write = {.access = access,
                                   .old = adds ? rt.update.old : rt.step.value,
                                   .now = contents(access.addr, access.size),
                                   .adds = adds,
                                   .releases = updates && datarace_order_releases(rt.update.order),
                                   .helps = turns->helps,
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
  if ((!self->general || takes_of_object()) && note_operation(turns))
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
  turns->plain = rt.steps;
  for (uint32_t i = turns->settled; write && i < turns->n_writes; i++)
    if (turns->writes[i].plain && same_range(&turns->writes[i].access, &access))
      return;
  const uint64_t value = contents(access.addr, access.size);
  const struct turn_write plain = {.access = access, .old = value, .plain = true};
  if (access.size > 8 ||
      !(write ? note_write(turns, plain) : note_read(turns, access, value, true)))
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

/* Who has added what the thread that is about to make a step does not care for: it would do the
 * same without that. */
static struct {
  const struct thread *thread;
  uint64_t indifferent_to[SHARED_MAX_THREADS / 64];
} look;

static bool is_indifferent(const struct thread *by, rv_tid to, const struct rv_access *access) {
  return by == look.thread && access == &by->pending.access &&
         look.indifferent_to[to / 64] >> to % 64 & 1;
}

/* Another thread accesses what a thread has written in its turn, or its stack. */
static void look_at_access(const struct thread *by, const struct rv_access *access) {
  const rv_tid owner = stack_owner(access->addr);
  for (rv_tid tid = 0; tid < rt.high; tid++) {
    struct thread *thread = &rt.threads[tid];
    if (thread == by || !thread->turning || is_indifferent(by, tid, access))
      continue;
    struct turns *turns = turns_of(thread);
    for (uint32_t i = 0; i < turns->n_writes; i++)
      if (overlap(&turns->writes[i].access, access) && !is_superseded(turns, i))
        *(access->mode == RV_ADD ? &turns->writes[i].added : &turns->writes[i].looked) = true;
    if (tid == owner)
      touch(thread, turns, access);
  }
}

/* The thread's writes there, of all its turns, are additions. */
static bool only_adds(const struct turns *turns, const struct rv_access *access) {
  bool adds = false;
  for (uint32_t i = 0; i < turns->n_writes; i++) {
    const struct turn_write *write = &turns->writes[i];
    if (!overlap(&write->access, access))
      continue;
    if (!write->adds || write->looked || !same_range(&write->access, access))
      return false;
    adds = true;
  }
  return adds;
}

static bool has_added(const struct thread *by, rv_tid tid) {
  const struct thread *thread = &rt.threads[tid];
  return thread != by && thread->turning && only_adds(turns_of(thread), &by->pending.access) &&
         stack_owner(by->pending.access.addr) == RV_NO_THREAD;
}

bool turn_looks(const struct thread *thread) {
  look.thread = NULL;
  if (attempt_looks(thread))
    return true;
  for (rv_tid tid = 0; thread->pending.access.mode & RV_READ && tid < rt.high; tid++)
    if (has_added(thread, tid))
      return true;
  return false;
}

/* What the thread has added to it since a turn of its began. */
static uint64_t sum_of(const struct turns *turns, const struct turn *turn,
                       const struct rv_access *access) {
  uint64_t sum = 0;
  for (uint32_t i = turn->writes; i < turns->n_writes; i++)
    if (same_range(&turns->writes[i].access, access))
      sum += turns->writes[i].now - turns->writes[i].old;
  return access->size < 8 ? sum & ((UINT64_C(1) << 8 * access->size) - 1) : sum;
}

/* It would do the same without any of the turns that the other thread is in. */
static bool does_the_same(struct thread *by, const struct turns *turns) {
  uint64_t last = 0;
  for (uint32_t i = 0; i < turns->n; i++) {
    const uint64_t sum = sum_of(turns, &turns->turns[i], &by->pending.access);
    if (sum != last && sum != 0 && !iteration_is_indifferent(by, sum))
      return false;
    last = sum ? sum : last;
  }
  return true;
}

void turn_try_look(struct thread *by) {
  attempt_try_look(by);
  memset(look.indifferent_to, 0, sizeof look.indifferent_to);
  const bool can_be_tried = !liveness_reads_unseen(by->pc);
  for (rv_tid tid = 0; can_be_tried && tid < rt.high; tid++)
    if (has_added(by, tid) && does_the_same(by, turns_of(&rt.threads[tid])))
      look.indifferent_to[tid / 64] |= UINT64_C(1) << tid % 64;
  look.thread = by;
}

void turn_plain(uint64_t addr, uint64_t size, bool write, uint64_t pc) {
  struct thread *self = rt.current;
  const struct rv_access access = {addr, (uint32_t)size, write ? RV_WRITE : RV_READ};
  if (self->turning && note_step(self, turns_of(self)) && !is_local(self, addr))
    note_plain(self, turns_of(self), access);
  dead_memory_access(self->tid, &access, pc);
  attempt_accessed(self, &access);
  look_at_access(self, &access);
}

void turn_in_block(const struct rv_access *access) {
  dead_memory_access(rt.current->tid, access, 0);
  attempt_accessed(rt.current, access);
  look_at_access(rt.current, access);
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
  if (dead_memory_is_armed() || attempt_is_any())
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
  look_at_access(thread, &op->access);
  for (uint32_t i = 0; i < op->more_count; i++) {
    dead_memory_access(thread->tid, &op->more[i], 0);
    look_at_access(thread, &op->more[i]);
  }
  struct turns *turns = turns_of(thread);
  turns->in_step = true;
  if (!thread->turning && helping_may_follow(thread)) {
    turns_forget(thread, turns);
    thread->turning = true;
  }
  turns->helps = thread->turning && helping_would(thread, turns);
  if (thread->turning)
    unseen_change_begin_step(thread);
  rt.guard = others_matter();
  if (rt.plain != PLAIN_WATCHED && (rt.guard || thread->turning)) {
    rt.behind = rt.plain;
    rt.plain = PLAIN_WATCHED;
  }
}
