#include "runtime/turn.h"

#include <string.h>

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/coverage.h"
#include "runtime/dead_memory.h"
#include "runtime/liveness.h"
#include "runtime/local_state.h"
#include "runtime/pages.h"
#include "runtime/spinloop.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/together.h"
#include "runtime/turn_places.h"

enum { MAX_TURNS = 6, MAX_READS = 48, MAX_WRITES = 12, MAX_TOUCHED = 12, MAX_LOCAL = 16 << 10 };

struct turn_read {
  struct rv_access access;
  uint64_t pc;
  uint64_t value;
  uint32_t writes; /* that came before it */
};

struct turn_write {
  struct rv_access access;
  uint64_t pc;
  uint64_t old, now;
  bool plain;
  bool lock;   /* it is one, which is looked at in other ways than by accesses */
  bool adds;   /* it is an addition */
  bool stores; /* it has not read what was there */
  bool looked; /* another thread has accessed it since, */
  bool added;  /* or added to it, and does not use what it found */
};

/* Bytes of the thread's stack that another thread has accessed: they are no local state. */
struct turn_touched {
  struct rv_access access;
  uint32_t steps; /* that came before it, when it was accessed last */
};

/* Where a turn has begun. */
struct turn {
  uint64_t pc;
  struct rv_access access;
  uint64_t registers;
  uint64_t operands[4];
  const char *from;
  uint32_t kind, size;
  uint32_t reads, writes, steps; /* how many of each came before it */
};

/* The turns that a thread is in, and what it has done since the first of them began. */
struct turns {
  uint32_t n, n_reads, n_writes, n_touched, steps;
  uint32_t settled; /* plain writes of the step under way come after these */
  uint32_t of;      /* the one that was void, or would be if the next operation were made */
  bool in_step;     /* whose operation is not noted yet */
  bool plain;       /* memory was accessed plainly */
  struct turn turns[MAX_TURNS];
  struct turn_read reads[MAX_READS];
  struct turn_write writes[MAX_WRITES];
  struct turn_touched touched[MAX_TOUCHED];
  char local[MAX_TURNS][MAX_LOCAL];
};

/* What of it changes when an operation is tried: the numbers. */
static char tried[offsetof(struct turns, turns)];

static struct turns *turns_of(const struct thread *thread) {
  static struct turns *all;
  if (unlikely(!all))
    all = pages_reserve(SHARED_MAX_THREADS * pages_round_up(sizeof *all, PAGES_ALIGNMENT));
  return (struct turns *)((char *)all + thread->tid * pages_round_up(sizeof *all, PAGES_ALIGNMENT));
}

/* --- what a turn does ----------------------------------------------------------------------------
 */

static void forget(struct thread *thread, struct turns *turns) {
  turns->n = turns->n_reads = turns->n_writes = turns->n_touched = turns->settled = 0;
  turns->plain = false;
  thread->turning = false;
}

void turn_lasts(struct thread *thread) {
  if (thread->turning)
    forget(thread, turns_of(thread));
}

static bool overlap(const struct rv_access *a, const struct rv_access *b) {
  return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

static bool same_range(const struct rv_access *a, const struct rv_access *b) {
  return a->addr == b->addr && a->size == b->size;
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
  forget(self, turns);
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
    forget(self, turns);
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
    forget(thread, turns);
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

/* --- coming round --------------------------------------------------------------------------------
 */

static struct turn *turn_at(struct turns *turns, uint64_t pc) {
  for (uint32_t i = 0; i < turns->n; i++)
    if (turns->turns[i].pc == pc)
      return &turns->turns[i];
  return NULL;
}

static bool same_operation(const struct turn *turn, const struct thread *self) {
  const struct rv_op *op = &self->pending;
  const bool writes = op->access.mode != RV_READ || self->trial;
  return turn->kind == op->kind && same_range(&turn->access, &op->access) &&
         turn->access.mode == op->access.mode && turn->registers == self->registers &&
         (!writes || memcmp(turn->operands, self->operands, sizeof turn->operands) == 0);
}

static bool is_zero(uint64_t sum, uint32_t size) {
  return sum << (64 - 8 * size) == 0;
}

/* A store of what was there can be told by who reads it: what it would have acquired from the store
 * before, it does not. */
static bool buries(const struct thread *self, uint64_t addr) {
  return rt.races == RACES_REPORT && datarace_has_buried(self->tid, addr);
}

/* Whether the writes of a turn to one range, of which this is the first, come to nothing. Additions
 * of others in between are none to additions of its own: neither sees the other. */
static bool comes_to_nothing(const struct thread *self, const struct turns *turns, uint32_t first,
                             uint64_t pc) {
  const struct turn_write *begin = &turns->writes[first], *last = begin;
  uint64_t sum = begin->now - begin->old;
  bool adds = begin->adds, stores = begin->stores, added = false;
  for (uint32_t i = first + 1; i < turns->n_writes; i++) {
    const struct turn_write *next = &turns->writes[i];
    if (!overlap(&next->access, &begin->access))
      continue;
    if (!same_range(&next->access, &begin->access) || last->looked)
      return false;
    added |= last->added;
    adds &= next->adds;
    stores |= next->stores;
    sum += next->now - next->old;
    last = next;
  }
  if ((adds ? is_zero(sum, begin->access.size) : last->now == begin->old && !added) &&
      !(stores && buries(self, begin->access.addr)))
    return true;
  return !begin->lock && !last->looked && !last->added && !added &&
         dead_memory_is(self->tid, pc, &begin->access);
}

static bool is_first_of_its_range(const struct turns *turns, uint32_t from, uint32_t i) {
  for (uint32_t j = from; j < i; j++)
    if (overlap(&turns->writes[j].access, &turns->writes[i].access))
      return false;
  return true;
}

static bool leaves_no_trace(const struct thread *self, const struct turns *turns,
                            const struct turn *turn) {
  for (uint32_t i = turn->writes; i < turns->n_writes; i++)
    if (is_first_of_its_range(turns, turn->writes, i) &&
        !comes_to_nothing(self, turns, i, turn->pc))
      return false;
  return true;
}

/* A loop of one operation is an await (spinloop.h), which is better. */
static bool is_alone(const struct thread *self, const struct turns *turns,
                     const struct turn *turn) {
  return turns->steps - turn->steps == 1 && turns->n_reads - turn->reads <= 1 &&
         turns->n_writes - turn->writes <= 1 && (self->trial || self->pending.access.size <= 8);
}

/* What a thread has written visibly itself is judged apart (leaves_no_trace()). */
static bool same_local_state(const struct thread *self, const struct turns *turns,
                             const struct turn *turn, const void *entry) {
  struct rv_access shared[MAX_TOUCHED + MAX_WRITES];
  uint32_t n = 0;
  for (uint32_t i = 0; i < turns->n_touched; i++)
    if (turns->touched[i].steps >= turn->steps)
      shared[n++] = turns->touched[i].access;
  for (uint32_t i = turn->writes; i < turns->n_writes; i++)
    shared[n++] = turns->writes[i].access;
  return liveness_same_state(turns->local[turn - turns->turns], turn->size, self, entry, shared, n);
}

static bool is_void(const struct thread *self, const struct turns *turns, const struct turn *turn,
                    const char *from, const void *entry) {
  return turn->from == from && same_operation(turn, self) && !is_alone(self, turns, turn) &&
         same_local_state(self, turns, turn, entry) && leaves_no_trace(self, turns, turn);
}

/* The turn that began first is forgotten. */
static struct turn *make_room(struct turns *turns) {
  if (turns->n < MAX_TURNS)
    return &turns->turns[turns->n++];
  struct turn *oldest = turns->turns;
  for (uint32_t i = 1; i < turns->n; i++)
    if (turns->turns[i].steps < oldest->steps)
      oldest = &turns->turns[i];
  return oldest;
}

/* What was done before the first of the turns began is of no interest. */
static void shorten(struct turns *turns) {
  uint32_t reads = turns->n_reads, writes = turns->n_writes;
  for (uint32_t i = 0; i < turns->n; i++) {
    reads = turns->turns[i].reads < reads ? turns->turns[i].reads : reads;
    writes = turns->turns[i].writes < writes ? turns->turns[i].writes : writes;
  }
  for (uint32_t i = 0; i < turns->n; i++) {
    turns->turns[i].reads -= reads;
    turns->turns[i].writes -= writes;
  }
  turns->n_reads -= reads;
  turns->n_writes -= writes;
  turns->settled = turns->n_writes;
  memmove(turns->reads, turns->reads + reads, turns->n_reads * sizeof *turns->reads);
  for (uint32_t i = 0; i < turns->n_reads; i++)
    turns->reads[i].writes -= writes;
  memmove(turns->writes, turns->writes + writes, turns->n_writes * sizeof *turns->writes);
}

static void begin_turn(struct thread *self, struct turns *turns, const char *from) {
  const size_t size = local_state_size(self, from);
  if (size == 0 || size > MAX_LOCAL) {
    forget(self, turns);
    return;
  }
  struct turn *turn = turn_at(turns, self->pc);
  if (!turn)
    turn = make_room(turns);
  *turn = (struct turn){.pc = self->pc,
                        .access = self->pending.access,
                        .from = from,
                        .registers = self->registers,
                        .kind = self->pending.kind,
                        .size = (uint32_t)size,
                        .reads = turns->n_reads,
                        .writes = turns->n_writes,
                        .steps = turns->steps};
  memcpy(turn->operands, self->operands, sizeof turn->operands);
  local_state_copy(turns->local[turn - turns->turns], self, from);
  shorten(turns);
  turns->in_step = false;
  self->turning = true;
}

/* A thread that may have stood here before may go round. */
static void note_place(struct thread *self) {
  const uint64_t bit = TURN_BIT(self->pc);
  if (self->stood & bit)
    turn_note_head(self->pc);
  self->stood |= bit;
}

/* Nothing that it has written others can see, so whether its turn is void when it makes a certain
 * operation depends on what that reads alone. */
static bool only_reads(const struct turns *turns, const struct turn *turn) {
  for (uint32_t i = turn->writes; i < turns->n_writes; i++)
    if (!turns->writes[i].plain)
      return false;
  return true;
}

/* The turn that would end with the operation that was tried last. */
static uint32_t closed;

static void turn_tried(struct thread *self, void *entry) {
  struct turns *turns = turns_of(self);
  const struct turn *turn = self->turning ? turn_at(turns, self->pc) : NULL;
  self->registers = local_state_registers(self);
  if (turn && only_reads(turns, turn) &&
      is_void(self, turns, turn, local_state_begins(entry), entry)) {
    closed = (uint32_t)(turn - turns->turns);
    turn_ended(self->pc, true);
    iteration_closed();
  }
}

/* From now on threads wait before the last operation of a void turn, instead of making it. */
static void note_last(const struct turns *turns, const struct turn *turn) {
  if (rt.step_pc != turn->pc && only_reads(turns, turn) && !liveness_reads_unseen(turn->pc))
    turn_note_last(rt.step_pc);
}

void turn_begin_trying(const struct thread *thread) {
  struct turns *turns = turns_of(thread);
  memcpy(&tried, turns, sizeof tried);
  turns->in_step = true;
}

void turn_end_trying(const struct thread *thread) {
  struct turns *turns = turns_of(thread);
  memcpy(turns, &tried, sizeof tried);
  turns->of = closed;
}

/* Whether it finds what it tries to get is not in the memory that it reads: a message. */
static bool is_hidden(const struct thread *self) {
  return self->trial && self->trial->flags & RV_OP_VARIES;
}

void turn_stand(struct thread *self, void *entry) {
  if (!entry)
    return;
  if (iteration_tried()) {
    if (iteration_is_whole())
      turn_tried(self, entry);
    return;
  }
  if (self->turning)
    turn_step_ends(self);
  if (is_hidden(self)) {
    turn_lasts(self);
    return;
  }
  if (self->turning && turn_is_last(self->pc))
    iteration_stand_before_last(self);
  if (!turn_is_head(self->pc)) {
    note_place(self);
    return;
  }
  struct turns *turns = turns_of(self);
  const char *from = local_state_begins(entry);
  self->registers = local_state_registers(self);
  if (!self->turning)
    forget(self, turns);
  const struct turn *turn = turn_at(turns, self->pc);
  const bool was_void = turn && is_void(self, turns, turn, from, entry);
  if (turn)
    turn_ended(self->pc, was_void);
  if (was_void) {
    note_last(turns, turn);
    turns->of = (uint32_t)(turn - turns->turns);
    rt.voided = true;
    if (turns->plain && races_are_checked())
      partly_covered(PLAIN_IN_VOID_ITERATION);
    self->turning = false;
    dead_memory_arm(self->tid, self->pc); /* nor may others read it now */
    effect(RV_EFFECT_VOID, self->tid, RV_NO_THREAD);
    stop_in(THREAD_VOID);
    return; /* only to see where it would go (together.h) */
  }
  begin_turn(self, turns, from);
  dead_memory_arm(self->tid, self->pc);
}

/* --- the end -------------------------------------------------------------------------------------
 */

/* What a read of a turn would find if the thread made it again, alone. */
static uint64_t would_find(const struct turns *turns, const struct turn_read *read) {
  for (uint32_t i = read->writes; i > turns->turns[turns->of].writes; i--)
    if (same_range(&turns->writes[i - 1].access, &read->access))
      return turns->writes[i - 1].now;
  return contents(read->access.addr, read->access.size);
}

static bool has_changed(const struct thread *thread) {
  const struct turns *turns = turns_of(thread);
  for (uint32_t i = turns->turns[turns->of].reads; i < turns->n_reads; i++)
    if (would_find(turns, &turns->reads[i]) != turns->reads[i].value)
      return true;
  return false;
}

bool turn_is_stopped(struct thread *thread) {
  return thread->state == THREAD_VOID || iteration_waits_to_close(thread);
}

bool turn_has(const struct thread *thread, uint64_t pc) {
  const struct turns *turns = turns_of(thread);
  const struct turn *turn = &turns->turns[turns->of];
  bool has = pc == turn->pc;
  for (uint32_t i = turn->reads; i < turns->n_reads; i++)
    has |= turns->reads[i].pc == pc;
  for (uint32_t i = turn->writes; i < turns->n_writes; i++)
    has |= turns->writes[i].pc == pc;
  return has;
}

bool turn_wrote(const struct thread *thread, uint32_t i, struct rv_access *range) {
  const struct turns *turns = turns_of(thread);
  i += turns->turns[turns->of].writes;
  if (i >= turns->n_writes)
    return false;
  *range = turns->writes[i].access;
  return true;
}

bool turns_would_be_left(void) {
  bool writes = false;
  for (rv_tid tid = 0; rt.turns && tid < rt.high; tid++) {
    struct thread *thread = &rt.threads[tid];
    if (!turn_is_stopped(thread))
      continue;
    if (has_changed(thread))
      return true;
    const struct turns *turns = turns_of(thread);
    writes |= turns->n_writes > turns->turns[turns->of].writes;
  }
  return writes && together_they_get_out();
}

void turn_pieces(const struct thread *thread) {
  if (!thread->turning && thread->state != THREAD_VOID)
    return;
  struct turns *turns = turns_of(thread);
  checkpoint_piece(turns, offsetof(struct turns, turns) + turns->n * sizeof *turns->turns);
  checkpoint_piece(turns->reads, turns->n_reads * sizeof *turns->reads);
  checkpoint_piece(turns->writes, turns->n_writes * sizeof *turns->writes);
  checkpoint_piece(turns->touched, turns->n_touched * sizeof *turns->touched);
  for (uint32_t i = 0; i < turns->n; i++)
    checkpoint_piece(turns->local[i], turns->turns[i].size);
}
