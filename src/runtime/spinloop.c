#include "runtime/spinloop.h"

#include <stddef.h>

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/local_state.h"
#include "runtime/pages.h"

/* One turn of a thread round what may be a loop. */
struct turn {
  uint64_t pc; /* of the operation where it began, */
  struct rv_access access;
  uint64_t other;  /* of the last one since, but for those that only try */
  uint64_t before; /* what the step under way has found */
  uint32_t stands; /* since it began */
  uint32_t misses; /* how often it did not come round to what it was, one after the other */
  bool alone;      /* all of them at this operation */
  bool over;       /* it has come round, and waits */
  uint32_t n, n_written;
  struct rv_access ranges[MAX_RANGES];  /* that were read, that of the operation first, */
  uint64_t seen[MAX_RANGES];            /* and what was there */
  struct rv_access written[MAX_RANGES]; /* plainly, */
  uint64_t old[MAX_RANGES];             /* over this */
  const char *from;
  size_t size;
  char local[]; /* the local state when it began */
};

/* A thread that is in a turn, of a loop that is known or not. */
enum watch { WATCH_NOTHING, WATCH_GUESS, WATCH_LOOP };

/* How many stands another known loop is waited for before a turn is thought to be over. */
enum { LONG_TURN = 256, MAX_MISSES = 2 };

#define TURN_STRIDE pages_round_up(sizeof(struct turn) + LOCAL_STATE_MAX, PAGES_ALIGNMENT)

static struct turn *turn_of(const struct thread *thread) {
  static char *turns;
  if (unlikely(!turns))
    turns = pages_reserve(SHARED_MAX_THREADS * TURN_STRIDE);
  return (struct turn *)(turns + thread->tid * TURN_STRIDE);
}

/* --- places that are known -----------------------------------------------------------------------
 */

enum { MAX_PLACES = 512 };
enum place { PLACE_UNKNOWN, PLACE_ALONE, PLACE_CYCLES };

static struct {
  uint64_t pc[MAX_PLACES];
  uint8_t what[MAX_PLACES]; /* enum place */
  uint32_t n;
} places;

static enum place place_of(uint64_t pc) {
  if (!rt.spins[SPINLOOP_SLOT(pc)])
    return PLACE_UNKNOWN;
  for (uint32_t i = 0; i < places.n; i++)
    if (places.pc[i] == pc)
      return places.what[i];
  return PLACE_UNKNOWN;
}

void spinloop_import(uint64_t mark) {
  uint64_t pc = mark & ~(SPINLOOP_MARK | SPINLOOP_CYCLES);
  uint32_t at = 0;
  while (at < places.n && places.pc[at] != pc)
    at++;
  if (at == MAX_PLACES)
    return;
  places.n += at == places.n;
  places.pc[at] = pc;
  places.what[at] = mark & SPINLOOP_CYCLES ? PLACE_CYCLES : PLACE_ALONE;
  rt.spins[SPINLOOP_SLOT(pc)] = 1;
}

/* --- what a turn does ----------------------------------------------------------------------------
 */

static void give_up(struct thread *thread) {
  thread->watch = WATCH_NOTHING;
  if (rt.plain == PLAIN_WATCHED)
    rt.plain = rt.behind;
}

void not_spinning_slowly(void) {
  if (iteration_tried())
    iteration_leave();
  give_up(rt.current);
}

/* Notes what is read. False: it is too much, or has changed since it was read before. */
static bool add_read(struct turn *turn, struct rv_access access, uint64_t value) {
  for (uint32_t i = 0; i < turn->n; i++)
    if (turn->ranges[i].addr == access.addr && turn->ranges[i].size == access.size)
      return turn->seen[i] == value;
  if (access.size > 8 || turn->n == MAX_RANGES)
    return false;
  turn->ranges[turn->n] = (struct rv_access){access.addr, access.size, RV_READ};
  turn->seen[turn->n++] = value;
  return true;
}

static bool add_write(struct turn *turn, struct rv_access access, uint64_t old) {
  for (uint32_t i = 0; i < turn->n_written; i++)
    if (turn->written[i].addr == access.addr && turn->written[i].size == access.size)
      return true;
  if (access.size > 8 || turn->n_written == MAX_RANGES)
    return false;
  turn->written[turn->n_written] = access;
  turn->old[turn->n_written++] = old;
  return true;
}

void spinloop_begin_step(struct thread *thread) {
  struct turn *turn = turn_of(thread);
  const struct rv_op *op = &thread->pending;
  if (turn->over)
    turn->n = 0;
  turn->over = false;
  turn->before = contents(op->access.addr, op->access.size);
  bool is_access = op->kind == RV_OP_MEMORY || (op->kind == RV_OP_AWAIT && thread->await == NULL);
  struct rv_access access = op->access;
  if (thread->trial && access.size > 8)
    access.size = 8; /* whether it fails depends on these */
  const bool hidden = thread->trial && thread->trial->flags & RV_OP_VARIES;
  if (!(is_access || thread->trial) || (hidden && thread->pc != turn->pc) ||
      !add_read(turn, access, turn->before)) {
    thread->watch = WATCH_NOTHING;
    return;
  }
  rt.behind = rt.plain;
  rt.plain = PLAIN_WATCHED;
}

bool spinloop_plain(uint64_t addr, uint64_t size, bool write) {
  struct thread *self = rt.current;
  bool own = stack_owner(addr) == self->tid;
  if (iteration_tried()) {
    if (!own && rt.behind != PLAIN_VISIBLE)
      iteration_leave();
    return !own;
  }
  struct turn *turn = turn_of(self);
  struct rv_access access = {addr, size <= 8 ? (uint32_t)size : 16, RV_READ};
  if (!own && !(write ? add_write : add_read)(turn, access, contents(addr, size)))
    give_up(self);
  return true;
}

/* --- coming round --------------------------------------------------------------------------------
 */

void spinloop_describe(const struct thread *thread, struct shared_wait *wait) {
  (void)thread;
  wait->kind = WAIT_LOOP;
}

static bool has_changed(struct thread *thread) {
  const struct turn *turn = turn_of(thread);
  for (uint32_t i = 0; i < turn->n; i++)
    if (contents(turn->ranges[i].addr, turn->ranges[i].size) != turn->seen[i])
      return true;
  return false;
}

static const struct blocking until_it_changes = {has_changed, spinloop_describe};

static void begin(struct thread *self, enum watch watch, const char *from) {
  struct turn *turn = turn_of(self);
  size_t size = local_state_size(self, from);
  self->watch = (uint8_t)(size ? watch : WATCH_NOTHING);
  if (!size)
    return;
  *turn = (struct turn){
      .pc = self->pc, .access = self->pending.access, .alone = true, .from = from, .size = size};
  local_state_copy(turn->local, self, from);
}

/* Back where the turn began, as if nothing had been? */
static bool comes_round(const struct thread *self, const struct turn *turn, const char *from) {
  const struct rv_access *access = &self->pending.access;
  if (self->pc != turn->pc || from != turn->from || access->addr != turn->access.addr ||
      access->size != turn->access.size || access->mode != turn->access.mode)
    return false;
  for (uint32_t i = 0; i < turn->n_written; i++)
    if (contents(turn->written[i].addr, turn->written[i].size) != turn->old[i])
      return false;
  return local_state_equals(turn->local, self, from);
}

static void wait(struct thread *self, struct turn *turn) {
  turn->over = true;
  turn->n_written = 0;
  if (self->trial) {
    iteration_insists(self);
    return;
  }
  self->blocking = &until_it_changes;
  self->pending.kind = RV_OP_AWAIT;
  self->pending.flags = spinloop_flags(self->pending.access.mode);
  self->pending.more = turn->ranges + 1;
  self->pending.more_count = (uint16_t)(turn->n - 1);
}

static bool is_single(const struct turn *turn) {
  return turn->alone && turn->n == 1 && turn->n_written == 0;
}

/* What waits for a lock can't wait for other memory as well: a read can, that is in the loop too.
 */
static void look_elsewhere(struct thread *self, const struct turn *turn) {
  self->watch = WATCH_NOTHING;
  self->guess = turn->other;
}

/* A loop that was not known: from the next beginning on it is. */
static void found(struct thread *self, const struct turn *turn, enum place place) {
  bool alone = is_single(turn) && place == PLACE_UNKNOWN;
  self->watch = WATCH_NOTHING;
  if (rt.recording)
    return;
  note_mark(self->pc | SPINLOOP_MARK | (alone ? 0 : SPINLOOP_CYCLES));
  rt.spun = true;
}

/* The operation that the step began with has left things as they were. */
static bool nothing_lasts(const struct turn *turn) {
  const struct rv_access *access = &rt.step.op.access;
  return contents(access->addr, access->size) == turn->before;
}

/* The place is the same, the state is not. Stacks have unused corners, where it may take a turn or
 * two until the same is left behind. In a long execution the turn may take many iterations. */
static void miss(struct thread *self, struct turn *turn, const char *from) {
  uint32_t misses = turn->misses + 1;
  if (misses <= MAX_MISSES) {
    begin(self, WATCH_GUESS, from);
    turn->misses = misses;
  } else if (self->stands < LONG_TURN) {
    self->watch = WATCH_NOTHING;
    self->guess = 0;
  }
}

/* Whether a turn that began at this place goes on, a new one begins, or the place is passed. */
static void go_round(struct thread *self, struct turn *turn, enum place place, const char *from) {
  bool loop = place == PLACE_CYCLES;
  if (self->watch == WATCH_NOTHING || (self->watch == WATCH_GUESS && loop) ||
      (loop && turn->stands > LONG_TURN)) {
    if (loop || self->pc == self->guess)
      begin(self, loop ? WATCH_LOOP : WATCH_GUESS, from);
    return;
  }
  turn->alone &= self->pc == turn->pc;
  turn->stands++;
  if (self->pc != turn->pc) {
    if (!self->trial)
      turn->other = self->pc;
    return;
  }
  if (comes_round(self, turn, from)) {
    if (self->trial && !is_single(turn))
      look_elsewhere(self, turn);
    else if (loop)
      wait(self, turn);
    else
      found(self, turn, place);
  } else if (loop)
    begin(self, WATCH_LOOP, from);
  else
    miss(self, turn, from);
}

static void look(struct thread *self, const char *from) {
  enum place place = place_of(self->pc);
  if (place == PLACE_ALONE)
    iteration_stand(self);
  bool watched = rt.plain == PLAIN_WATCHED;
  if (watched)
    rt.plain = rt.behind;
  if (iteration_tried())
    return;
  struct turn *turn = turn_of(self);
  if (watched && !nothing_lasts(turn))
    self->watch = WATCH_NOTHING;
  if (spinloop_guesses(self) && self->watch != WATCH_LOOP) {
    self->watch = WATCH_NOTHING;
    self->guess = self->pc;
  } else
    go_round(self, turn, place, from);
}

/* What a call must preserve is put onto the stack, right below the frame or above it. */
#if defined(__x86_64__)
enum { SAVED_REGISTERS = 5 * 8 };
#else
enum { SAVED_REGISTERS = 0 };
#endif

__attribute__((noinline)) void spinloop_stand(struct thread *self) {
  __builtin_unwind_init();
  look(self, (const char *)__builtin_frame_address(0) - SAVED_REGISTERS);
  __asm__ volatile(""); /* no tail call: the frame is needed until here */
}

bool spinloop_writes(const struct thread *thread) {
  return thread->watch && turn_of(thread)->n_written > 0;
}

void spinloop_pieces(const struct thread *thread) {
  if (thread->watch == WATCH_NOTHING)
    return;
  struct turn *turn = turn_of(thread);
  checkpoint_piece(turn, offsetof(struct turn, local) + turn->size);
}
