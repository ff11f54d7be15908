#define _GNU_SOURCE
#include "runtime/signals_pending.h"

#include <string.h>

#include "runtime/checkpoint.h"
#include "runtime/error.h"

enum { MAX_PENDING = 256 };

static struct signal_sent pending[MAX_PENDING];
static uint32_t n_pending;
uint64_t signals_arrived[SHARED_MAX_THREADS];

static bool comes_before(const struct signal_sent *a, const struct signal_sent *b) {
  return a->target != b->target ? a->target < b->target : a->number <= b->number;
}

struct signal_sent *pending_add(const struct signal_sent *signal, uint64_t pc, void *frame) {
  uint32_t at = 0;
  while (at < n_pending && comes_before(&pending[at], signal))
    at++;
  if (signal->number < __SIGRTMIN)
    for (uint32_t i = 0; i < at; i++)
      if (pending[i].target == signal->target && pending[i].number == signal->number &&
          !pending[i].arrived)
        return NULL;
  if (n_pending == MAX_PENDING)
    fail(ERROR_UNSUPPORTED, pc, frame, "more than %d pending signals are not supported",
         MAX_PENDING);
  memmove(&pending[at + 1], &pending[at], (n_pending - at) * sizeof *pending);
  n_pending++;
  pending[at] = *signal;
  return &pending[at];
}

struct signal_sent *pending_find(uint32_t id, rv_tid target) {
  for (uint32_t i = 0; i < n_pending; i++)
    if (pending[i].id == id && !pending[i].arrived &&
        (pending[i].target == target || pending[i].target == SIGNALS_ANYBODY))
      return &pending[i];
  return NULL;
}

bool pending_is_first(const struct signal_sent *signal) {
  for (const struct signal_sent *at = pending; at < signal; at++)
    if (at->target == signal->target && at->number == signal->number && !at->arrived)
      return false;
  return true;
}

static void pending_remove(struct signal_sent *signal) {
  n_pending--;
  memmove(signal, signal + 1, (size_t)(&pending[n_pending] - signal) * sizeof *pending);
}

bool pending_is_one_with(struct signal_sent *signal) {
  for (struct signal_sent *at = pending; at < pending + n_pending; at++)
    if (at->target == signal->target && at->number == signal->number && !at->arrived &&
        at->number < __SIGRTMIN) {
      *signal = *at;
      pending_remove(at);
      return true;
    }
  return false;
}

/* Behind what has arrived before, and before what is still on its way. */
static bool stays_before(const struct signal_sent *other, const struct signal_sent *moved) {
  const bool alike = other->target == moved->target && other->number == moved->number;
  return alike ? other->arrived : comes_before(other, moved);
}

void pending_arrives(struct signal_sent *signal, struct thread *at) {
  struct signal_sent moved = *signal;
  pending_remove(signal);
  moved.target = at->tid;
  moved.arrived = true;
  uint32_t i = 0;
  while (i < n_pending && stays_before(&pending[i], &moved))
    i++;
  memmove(&pending[i + 1], &pending[i], (n_pending - i) * sizeof *pending);
  n_pending++;
  pending[i] = moved;
  signals_arrived[at->tid] |= signal_bit(moved.number);
}

const struct signal_sent *pending_for_anybody(uint32_t n) {
  for (uint32_t i = 0; i < n_pending; i++)
    if (pending[i].target == SIGNALS_ANYBODY && n-- == 0)
      return &pending[i];
  return NULL;
}

uint64_t pending_for(rv_tid tid) {
  uint64_t set = 0;
  for (uint32_t i = 0; i < n_pending; i++)
    if (pending[i].target == tid || pending[i].target == SIGNALS_ANYBODY)
      set |= signal_bit(pending[i].number);
  return set;
}

uint64_t pending_for_it_alone(rv_tid tid) {
  uint64_t set = 0;
  for (uint32_t i = 0; i < n_pending; i++)
    if (pending[i].target == tid)
      set |= signal_bit(pending[i].number);
  return set;
}

/* What has arrived is no longer so, unless there is another one of its number. */
static void no_longer_arrived(rv_tid tid, int number) {
  for (uint32_t i = 0; i < n_pending; i++)
    if (pending[i].arrived && pending[i].target == tid && pending[i].number == number)
      return;
  signals_arrived[tid] &= ~signal_bit(number);
}

/* The lowest number; of the same, one that is for the thread before one that is for anybody. */
static struct signal_sent *pending_next(rv_tid tid, uint64_t set, bool arrived) {
  struct signal_sent *best = NULL;
  for (uint32_t i = 0; i < n_pending; i++) {
    struct signal_sent *const at = &pending[i];
    if ((at->target == tid || at->target == SIGNALS_ANYBODY) && at->arrived >= arrived &&
        set & signal_bit(at->number) && (!best || at->number < best->number))
      best = at;
  }
  return best;
}

int pending_take(rv_tid tid, uint64_t set, bool arrived, struct signal_sent *taken) {
  struct signal_sent *const found = pending_next(tid, set, arrived);
  if (!found)
    return 0;
  *taken = *found;
  pending_remove(found);
  if (taken->arrived)
    no_longer_arrived(tid, taken->number);
  return taken->number;
}

void pending_reset(void) {
  n_pending = 0;
  memset(signals_arrived, 0, sizeof signals_arrived);
}

void pending_pieces(void) {
  if (n_pending == 0)
    return;
  checkpoint_piece(&n_pending, sizeof n_pending);
  checkpoint_piece(pending, n_pending * sizeof *pending);
  checkpoint_piece(signals_arrived, rt.high * sizeof *signals_arrived);
}
