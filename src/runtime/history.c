#include "runtime/history.h"

#include <string.h>

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/local_state.h"
#include "runtime/pages.h"
#include "runtime/tls.h"

struct state {
  uint64_t pc;
  struct rv_access access;
  uint64_t registers;
  uint64_t operands[4];
  const char *from;
  uint32_t size, mixed;
  uint32_t turn, looks;
  uint32_t n_written;           /* ranges written so far, */
  uint64_t written[MAX_RANGES]; /* and what is there */
  char local[];
};

/* Keeps so many states; after that the last one is replaced at powers of two (Brent), so that
 * cycles of any length are found. */
enum { MAX_STATES = 8 };

#define ROOM LOCAL_STATE_MAX
#define STRIDE pages_round_up(sizeof(struct history) + ROOM, PAGES_ALIGNMENT)

struct history *history_of(const struct thread *thread) {
  static char *all;
  if (unlikely(!all))
    all = pages_reserve(SHARED_MAX_THREADS * STRIDE);
  return (struct history *)(all + thread->tid * STRIDE);
}

void history_begin(struct history *history) {
  memset(history, 0, sizeof *history);
}

/* --- memory --------------------------------------------------------------------------------------
 */

static bool is_range(const struct rv_access *a, const struct rv_access *b) {
  return a->addr == b->addr && a->size == b->size;
}

bool history_reads(struct history *history, struct rv_access access, uint64_t value) {
  for (uint32_t i = 0; i < history->n; i++)
    if (is_range(&history->ranges[i], &access))
      return history->seen[i] == value;
  if (access.size > 8 || history->n == MAX_RANGES)
    return false;
  history->ranges[history->n] = (struct rv_access){access.addr, access.size, RV_READ};
  history->seen[history->n++] = value;
  return true;
}

void history_reads_anew(struct history *history) {
  history->n = 0;
  history->alike = history->turns;
}

bool history_writes(struct history *history, struct rv_access access, uint64_t old) {
  for (uint32_t i = 0; i < history->n_written; i++)
    if (is_range(&history->written[i], &access))
      return true;
  if (access.size > 8 || history->n_written == MAX_RANGES)
    return false;
  history->written[history->n_written] = access;
  history->old[history->n_written++] = old;
  return true;
}

static uint64_t contents_of(const struct rv_access *access) {
  return contents(access->addr, access->size);
}

/* --- states --------------------------------------------------------------------------------------
 */

static struct state *state_at(const struct history *history, uint32_t offset) {
  return (struct state *)(history->states + offset);
}

static uint32_t history_size_of(const struct state *state) {
  return (uint32_t)pages_round_up(sizeof *state + state->size, 16);
}

void history_stands(struct history *history, const struct thread *thread) {
  const struct rv_access *access = &thread->pending.access;
  history->stands++;
  history->here = false;
  if (thread->pc == history->pc && is_range(access, &history->access))
    return;
  history->mixed++;
  if (!thread->trial)
    history->pc_before = thread->pc;
  history->pc = thread->pc;
  history->access = *access;
}

bool history_has_turned(struct history *history) {
  const bool turned = history->turns != history->turned;
  history->turned = history->turns;
  return turned;
}

static bool is_place(const struct state *state, const struct thread *thread, const char *from) {
  const struct rv_access *access = &thread->pending.access;
  return state->pc == thread->pc && state->from == from && is_range(&state->access, access) &&
         state->access.mode == access->mode && state->registers == thread->registers &&
         (access->mode == RV_READ ||
          memcmp(state->operands, thread->operands, sizeof state->operands) == 0);
}

/* What has been written since is as it was. */
static bool took_back(const struct history *history, const struct state *state) {
  for (uint32_t i = 0; i < history->n_written; i++)
    if (contents_of(&history->written[i]) !=
        (i < state->n_written ? state->written[i] : history->old[i]))
      return false;
  return true;
}

static bool was_read(const struct history *history, uint64_t addr) {
  for (uint32_t i = 0; i < history->n; i++)
    if (addr - history->ranges[i].addr < history->ranges[i].size)
      return true;
  return false;
}

/* Whether memory is as the copy of it, but for what has been read: that may be on the
 * thread's own stack, and others change it. */
static bool same_but_read(const struct history *history, const char *copy, const char *at,
                          size_t size) {
  for (size_t i = 0; i < size; i++)
    if (copy[i] != at[i] && !was_read(history, (uint64_t)(uintptr_t)(at + i)))
      return false;
  return true;
}

static bool same_local_state(const struct history *history, const struct state *state,
                             const struct thread *thread, const char *from) {
  if (likely(local_state_equals(state->local, thread, from)))
    return true;
  const size_t stack = (size_t)(thread->stack_high - from);
  size_t size;
  const char *const data = tls_data(thread, &size);
  return same_but_read(history, state->local, from, stack) &&
         same_but_read(history, state->local + stack, data, size);
}

static enum round comes_to(const struct history *history, const struct state *state,
                           const struct thread *thread, const char *from) {
  if (!is_place(state, thread, from) || !took_back(history, state))
    return ROUND_NOT;
  if (state->looks != history->looks)
    return ROUND_IN_TIME; /* the time is another, and part of the state */
  if (!same_local_state(history, state, thread, from))
    return ROUND_NOT;
  if (state->mixed != history->mixed)
    return ROUND_MIXED;
  return state->turn == history->turns ? ROUND_AT_ONCE : ROUND_AGAIN;
}

enum round history_comes_round(const struct history *history, const struct thread *thread,
                               const char *from) {
  enum round in_time = ROUND_NOT;
  for (uint32_t at = 0; at < history->used; at += history_size_of(state_at(history, at))) {
    enum round round = comes_to(history, state_at(history, at), thread, from);
    if (round == ROUND_IN_TIME)
      in_time = round;
    else if (round != ROUND_NOT)
      return round;
  }
  return in_time;
}

static bool is_power_of_two(uint32_t n) {
  return (n & (n - 1)) == 0;
}

bool history_keep(struct history *history, const struct thread *thread, const char *from) {
  size_t size = local_state_size(thread, from);
  history->turns++;
  if (size == 0)
    return false;
  if (history->n_states == MAX_STATES) {
    if (!is_power_of_two(history->turns))
      return true;
    history->used = history->last;
    history->n_states--;
  }
  if (history->used + sizeof(struct state) + size + 16 > ROOM)
    return false;
  struct state *state = state_at(history, history->used);
  *state = (struct state){.pc = thread->pc,
                          .access = thread->pending.access,
                          .from = from,
                          .registers = thread->registers,
                          .size = (uint32_t)size,
                          .mixed = history->mixed,
                          .turn = history->turns,
                          .looks = history->looks,
                          .n_written = history->n_written};
  memcpy(state->operands, thread->operands, sizeof state->operands);
  for (uint32_t i = 0; i < history->n_written; i++)
    state->written[i] = contents_of(&history->written[i]);
  local_state_copy(state->local, thread, from);
  history->last = history->used;
  history->used += history_size_of(state);
  history->n_states++;
  history->here = true;
  return true;
}

void history_keep_last(struct history *history) {
  struct state *last = state_at(history, history->last);
  uint32_t size = history_size_of(last);
  last->n_written = 0;
  memmove(history->states, last, size);
  history->n_states = 1;
  history->last = 0;
  history->used = size;
  history->n_written = 0;
  history_reads_anew(history);
}

void history_forget_states(struct history *history) {
  history->n_states = history->used = history->n_written = 0;
}

void history_put_first(struct history *history, struct rv_access access) {
  uint32_t at = 0;
  while (!is_range(&history->ranges[at], &access))
    at++;
  const struct rv_access range = history->ranges[at];
  const uint64_t seen = history->seen[at];
  history->ranges[at] = history->ranges[0];
  history->seen[at] = history->seen[0];
  history->ranges[0] = range;
  history->seen[0] = seen;
}

void history_pieces(struct history *history) {
  checkpoint_piece(history, sizeof *history + history->used);
}
