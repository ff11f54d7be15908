#include "runtime/weak_loop.h"

#include "runtime/checkpoint.h"
#include "runtime/liveness.h"
#include "runtime/local_state.h"
#include "runtime/pages.h"
#include "runtime/shadow.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/tls.h"
#include "runtime/turn.h"
#include "runtime/turn_places.h"
#include "runtime/unseen_change.h"
#include "runtime/weak.h"

enum { MOST_STANDS = 16, MOST_READS = 64 };

/* A stand before a load: where, in which state, and how many loads were before it. */
struct stand {
  uint64_t pc, state[2];
  uint32_t reads;
};

/* How it is known that what was read is not the last any more. */
enum how { BY_CONTENTS, UNDER_LOCK };

struct round {
  uint32_t n_stands, n_reads;
  uint32_t locks;  /* so many it has taken since it began, and has them; */
  uint64_t looks;  /* before the first of these so many had looked at objects */
  bool same;       /* the next write is of what was there */
  uint32_t begins; /* the thread has stopped: its last turn has these reads on */
  uint32_t awaits; /* the condition of an await has */
  struct stand stands[MOST_STANDS];
  struct {
    uint64_t addr, seen; /* a sum of what was there, or a step */
    uint32_t size;
    enum how how;
  } reads[MOST_READS];
};

static struct round *rounds; /* by thread */
static char *copy;
static bool loops_lock;         /* some loop takes a lock: who takes locks is followed */
static KEPT uint64_t all_looks; /* at objects */

static struct round *round_of(const struct thread *thread) {
  return &rounds[thread->tid];
}

static void forget(struct round *round) {
  round->n_stands = round->n_reads = round->awaits = round->locks = 0;
}

void weak_loop_thread_begins(rv_tid tid) {
  if (!rounds)
    return;
  forget(&rounds[tid]);
  rounds[tid].begins = 0;
  rounds[tid].same = false;
}

void weak_loop_reset(void) {
  if (rt.weak && !rounds)
    rounds = pages_reserve(SHARED_MAX_THREADS * sizeof *rounds);
  for (rv_tid tid = 0; rounds && tid < rt.shared->n_threads; tid++)
    weak_loop_thread_begins(tid);
  all_looks = 0;
}

void weak_loop_pieces(void) {
  for (rv_tid tid = 0; rounds && tid < rt.high; tid++)
    checkpoint_piece(&rounds[tid], sizeof *rounds);
}

void weak_loop_ends_slowly(struct thread *self) {
  struct round *const round = round_of(self);
  if (round->same)
    round->same = false;
  else
    forget(round);
}

void weak_loop_await_begins(const struct thread *self) {
  round_of(self)->awaits = round_of(self)->n_reads;
}

void weak_loop_wrote_the_same(struct thread *self) {
  round_of(self)->same = true;
}

static void note_read(struct round *round, enum how how, uint64_t addr, uint32_t size,
                      uint64_t seen) {
  if (round->n_reads == MOST_READS)
    forget(round);
  round->reads[round->n_reads].how = how;
  round->reads[round->n_reads].addr = addr;
  round->reads[round->n_reads].size = size;
  round->reads[round->n_reads++].seen = seen;
}

uint64_t weak_loop_sum(uint64_t addr, uint32_t size) {
  const unsigned char *const bytes = (const unsigned char *)(uintptr_t)addr;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < size; i++)
    sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
  return sum;
}

void weak_loop_reads(struct thread *self, uint64_t addr, uint32_t size, uint64_t value) {
  note_read(round_of(self), BY_CONTENTS, addr, size, weak_loop_sum((uintptr_t)&value, size));
}

void weak_loop_reads_last(struct thread *self, uint64_t addr, uint32_t size) {
  if (state_is_place(addr))
    weak_loop_ends(self);
  else
    note_read(round_of(self), BY_CONTENTS, addr, size, weak_loop_sum(addr, size));
}

void weak_loop_reads_plain(struct thread *self, uint64_t addr, uint64_t size) {
  enum { SOME_READS = MOST_READS / 2, SHORT = 64 };
  const struct round *const round = round_of(self);
  if (round->n_stands && round->n_reads < SOME_READS && size <= SHORT &&
      stack_owner(addr) != self->tid)
    weak_loop_reads_last(self, addr, (uint32_t)size);
}

void weak_loop_sees(struct thread *self, uint64_t addr, uint32_t size) {
  weak_loop_reads_last(self, addr, size);
  all_looks++;
  round_of(self)->looks++; /* its own do not count */
}

/* --- locks --------------------------------------------------------------------------------------
 */

/* Of a lock: the last step in which a thread let go of it and had done something that lasts. */
struct lock_cell {
  uint64_t execution, step;
};

static struct shadow lock_cells;

static uint64_t last_under_lock(uint64_t lock) {
  const struct lock_cell *const cell = shadow_find(&lock_cells, lock, sizeof *cell);
  return cell && cell->execution == weak_execution ? cell->step : 0;
}

static void note_under_lock(uint64_t lock) {
  struct lock_cell *const cell = shadow_cell(&lock_cells, lock, sizeof *cell);
  checkpoint_log(cell, sizeof *cell);
  cell->execution = weak_execution;
  cell->step = rt.steps;
}

void weak_loop_locks_slowly(struct thread *self, uint64_t lock) {
  struct round *const round = round_of(self);
  if (!loops_lock)
    return;
  note_read(round, UNDER_LOCK, lock, 1, last_under_lock(lock));
  if (!round->locks++)
    round->looks = all_looks;
}

void weak_loop_unlocks_slowly(struct thread *self, uint64_t lock) {
  struct round *const round = round_of(self);
  if (!loops_lock)
    return;
  if (!round->locks)
    note_under_lock(lock);
  if (round->locks && round->looks == all_looks)
    round->locks--;
  else
    forget(round);
}

/* --- states -------------------------------------------------------------------------------------
 */

struct numbers {
  uint64_t a, b;
};

static void number_word(struct numbers *numbers, uint64_t word) {
  numbers->a = (numbers->a ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  numbers->a ^= numbers->a >> 32;
  numbers->b = (numbers->b + word) * UINT64_C(0xd6e8feb86659fd93);
  numbers->b ^= numbers->b >> 29;
}

/* What the operation is called with may be nowhere else: the address, and what it would write. */
static void number_operation(struct numbers *numbers, const struct thread *self) {
  const struct rv_op *const op = &self->pending;
  number_word(numbers, op->access.addr);
  number_word(numbers, (uint64_t)op->access.size << 32 | op->access.mode);
  number_word(numbers, (uint64_t)op->flags << 32 | op->weak);
  const bool may_write =
      op->access.mode & RV_WRITE || op->weak & RV_WEAK_UPDATES || op->flags & RV_OP_COMPARES;
  const bool has_operands = may_write && op->kind == RV_OP_MEMORY && !self->trial;
  for (size_t i = 0; has_operands && i < sizeof self->operands / sizeof *self->operands; i++)
    number_word(numbers, self->operands[i]);
}

static void wipe_shared(const struct thread *self, const char *from) {
  const size_t stack = (size_t)(self->stack_high - from);
  size_t size;
  const char *const data = tls_data(self, &size);
  weak_wipe_shared(copy, (uintptr_t)from, stack);
  weak_wipe_shared(copy + stack, (uintptr_t)data, size);
}

/* Two numbers that stand for what is live of a state. */
static bool number_state(struct thread *self, const void *entry, uint64_t state[2]) {
  const char *const from = local_state_begins(entry);
  const size_t size = local_state_size(self, from);
  if (!size)
    return false;
  if (!copy)
    copy = pages_reserve(LOCAL_STATE_MAX);
  local_state_copy(copy, self, from);
  liveness_wipe(copy, self, entry);
  wipe_shared(self, from);
  struct numbers numbers = {local_state_registers(self) ^ (uintptr_t)from, size};
  number_operation(&numbers, self);
  for (size_t i = 0; i + 8 <= size; i += 8) {
    uint64_t word;
    __builtin_memcpy(&word, copy + i, 8);
    number_word(&numbers, word);
  }
  state[0] = numbers.a;
  state[1] = numbers.b;
  return true;
}

/* What it has read is kept: the effect ends nothing here. */
static void stop_round(struct thread *self, struct round *round, uint32_t begins) {
  round->begins = begins;
  rt.voided = true;
  round->same = true;
  effect(RV_EFFECT_VOID, self->tid, RV_NO_THREAD);
  stop_in(THREAD_VOID);
}

/* Whether threads stand here more than once in an execution; if that is new, the exploration begins
 * again. */
static bool is_in_loop(struct thread *self) {
  const uint64_t bit = TURN_BIT(self->pc);
  if (turn_is_head(self->pc))
    return true;
  if (self->stood & bit)
    turn_note_head(self->pc);
  self->stood |= bit;
  return false;
}

void weak_loop_begin_step(const struct thread *thread) {
  if (round_of(thread)->n_stands)
    unseen_change_begin_any_step(thread);
}

void weak_loop_step_ends(struct thread *self) {
  struct round *const round = round_of(self);
  if (round->n_stands && unseen_change_in_step())
    forget(round);
}

bool weak_loop_await_fails(struct thread *self) {
  struct round *const round = round_of(self);
  if (round->n_reads == round->awaits)
    return false;
  stop_round(self, round, round->awaits);
  return true;
}

__attribute__((noinline)) void weak_loop_stand(struct thread *self, void *entry) {
  struct round *const round = round_of(self);
  struct stand now = {.pc = self->pc, .reads = round->n_reads};
  if (!is_in_loop(self) || round->locks || !number_state(self, entry, now.state))
    return;
  loops_lock |= self->pending.kind == RV_OP_LOCK;
  for (uint32_t i = 0; i < round->n_stands; i++) {
    const struct stand *const then = &round->stands[i];
    if (then->pc == now.pc && then->state[0] == now.state[0] && then->state[1] == now.state[1] &&
        round->n_reads > then->reads) {
      stop_round(self, round, then->reads);
      return;
    }
  }
  if (round->n_stands == MOST_STANDS) {
    for (uint32_t i = 1; i < MOST_STANDS; i++)
      round->stands[i - 1] = round->stands[i];
    round->n_stands--;
  }
  round->stands[round->n_stands++] = now;
}

/* Some of what it has read in its last turn is not what is there. */
static bool would_be_left(const struct thread *thread) {
  const struct round *const round = round_of(thread);
  for (uint32_t i = round->begins; i < round->n_reads; i++) {
    const uint64_t addr = round->reads[i].addr;
    const uint32_t size = round->reads[i].size;
    const uint64_t now =
        round->reads[i].how == BY_CONTENTS ? weak_loop_sum(addr, size) : last_under_lock(addr);
    if (now != round->reads[i].seen)
      return true;
  }
  return false;
}

bool weak_loops_would_be_left(void) {
  for (rv_tid tid = 0; rt.weak && tid < rt.high; tid++)
    if (rt.threads[tid].state == THREAD_VOID && would_be_left(&rt.threads[tid]))
      return true;
  return false;
}
