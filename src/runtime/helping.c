#include "runtime/helping.h"

#include <string.h>

#include "runtime/access.h"
#include "runtime/liveness.h"

enum { MAX_HELPED = 16 };

static struct {
  uint32_t n;
  struct {
    uint64_t addr;
    bool refuted;
  } at[MAX_HELPED];
} guesses;

/* guesses.n: there is none. */
static uint32_t find_guess(uint64_t addr) {
  uint32_t i = 0;
  while (i < guesses.n && guesses.at[i].addr != addr)
    i++;
  return i;
}

void helping_import(uint64_t mark) {
  const uint32_t i = find_guess(mark & TURN_ADDRESS);
  if (i == MAX_HELPED)
    return;
  guesses.n += i == guesses.n;
  guesses.at[i].addr = mark & TURN_ADDRESS;
  guesses.at[i].refuted |= (mark & TURN_GIVEN_UP) != 0;
}

static void tell_word(uint64_t addr, uint64_t more) {
  if (rt.recording)
    return;
  note_mark(addr | SPINLOOP_MARK | TURN_MARK | TURN_HELPED | more);
  rt.spun = true;
}

/* What is not known is guessed from the next beginning of the exploration on. */
static bool is_stored_by_releases(uint64_t addr) {
  const uint32_t i = find_guess(addr);
  if (i < guesses.n)
    return !guesses.at[i].refuted;
  if (guesses.n < MAX_HELPED)
    tell_word(addr, 0);
  return false;
}

void helping_stored(uint64_t addr) {
  const uint32_t i = find_guess(addr);
  if (unlikely(i < guesses.n && !guesses.at[i].refuted))
    tell_word(addr, TURN_GIVEN_UP);
}

bool helping_may_follow(const struct thread *thread) {
  return thread->hook.pc == thread->pc && !thread->hook.function && !thread->general &&
         !thread->trial && !thread->await && thread->pending.more_count == 0 &&
         thread->pending.access.mode == (RV_READ | RV_WRITE);
}

/* What the thread does after its compare-and-swap depends neither on whether that succeeds, nor on
 * what it finds, nor on whether it has been cancelled by then. */
static bool does_not_care(const struct thread *thread) {
  return liveness_ignores_result(thread->pc) && liveness_forgets(thread->pc) &&
         !thread->cancellation.asynchronous;
}

static bool same_swap(const struct thread *a, const struct thread *b) {
  return same_range(&a->pending.access, &b->pending.access) &&
         memcmp(a->operands, b->operands, sizeof a->operands) == 0;
}

/* The last that the thread has done, if that is known: it has accessed nothing since, not even to
 * write what was there. */
static const struct turn_write *last_write(const struct thread *thread) {
  const struct turns *turns = turns_of(thread);
  if (!thread->turning || turns->n_writes == 0)
    return NULL;
  const struct turn_write *last = &turns->writes[turns->n_writes - 1];
  const bool reads =
      turns->n_reads > 0 && turns->reads[turns->n_reads - 1].writes == turns->n_writes;
  return last->plain || last->lock || reads || turns->plain >= last->when ? NULL : last;
}

/* It has read what the other has written last: so the other stands where it stands now in every
 * execution that has the same trace. */
static bool has_seen(const struct turns *turns, const struct turn_write *write) {
  for (uint32_t i = 0; i < turns->n_reads; i++)
    if (turns->reads[i].when > write->when && overlap(&turns->reads[i].access, &write->access))
      return true;
  return false;
}

/* Without the turn an execution must not order more than with it, or a data race could be lost. */
static bool orders_no_more(const struct thread *self, const struct thread *other,
                           const struct turn_write *last) {
  return rt.races != RACES_REPORT ||
         (last->releases && datarace_order_releases(self->hook.success) &&
          datarace_may_be_made_by(self->tid, other->tid, self->pending.access.addr));
}

static bool helps(const struct thread *self, const struct turns *turns,
                  const struct thread *other) {
  if (other == self || other->state != THREAD_READY || !helping_may_follow(other) ||
      !same_swap(self, other))
    return false;
  const struct turn_write *last = last_write(other);
  return last && has_seen(turns, last) && does_not_care(other) && orders_no_more(self, other, last);
}

bool helping_would(const struct thread *self, const struct turns *turns) {
  if (!helping_may_follow(self))
    return false;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (helps(self, turns, &rt.threads[tid]))
      return is_stored_by_releases(self->pending.access.addr);
  return false;
}

bool helping_is_all(const struct thread *self, const struct turns *turns) {
  const bool orders_enough =
      rt.races != RACES_REPORT || datarace_order_acquires(self->hook.success);
  return helping_would(self, turns) && does_not_care(self) && orders_enough;
}
