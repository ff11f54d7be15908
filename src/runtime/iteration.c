/*
 * Loops of one operation, tried and undone. A thread before such an operation makes one iteration
 * as it would now, with plain accesses to its own stack only. Either it returns to the same place
 * in exactly the same state, and will do so until the memory changes. Or it returns in another
 * state or does something else; then that is a step like any other. In both cases everything is
 * then undone.
 *
 * Operations such as a trylock are tried as if they failed. If that leads back to the same place,
 * the thread insists: its pending operation becomes the one that waits, such as a lock in place of
 * a trylock. Otherwise it is no loop this time. This depends on the local state alone, and is
 * decided once.
 */
#include <string.h>

#include "runtime/access.h"
#include "runtime/attempt.h"
#include "runtime/dead_words.h"
#include "runtime/kept_stand.h"
#include "runtime/late_read.h"
#include "runtime/liveness.h"
#include "runtime/local_state.h"
#include "runtime/pages.h"
#include "runtime/resume.h"
#include "runtime/spinloop.h"
#include "runtime/tried_accesses.h"
#include "runtime/turn.h"

enum { MAX_OBJECT = 64 };

/* Where a turn has led to. */
struct result {
  bool left;  /* it does something that can't be undone, */
  bool back;  /* or it is back at the operation, and the object is as before, */
  bool round; /* and so is its local state */
  char *sp;
  size_t size;
  struct rv_op pending;
  uint64_t pc;
  char object[MAX_OBJECT];
  char *local; /* a copy */
};

static struct {
  struct thread *thread; /* NULL: nobody tries */
  bool left;
  void *left_sp;
  struct thread before; /* the thread, */
  struct rv_step step;
  uint32_t plain;
  char object[MAX_OBJECT]; /* what it stands before, */
  char *local;             /* and its local state, when it began to try */
  struct result first, other;
  bool compares; /* it is to be seen where it stands next, */
  bool same;     /* and whether it is the same the second time */
  bool notes;    /* plain accesses are noted (tried_accesses.h) */
  bool whole;    /* it is to be seen whether it comes to the end of a void iteration, */
  bool closed;   /* and it does */
  bool together; /* several threads go on in turn, and all is put back by who asked for it */
} try;

bool iteration_tried(void) {
  return try.thread != NULL;
}

bool iteration_together(void) {
  return try.together;
}

bool iteration_is_about(uint64_t addr, uint64_t size) {
  return addr == try.before.pending.access.addr && size == try.before.pending.access.size;
}

_Noreturn void iteration_leave(void) {
  try.left = true;
  switch_stack(&try.left_sp, rt.driver_sp);
  __builtin_trap();
}

/* --- one turn ------------------------------------------------------------------------------------
 */

static void *object(void) {
  return (void *)(uintptr_t)try.before.pending.access.addr;
}

static void begin_trying(struct thread *thread) {
  if (!try.local) {
    try.local = pages_reserve(LOCAL_STATE_MAX);
    try.first.local = pages_reserve(LOCAL_STATE_MAX);
    try.other.local = pages_reserve(LOCAL_STATE_MAX);
  }
  try.before = *thread;
  try.step = rt.step;
  try.plain = rt.plain;
  memcpy(try.object, object(), thread->pending.access.size);
  local_state_copy(try.local, thread, thread->sp);
  try.thread = thread;
  rt.behind = rt.races == RACES_INTERLEAVE ? PLAIN_VISIBLE : PLAIN_BOUNDED;
}

static void put_back(struct thread *thread) {
  *thread = try.before;
  memcpy(object(), try.object, thread->pending.access.size);
  local_state_put_back(try.local, thread, thread->sp);
}

static void end_trying(struct thread *thread) {
  put_back(thread);
  try.thread = NULL;
  rt.step = try.step;
  rt.plain = try.plain;
  rt.ready[thread->tid / 64] |= UINT64_C(1) << (thread->tid % 64);
  rt.blockable[thread->tid / 64] |= UINT64_C(1) << (thread->tid % 64);
}

static bool same_operation(const struct thread *a, const struct thread *b) {
  const struct rv_access *x = &a->pending.access, *y = &b->pending.access;
  return a->pc == b->pc && a->sp == b->sp && a->local == b->local &&
         a->pending.kind == b->pending.kind && x->addr == y->addr && x->size == y->size &&
         x->mode == y->mode && a->registers == b->registers &&
         memcmp(a->operands, b->operands, sizeof a->operands) == 0;
}

/* The thread goes on from where it stands. Where it stops, no recorded step ends: the trial may be
 * made in the middle of a replay. */
static void go_on(struct thread *thread) {
  const char *const cursor = rt.cursor;
  try.left = false;
  rt.plain = PLAIN_WATCHED;
  thread->state = THREAD_RUNNING;
  rt.cursor = rt.replay_end;
  resume(thread);
  rt.cursor = cursor;
}

/* Is it back, with nothing changed but, perhaps, its local state? */
static bool is_back(const struct thread *thread) {
  return !try.left && thread->state == THREAD_READY && same_operation(thread, &try.before) &&
         memcmp(try.object, object(), try.before.pending.access.size) == 0;
}

/* The copy begins at the stack pointer, below the local state. */
static bool state_is(const char *copy, const struct thread *thread) {
  return local_state_equals(copy + (thread->local - (char *)thread->sp), thread, thread->local);
}

/* The same in all that is live there, but for a range, if one is given. Compilers that do not
 * optimise leave what was read in several places. */
static bool live_state_is(const char *copy, const struct thread *thread,
                          const struct rv_access *but_for) {
  const char *was = copy + (thread->local - (char *)thread->sp);
  return liveness_same_state(was, local_state_size(thread, thread->local), thread,
                             local_state_entry(thread->local), but_for, but_for != NULL);
}

/* --- words that are dead -------------------------------------------------------------------------
 */

/* Where the thread has got to. False: its stack is too large to say. */
static bool take_result(struct result *result, struct thread *thread) {
  result->left = try.left;
  result->back = is_back(thread);
  result->round =
      result->back && (state_is(try.local, thread) || live_state_is(try.local, thread, NULL));
  result->sp = try.left ? try.left_sp : thread->sp;
  result->size = local_state_size(thread, result->sp);
  result->pending = thread->pending;
  result->pc = thread->pc;
  memcpy(result->object, object(), try.before.pending.access.size);
  if (!result->size)
    return false;
  local_state_copy(result->local, thread, result->sp);
  return true;
}

static bool same_result(const struct result *a, const struct result *b) {
  const struct rv_access *x = &a->pending.access, *y = &b->pending.access;
  return a->left == b->left && a->back == b->back && a->sp == b->sp && a->size == b->size &&
         (a->left || (a->pc == b->pc && a->pending.kind == b->pending.kind && x->addr == y->addr &&
                      x->size == y->size && x->mode == y->mode)) &&
         memcmp(a->object, b->object, try.before.pending.access.size) == 0 &&
         memcmp(a->local, b->local, a->size) == 0;
}

/* Back in the state from which it began, with a word changed, and that is all? */
static bool is_back_but_for(struct thread *thread, const struct dead_word *word) {
  if (!is_back(thread) || memcmp(thread->local + word->offset, &word->value, 8) != 0)
    return false;
  const char *was = try.local + (thread->local - (char *)thread->sp);
  memcpy((char *)thread->local + word->offset, was + word->offset, 8);
  return state_is(try.local, thread);
}

/* Does it make no difference to the turn, with the memory as it is, that a word is another? */
static bool makes_no_difference(struct thread *thread, const struct dead_word *word) {
  put_back(thread);
  char *at = (char *)thread->local + word->offset;
  if (at + sizeof word->value > thread->stack_high)
    return true;
  memcpy(at, &word->value, sizeof word->value);
  go_on(thread);
  return (take_result(&try.other, thread) && same_result(&try.first, &try.other)) ||
         (try.first.round && is_back_but_for(thread, word));
}

static bool words_are_dead(struct thread *thread) {
  struct dead_word words[MAX_DEAD_WORDS];
  const uint64_t pc = try.before.pc;
  const uint32_t n = dead_words_at(pc, words);
  for (uint32_t i = 0; i < n; i++)
    if (!try.first.size || !makes_no_difference(thread, &words[i])) {
      dead_words_refute(pc);
      return false;
    }
  return true;
}

/* The one word in which the thread, which is back, differs from what it was, but for what is known
 * to be dead. */
static bool differs_in_one(const struct thread *thread, struct dead_word *word) {
  const char *const was = try.local + (thread->local - (char *)thread->sp);
  const size_t stack = (size_t)(thread->stack_high - thread->local), size = sizeof word->value;
  for (size_t at = 0; at + size <= stack; at += size) {
    const struct rv_access one = {(uintptr_t)thread->local + at, (uint32_t)size, RV_WRITE};
    if (memcmp(was + at, thread->local + at, size) == 0 || !live_state_is(try.local, thread, &one))
      continue;
    word->offset = at;
    memcpy(&word->value, thread->local + at, size);
    return true;
  }
  return false;
}

/* --- going round ---------------------------------------------------------------------------------
 */

static bool goes_round(struct thread *thread) {
  go_on(thread);
  const bool known = take_result(&try.first, thread);
  const bool round = try.first.round;
  if (try.before.trial)
    return round; /* what it does when it succeeds has not been tried */
  struct dead_word word;
  const bool settles = try.first.back && !round && known && differs_in_one(thread, &word);
  if (!words_are_dead(thread))
    return false;
  return round ||
         (settles && makes_no_difference(thread, &word) && dead_words_guess(try.before.pc, word));
}

/* Tries, and puts everything back. */
static bool would_go_round(struct thread *thread) {
  begin_trying(thread);
  bool round = goes_round(thread);
  end_trying(thread);
  return round;
}

static bool can_leave(struct thread *thread) {
  if (rt.current)
    return true; /* it is not the driver that asks */
  uint64_t value = contents(thread->pending.access.addr, thread->pending.access.size);
  if (thread->tried == TRIED_NOTHING || thread->tried_with != value) {
    bool round = local_state_size(thread, thread->sp) && would_go_round(thread);
    thread->tried = round ? TRIED_IN_VAIN : TRIED_WELL;
    thread->tried_with = value;
  }
  return thread->tried == TRIED_WELL;
}

static const struct blocking until_it_leaves = {can_leave, spinloop_describe};

/* --- the last operation of an iteration ----------------------------------------------------------
 */

bool iteration_is_whole(void) {
  return try.whole;
}

_Noreturn void iteration_closed(void) {
  try.closed = true;
  iteration_leave();
}

/* Goes on once, and is put back. Returns what it has left in the memory that it stood before. */
static uint64_t try_once(struct thread *thread, bool second) {
  const struct rv_access access = try.before.pending.access;
  tried_accesses_begin(second);
  rt.step.op = try.before.pending;
  go_on(thread);
  const uint64_t left = contents(access.addr, access.size);
  tried_accesses_undo();
  put_back(thread);
  return left;
}

static bool would_close(struct thread *thread) {
  begin_trying(thread);
  turn_begin_trying(thread);
  try.notes = late_read_try(thread) && rt.races == RACES_REPORT;
  try.whole = true;
  try.closed = false;
  const uint64_t left = try_once(thread, false);
  if (!try.closed && late_read_begin(thread, left)) {
    try_once(thread, true);
    try.closed &= tried_accesses_same() && late_read_overwrites(thread);
  }
  try.whole = try.notes = false;
  turn_end_trying(thread);
  end_trying(thread);
  if (try.closed)
    attempt_note_waits(thread);
  return try.closed;
}

/* What was found out of the operation with the memory as it is. Whether it helps is not in the
 * memory. */
static bool is_known_state(const struct thread *thread) {
  return thread->tried != TRIED_NOTHING && !turn_would_help(thread) &&
         thread->tried_with == contents(thread->pending.access.addr, thread->pending.access.size);
}

static enum tried try_to_lead_on(struct thread *thread, bool may_go_round) {
  if (!local_state_size(thread, thread->sp))
    return TRIED_WELL;
  if (may_go_round && would_go_round(thread))
    return TRIED_IN_VAIN;
  return would_close(thread) ? TRIED_CLOSES : TRIED_WELL;
}

static bool leads_on_from(struct thread *thread, bool may_go_round) {
  if (rt.current)
    return true; /* it is not the driver that asks */
  if (!is_known_state(thread)) {
    thread->tried = (uint8_t)try_to_lead_on(thread, may_go_round);
    thread->tried_with = contents(thread->pending.access.addr, thread->pending.access.size);
  }
  return thread->tried == TRIED_WELL;
}

static bool leads_on(struct thread *thread) {
  return leads_on_from(thread, false);
}

/* The last operation is a loop of its own, as in a lock that waits before it tries again. */
static bool leaves_and_leads_on(struct thread *thread) {
  return leads_on_from(thread, true);
}

static const struct blocking until_it_leads_on = {leads_on, spinloop_describe};
static const struct blocking until_it_leaves_and_leads_on = {leaves_and_leads_on,
                                                             spinloop_describe};

/* --- with another value --------------------------------------------------------------------------
 */

bool iteration_compares(void) {
  return try.compares;
}

bool iteration_notes(void) {
  return try.notes || try.compares;
}

_Noreturn void iteration_stands(const struct thread *self, const void *entry) {
  if (!kept_stand_is_kept())
    kept_stand_keep(self, entry);
  else
    try.same = kept_stand_is_same(self, entry);
  iteration_leave();
}

static bool can_be_compared(const struct thread *thread) {
  return (thread->pending.kind == RV_OP_MEMORY || thread->pending.kind == RV_OP_AWAIT) &&
         !thread->trial && !thread->await && !thread->general && thread->pending.more_count == 0 &&
         thread->pending.access.size <= 8 && local_state_size(thread, thread->sp);
}

bool iteration_begin_comparing(struct thread *thread) {
  if (!can_be_compared(thread))
    return false;
  begin_trying(thread);
  try.compares = rt.compares = true;
  return true;
}

void iteration_compares_anew(void) {
  kept_stand_forget();
  try.same = false;
}

uint64_t iteration_compare(struct thread *thread, uint64_t found, bool second) {
  memcpy(object(), &found, try.before.pending.access.size);
  return try_once(thread, second);
}

bool iteration_came_to_the_same(void) {
  return try.same && tried_accesses_same();
}

void iteration_end_comparing(struct thread *thread) {
  try.compares = rt.compares = false;
  end_trying(thread);
}

bool iteration_is_indifferent(struct thread *thread, uint64_t more) {
  const struct rv_access access = thread->pending.access;
  if (!iteration_begin_comparing(thread))
    return false;
  const uint64_t value = contents(access.addr, access.size);
  bool same = false;
  iteration_compares_anew();
  const uint64_t with = iteration_compare(thread, value, false);
  if (kept_stand_is_kept()) {
    const uint64_t without = iteration_compare(thread, value - more, true);
    same = iteration_came_to_the_same() && (with - without - more) << (64 - 8 * access.size) == 0;
  }
  iteration_end_comparing(thread);
  return same;
}

bool iteration_goes_on_together(struct thread *thread) {
  const uint32_t behind = rt.behind, plain = rt.plain;
  try.thread = thread;
  try.together = true;
  rt.behind = rt.races == RACES_INTERLEAVE ? PLAIN_VISIBLE : PLAIN_BOUNDED;
  rt.step.op = thread->pending;
  go_on(thread);
  try.thread = NULL;
  try.together = false;
  rt.behind = behind;
  rt.plain = plain;
  return !try.left && thread->state == THREAD_READY;
}

bool iteration_waits_before_last(struct thread *thread) {
  return thread->state == THREAD_READY &&
         (thread->blocking == &until_it_leads_on ||
          thread->blocking == &until_it_leaves_and_leads_on) &&
         !thread->blocking->can_go_on(thread);
}

bool iteration_waits_to_close(struct thread *thread) {
  return iteration_waits_before_last(thread) && thread->tried == TRIED_CLOSES;
}

void iteration_stand_before_last(struct thread *thread) {
  if (thread->trial || thread->blocking || thread->pending.access.size > 8 ||
      thread->pending.kind != RV_OP_MEMORY || !(thread->pending.access.mode & RV_READ))
    return;
  thread->blocking = &until_it_leads_on;
  thread->pending.kind = RV_OP_AWAIT;
  thread->pending.flags = spinloop_flags(thread->pending.access.mode);
  thread->tried = TRIED_NOTHING;
}

/* --- trials --------------------------------------------------------------------------------------
 */

void iteration_insists(struct thread *thread) {
  thread->pending.kind = (uint8_t)thread->trial->kind;
  thread->pending.access.mode = thread->trial->mode;
  thread->pending.flags = (uint8_t)thread->trial->flags;
  thread->blocking = thread->trial->until;
}

static bool insists_or_not(struct thread *thread) {
  if (rt.current)
    return true; /* it is not the driver that asks */
  iteration_decide(thread);
  return !thread->blocking || thread->blocking->can_go_on(thread);
}

static const struct blocking undecided = {insists_or_not, spinloop_describe};

static void decide(struct thread *thread, bool insists) {
  if (insists)
    iteration_insists(thread);
  else {
    thread->blocking = NULL;
    rt.blockable[thread->tid / 64] &= ~(UINT64_C(1) << (thread->tid % 64));
  }
}

void iteration_decide(struct thread *thread) {
  if (thread->blocking == &undecided)
    decide(thread, local_state_size(thread, thread->sp) && would_go_round(thread));
}

void iteration_decided(struct thread *thread, enum rv_op_kind kind) {
  if (thread->blocking == &undecided)
    decide(thread, kind == thread->trial->kind);
}

void iteration_stand(struct thread *thread) {
  if (thread->trial) {
    thread->blocking = &undecided;
    return;
  }
  if (thread->pending.access.size > 8)
    return;
  thread->blocking =
      thread->blocking == &until_it_leads_on ? &until_it_leaves_and_leads_on : &until_it_leaves;
  thread->pending.kind = RV_OP_AWAIT;
  thread->pending.flags = spinloop_flags(thread->pending.access.mode);
  thread->tried = TRIED_NOTHING;
}
