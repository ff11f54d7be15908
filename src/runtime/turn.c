#include "runtime/turn.h"

#include <string.h>

#include "runtime/access.h"
#include "runtime/attempt.h"
#include "runtime/attempt_trial.h"
#include "runtime/coverage.h"
#include "runtime/dead_memory.h"
#include "runtime/helping.h"
#include "runtime/late_read.h"
#include "runtime/liveness.h"
#include "runtime/local_state.h"
#include "runtime/spinloop.h"
#include "runtime/thread.h"
#include "runtime/tried_accesses.h"
#include "runtime/turn_places.h"
#include "runtime/turn_state.h"
#include "runtime/unseen_change.h"

/* What of it changes when an operation is tried: the numbers. */
static char tried[offsetof(struct turns, turns)];

static struct turn *turn_at(struct turns *turns, uint64_t pc) {
  for (uint32_t i = 0; i < turns->n; i++)
    if (turns->turns[i].pc == pc)
      return &turns->turns[i];
  return NULL;
}

bool turn_same_operation(const struct turn *turn, const struct thread *self) {
  const struct rv_op *op = &self->pending;
  const bool writes = (op->access.mode != RV_READ || self->trial) && op->kind != RV_OP_LOCK;
  return turn->kind == op->kind && same_range(&turn->access, &op->access) &&
         turn->access.mode == op->access.mode && turn->registers == self->registers &&
         (!writes || memcmp(turn->operands, self->operands, sizeof turn->operands) == 0);
}

static bool is_zero(uint64_t sum, uint32_t size) {
  return size >= 8 ? sum == 0 : sum << (64 - 8 * size) == 0;
}

/* A store of what was there can be told by who reads it: what it would have acquired from the store
 * before, it does not. */
static bool buries(const struct thread *self, uint64_t addr, uint32_t stores) {
  return stores && rt.races == RACES_REPORT && datarace_has_buried(self->tid, addr, stores);
}

/* What a turn has written to one range. */
struct effect_on_range {
  bool undone; /* it comes to nothing; additions of others in between are none to its own */
  bool looked; /* another thread has accessed it */
};

static struct effect_on_range effect_on_range(const struct thread *self, const struct turns *turns,
                                              uint32_t first) {
  const struct turn_write *begin = &turns->writes[first], *last = begin;
  uint64_t sum = begin->now - begin->old;
  uint32_t stores = begin->stores;
  bool adds = begin->adds, added = false;
  for (uint32_t i = first + 1; i < turns->n_writes; i++) {
    const struct turn_write *next = &turns->writes[i];
    if (!overlap(&next->access, &begin->access))
      continue;
    if (!same_range(&next->access, &begin->access) || last->looked)
      return (struct effect_on_range){.looked = true};
    added |= last->added;
    adds &= next->adds;
    stores += next->stores;
    sum += next->now - next->old;
    last = next;
  }
  const bool same = adds ? is_zero(sum, begin->access.size) : last->now == begin->old && !added;
  return (struct effect_on_range){.undone = same && !buries(self, begin->access.addr, stores),
                                  .looked = last->looked || last->added || added};
}

/* Another thread was about to write that, and nothing else was written there. */
static bool helps_alone(const struct turns *turns, uint32_t first) {
  for (uint32_t i = first + 1; i < turns->n_writes; i++)
    if (overlap(&turns->writes[i].access, &turns->writes[first].access))
      return false;
  return turns->writes[first].helps;
}

static bool comes_to_nothing(const struct thread *self, const struct turns *turns, uint32_t first,
                             uint64_t pc) {
  const struct turn_write *begin = &turns->writes[first];
  const struct effect_on_range effect = effect_on_range(self, turns, first);
  return effect.undone || helps_alone(turns, first) ||
         (!begin->lock && !effect.looked && dead_memory_is(self->tid, pc, &begin->access));
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

bool turn_leaves_only_plain(const struct thread *self, const struct turns *turns,
                            const struct turn *turn) {
  for (uint32_t i = turn->writes; i < turns->n_writes; i++) {
    const struct effect_on_range effect = effect_on_range(self, turns, i);
    if (is_first_of_its_range(turns, turn->writes, i) && !effect.undone &&
        (!turns->writes[i].plain || effect.looked))
      return false;
  }
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
  return turn->from == from && turn_same_operation(turn, self) && !is_alone(self, turns, turn) &&
         same_local_state(self, turns, turn, entry) && leaves_no_trace(self, turns, turn);
}

/* The turn that began first is forgotten. */
static struct turn *room_for_turn(struct turns *turns) {
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
    turns_forget(self, turns);
    return;
  }
  struct turn *turn = turn_at(turns, self->pc);
  if (!turn)
    turn = room_for_turn(turns);
  *turn = (struct turn){.pc = self->pc,
                        .access = self->pending.access,
                        .from = from,
                        .registers = self->registers,
                        .kind = self->pending.kind,
                        .size = (uint32_t)size,
                        .reads = turns->n_reads,
                        .writes = turns->n_writes,
                        .steps = turns->steps,
                        .hook = self->hook.pc == self->pc ? self->hook.function : NULL,
                        .order = self->hook.order};
  if (self->turns > 0) {
    turn->before.pc = rt.step_pc;
    turn->before.access = rt.step.op.access;
  }
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

/* Nothing that it has written before the operation under way others can see now, but for what
 * another thread was about to write (helping.h), and that operation has only read, or helps. So
 * whether its turn is void when it makes the operation depends on what that finds alone: what has
 * come to nothing stays so. */
static bool only_reads(const struct thread *self, const struct turns *turns,
                       const struct turn *turn) {
  bool helps = false;
  for (uint32_t i = turn->writes; i < turns->n_writes; i++) {
    const struct turn_write *write = &turns->writes[i];
    helps = write->helps;
    if (!write->plain && !helps && is_first_of_its_range(turns, turn->writes, i) &&
        !effect_on_range(self, turns, i).undone)
      return false;
  }
  return helps || rt.step.op.access.mode == RV_READ;
}

/* The turn that would end with the operation that was tried last. */
static uint32_t closed;

/* A thread that tries a read has come to stand before a compare-and-swap of the same memory, which
 * would only help: it makes that too. If the turn is void then, the thread might as well wait
 * before the read (doc/runtime.md). */
static bool goes_on_to_help(struct thread *self, struct turns *turns) {
  if (turns->helped || rt.step.op.access.mode != RV_READ || tried_accesses_any() ||
      !iteration_is_about(self->pending.access.addr, self->pending.access.size) ||
      !helping_is_all(self, turns))
    return false;
  turns->helped = turns->helps = turns->in_step = true;
  rt.step.op = self->pending;
  return true;
}

/* False: the thread goes on at once. */
static bool turn_tried(struct thread *self, void *entry) {
  struct turns *turns = turns_of(self);
  const struct turn *turn = self->turning ? turn_at(turns, self->pc) : NULL;
  self->registers = local_state_registers(self);
  if (late_read_is_under_way()) {
    if (late_read_is_same(self, entry, &closed)) {
      turn_ended(turns->turns[closed].pc, true);
      iteration_closed();
    }
    return true;
  }
  if (turn && !tried_accesses_any() && only_reads(self, turns, turn) &&
      is_void(self, turns, turn, local_state_begins(entry), entry)) {
    closed = (uint32_t)(turn - turns->turns);
    turn_ended(self->pc, true);
    iteration_closed();
  }
  if (goes_on_to_help(self, turns))
    return false;
  if (!turns->helped)
    late_read_keep(self, entry);
  return true;
}

/* From now on threads wait before the last operation of a void turn, instead of making it. */
static void note_last(const struct thread *self, const struct turns *turns,
                      const struct turn *turn) {
  if (rt.step_pc != turn->pc && only_reads(self, turns, turn))
    turn_note_last(rt.step_pc);
}

void turn_begin_trying(const struct thread *thread) {
  struct turns *turns = turns_of(thread);
  memcpy(&tried, turns, sizeof tried);
  turns->in_step = true;
  turns->helped = false;
  turns->helps = helping_would(thread, turns);
}

void turn_end_trying(const struct thread *thread) {
  struct turns *turns = turns_of(thread);
  const bool helps = turns->helps;
  memcpy(turns, &tried, sizeof tried);
  turns->helps = helps;
  turns->of = closed;
}

bool turn_would_help(const struct thread *thread) {
  return thread->turning && turns_of(thread)->helps;
}

/* Whether it finds what it tries to get is not in the memory that it reads: a message. */
static bool is_hidden(const struct thread *self) {
  return self->trial && self->trial->flags & RV_OP_VARIES;
}

static void stop_after_turn(struct thread *self, struct turns *turns, const struct turn *turn) {
  note_last(self, turns, turn);
  attempt_note(turns, turn);
  turns->of = (uint32_t)(turn - turns->turns);
  rt.voided = true;
  if (turns->plain && races_are_checked())
    partly_covered(PLAIN_IN_VOID_ITERATION);
  self->turning = false;
  dead_memory_arm(self->tid, self->pc); /* nor may others read it now */
  effect(RV_EFFECT_VOID, self->tid, RV_NO_THREAD);
  stop_in(THREAD_VOID);
}

/* False: the thread has made a void turn, and has stopped. */
static bool stand_at_head(struct thread *self, void *entry) {
  struct turns *turns = turns_of(self);
  const char *from = local_state_begins(entry);
  self->registers = local_state_registers(self);
  if (!self->turning)
    turns_forget(self, turns);
  const struct turn *turn = turn_at(turns, self->pc);
  const bool was_void = turn && is_void(self, turns, turn, from, entry);
  if (turn)
    turn_ended(self->pc, was_void);
  if (was_void) {
    stop_after_turn(self, turns, turn);
    return false;
  }
  if (turn)
    late_read_look(turns, turn);
  begin_turn(self, turns, from);
  dead_memory_arm(self->tid, self->pc);
  return true;
}

bool turn_stand(struct thread *self, void *entry) {
  if (!entry)
    return true;
  if (iteration_compares()) {
    self->registers = local_state_registers(self);
    if (attempt_goes_on(self))
      return false;
    iteration_stands(self, entry);
  }
  if (iteration_tried())
    return !iteration_is_whole() || turn_tried(self, entry);
  if (self->turning)
    turn_step_ends(self);
  if (is_hidden(self) || (self->turning && unseen_change_in_step())) {
    turn_lasts(self);
    return true;
  }
  const bool last = self->turning && turn_is_last(self->pc);
  if (!turn_is_head(self->pc))
    note_place(self);
  else if (!stand_at_head(self, entry))
    return true; /* only to see where it would go (together.h) */
  if (turn_is_attempt(self->pc))
    attempt_stand(self, entry);
  if (last && liveness_can_be_tried(self, entry))
    iteration_stand_before_last(self);
  return true;
}
