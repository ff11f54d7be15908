#include "runtime/spinloop.h"

#include "runtime/access.h"
#include "runtime/cut.h"
#include "runtime/dead_words.h"
#include "runtime/error.h"
#include "runtime/history.h"
#include "runtime/liveness.h"
#include "runtime/local_state.h"
#include "runtime/long_execution.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/time.h"
#include "runtime/together.h"
#include "runtime/tried_accesses.h"
#include "runtime/turn.h"
#include "runtime/turn_places.h"
#include "runtime/unseen_change.h"

/* A thread that is watched: it may go round a loop, or does go round one that is known. */
enum watch { WATCH_NOTHING, WATCH_GUESS, WATCH_LOOP };

/* A guess is given up after so many visits of its place, unless the execution is long: then it may
 * take many visits to complete an iteration. */
enum { MAX_MISSES = 8, LONG_EXECUTION = 256 };

/* --- places that are known -----------------------------------------------------------------------
 */

enum { MAX_PLACES = 512 };
enum place { PLACE_UNKNOWN, PLACE_ALONE, PLACE_CYCLES };

static struct {
  uint64_t pc[MAX_PLACES];
  uint8_t what[MAX_PLACES]; /* enum place */
  uint32_t n;
} places;

static enum place loop_place(uint64_t pc) {
  if (!rt.spins[SPINLOOP_SLOT(pc)])
    return PLACE_UNKNOWN;
  for (uint32_t i = 0; i < places.n; i++)
    if (places.pc[i] == pc)
      return places.what[i];
  return PLACE_UNKNOWN;
}

void spinloop_import(uint64_t mark) {
  if (mark & DEAD_WORD_MARK) {
    dead_words_import(mark);
    return;
  }
  if (mark & TURN_MARK) {
    turn_import(mark);
    return;
  }
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
  rt.loops = true;
}

/* --- what a turn does ----------------------------------------------------------------------------
 */

static void give_up(struct thread *thread) {
  thread->watch = WATCH_NOTHING;
  if (rt.plain == PLAIN_WATCHED)
    rt.plain = rt.behind;
}

void spinloop_step_ends(void) {
  if (iteration_together()) {
    rt.plain = rt.behind;
    return;
  }
  if (iteration_tried())
    iteration_leave();
  give_up(rt.current);
}

void not_spinning_slowly(void) {
  if (!rt.current)
    return; /* the driver, after a step that has failed */
  if (iteration_tried())
    iteration_leave();
  turn_lasts(rt.current);
  if (rt.guard)
    rt.current->watch = WATCH_NOTHING;
  else
    give_up(rt.current);
}

/* The operation that the thread stands before is an access, or one that only tries: what it reads.
 */
static bool reads_what(const struct thread *thread, struct rv_access *access) {
  const struct rv_op *op = &thread->pending;
  *access = op->access;
  if (thread->trial) {
    if (access->size > 8)
      access->size = 8; /* whether it fails depends on these */
    return true;
  }
  return op->kind == RV_OP_MEMORY || (op->kind == RV_OP_AWAIT && thread->await == NULL);
}

/* What it reads here is not what it read before: what it has been through began here. */
static bool begin_here(struct history *history, struct rv_access access) {
  if (!history->here)
    return false;
  history_keep_last(history);
  return history_reads(history, access, history->found);
}

void spinloop_begin_step(struct thread *thread) {
  struct history *history = history_of(thread);
  struct rv_access access;
  if (history->over)
    history_reads_anew(history);
  history->over = false;
  bool reads = reads_what(thread, &access) && !state_is_place(access.addr);
  history->hidden |= thread->trial && thread->trial->flags & RV_OP_VARIES;
  history->found = reads ? contents(access.addr, access.size) : 0;
  if (!reads || !(history_reads(history, access, history->found) || begin_here(history, access))) {
    thread->watch = WATCH_NOTHING;
    return;
  }
  unseen_change_begin_step(thread);
  if (rt.plain != PLAIN_WATCHED)
    rt.behind = rt.plain;
  rt.plain = PLAIN_WATCHED;
}

bool spinloop_plain(uint64_t addr, uint64_t size, bool write, uint64_t pc) {
  struct thread *self = rt.current;
  bool own = stack_owner(addr) == self->tid;
  if (iteration_together()) {
    if (!own && write && !together_writes(addr, size))
      iteration_leave();
    return !own;
  }
  if (iteration_notes()) {
    if (!own && !tried_accesses_note(addr, size, write))
      iteration_leave();
    return !own;
  }
  if (iteration_tried()) {
    if (!own && !iteration_is_about(addr, size))
      iteration_leave();
    return !own;
  }
  if (rt.turns)
    turn_plain(addr, size, write, pc);
  struct history *history = history_of(self);
  struct rv_access access = {addr, size <= 8 ? (uint32_t)size : 16, RV_READ};
  if (own || self->watch == WATCH_NOTHING)
    return true;
  if (addr != history->access.addr || size != history->access.size)
    history->mixed++;
  if (!(write ? history_writes : history_reads)(history, access, contents(addr, size)))
    self->watch = WATCH_NOTHING;
  return true;
}

void spinloop_looks_at_clock(void) {
  if (iteration_tried())
    iteration_leave();
  turn_lasts(rt.current);
  history_of(rt.current)->looks++;
}

/* --- coming round --------------------------------------------------------------------------------
 */

void spinloop_describe(const struct thread *thread, struct shared_wait *wait) {
  (void)thread;
  wait->kind = WAIT_LOOP;
}

static bool has_changed(struct thread *thread) {
  const struct history *history = history_of(thread);
  for (uint32_t i = 0; i < history->n; i++)
    if (contents(history->ranges[i].addr, history->ranges[i].size) != history->seen[i])
      return true;
  return false;
}

static const struct blocking until_it_changes = {has_changed, spinloop_describe};

/* The thread blocks until a value that it has read since it was in this state changes. */
static void wait(struct thread *self, struct history *history) {
  history->over = true;
  if (self->trial) {
    iteration_insists(self);
    return;
  }
  history_put_first(history, self->pending.access);
  self->blocking = &until_it_changes;
  self->pending.kind = RV_OP_AWAIT;
  self->pending.flags = spinloop_flags(self->pending.access.mode);
  self->pending.more = history->ranges + 1;
  self->pending.more_count = (uint16_t)(history->n - 1);
}

/* A loop that was not known: from the next beginning on it is. It is not tried where that may run
 * code which does not say what it writes: that could not be undone. */
static void found(struct thread *self, bool alone, const char *from) {
  self->watch = WATCH_NOTHING;
  if (rt.recording)
    return;
  const bool tried = alone && liveness_can_be_tried(self, local_state_entry(from));
  note_mark(self->pc | SPINLOOP_MARK | (tried ? 0 : SPINLOOP_CYCLES));
  rt.spun = true;
}

static void keep_visit(struct thread *self, struct history *history, const char *from) {
  if (!history_keep(history, self, from))
    self->watch = WATCH_NOTHING;
}

static void begin_history(struct thread *self, struct history *history, enum watch watch,
                          const char *from) {
  self->watch = (uint8_t)watch;
  history_begin(history);
  history_stands(history, self);
  keep_visit(self, history, from);
}

static _Noreturn void too_many_turns(struct thread *self, uint32_t turns) {
  if (rt.exiting) /* the end of the program takes it away */
    cut_by_bound(BOUND_STEPS);
  bound_met(BOUND_STEPS);
  fail(ERROR_LONG_EXECUTION, self->pc, FRAME,
       "the thread has gone round a loop %u times while nothing that it reads has changed, but its "
       "local state has; give the loop a bound, or let it wait with ravel_await(), or raise "
       "--max-steps (%lu)",
       turns, (unsigned long)rt.shared->request.explorer.max_steps);
}

/* Not a state that it has been in. Stacks have unused parts; it may take an iteration or two until
 * these are the same. */
static void miss(struct thread *self, struct history *history, const char *from) {
  keep_visit(self, history, from);
  if (unlikely(history->turns - history->alike > long_execution_rounds()))
    too_many_turns(self, history->turns - history->alike);
  if (self->watch == WATCH_GUESS && history->turns > MAX_MISSES && self->stands < LONG_EXECUTION)
    give_up(self);
}

/* At a place that is kept, in a state it may have been in. */
static void go_round(struct thread *self, struct history *history, enum place place,
                     const char *from) {
  enum round round = history_comes_round(history, self, from);
  const bool single = round == ROUND_AT_ONCE || round == ROUND_AGAIN;
  if (round == ROUND_IN_TIME && place == PLACE_CYCLES) {
    time_flies(self, history->late++);
    round = ROUND_NOT;
  }
  if (round == ROUND_NOT) {
    miss(self, history, from);
  } else if (history->hidden && !(self->trial && single)) {
    self->watch = WATCH_NOTHING; /* what it waits for is not in the memory it has read */
  } else if (self->trial && !single && round != ROUND_IN_TIME) {
    /* What waits for a lock can't wait for other memory as well: a read can, that is in the loop
     * too. */
    self->watch = WATCH_NOTHING;
    self->guess = history->pc_before;
  } else if (place == PLACE_CYCLES) {
    history_forget_states(history);
    keep_visit(self, history, from);
    wait(self, history);
  } else {
    found(self, round == ROUND_AT_ONCE && place == PLACE_UNKNOWN, from);
  }
}

/* The operation that the step began with has left things as they were, and so has what follows. */
static bool nothing_lasts(const struct history *history) {
  const struct rv_access *access = &rt.step.op.access;
  return contents(access->addr, access->size) == history->found && !unseen_change_in_step();
}

/* The thread does not spin there now. If it comes to spin there, a later guess finds that. */
static void give_up_guess(struct thread *self) {
  if (self->watch == WATCH_GUESS)
    self->guess = 0;
  self->watch = WATCH_NOTHING;
}

static void look(struct thread *self, const char *from) {
  self->local = from;
  self->registers = local_state_registers(self);
  enum place place = loop_place(self->pc);
  if (place == PLACE_ALONE && !iteration_tried() && !rt.recording &&
      !liveness_can_be_tried(self, local_state_entry(from)))
    found(self, false, from); /* it could, where it was called from then */
  else if (place == PLACE_ALONE)
    iteration_stand(self);
  const bool watched = rt.plain == PLAIN_WATCHED && self->watch != WATCH_NOTHING;
  if (rt.plain == PLAIN_WATCHED)
    rt.plain = rt.behind;
  if (iteration_tried())
    return;
  struct history *history = history_of(self);
  if (watched && !nothing_lasts(history))
    give_up_guess(self);
  if (spinloop_guesses(self) && !(self->watch == WATCH_LOOP && history_has_turned(history))) {
    self->watch = WATCH_NOTHING;
    self->guess = self->pc;
    if (place != PLACE_CYCLES)
      return;
  }
  const bool kept = place == PLACE_CYCLES || self->pc == self->guess;
  if (self->watch == WATCH_NOTHING || (self->watch == WATCH_GUESS && place == PLACE_CYCLES)) {
    if (kept)
      begin_history(self, history, place == PLACE_CYCLES ? WATCH_LOOP : WATCH_GUESS, from);
    return;
  }
  history_stands(history, self);
  if (kept)
    go_round(self, history, place, from);
}

__attribute__((noinline)) void spinloop_stand(struct thread *self, void *entry) {
  void *frame = ENTRY;
  look(self, local_state_begins(entry ? entry : frame));
  __asm__ volatile(""); /* no tail call: the frame is needed until here */
}

bool spinloop_writes(const struct thread *thread) {
  return thread->watch && history_of(thread)->n_written > 0;
}

void spinloop_pieces(const struct thread *thread) {
  if (thread->watch != WATCH_NOTHING)
    history_pieces(history_of(thread));
}
