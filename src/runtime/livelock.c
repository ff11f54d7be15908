#include "runtime/livelock.h"

#include "runtime/checkpoint.h"
#include "runtime/owners.h"
#include "runtime/thread.h"

/* How many steps a cycle may have, and how many states are remembered. */
enum { LONGEST_CYCLE = 128, MOST_REMEMBERED = 16 };

static void repeated_pieces(void) {
  threads_count_steps(false);
  owners_compared_pieces();
  threads_count_steps(true);
}

struct remembered_state {
  bool known;
  rv_tid thread; /* who was about to make a step */
  uint64_t pc;
  uint64_t turns[SHARED_MAX_THREADS];
};

static struct remembered_state then[MOST_REMEMBERED];

#define COPY {.pieces = repeated_pieces}
static struct remembered copies[MOST_REMEMBERED] = {COPY, COPY, COPY, COPY, COPY, COPY, COPY, COPY,
                                                    COPY, COPY, COPY, COPY, COPY, COPY, COPY, COPY};

static unsigned number_at(uint64_t steps) {
  return (unsigned)(63 - __builtin_clzll(steps / LIVELOCK_LEAST));
}

static void livelock_remember(unsigned number, const struct thread *thread) {
  struct remembered_state *const state = &then[number];
  state->known = !rt.erroneous && !rt.weak && checkpoint_remember(&copies[number]);
  state->thread = thread->tid;
  state->pc = thread->pc;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    state->turns[tid] = rt.threads[tid].turns;
}

/* A thread that has not gone on in between could not, if it waits for the end of another one.
 * Whether it could while it waits for something else is not known. */
static bool has_gone_on(const struct thread *thread, uint64_t turns) {
  return thread->turns != turns || thread->state == THREAD_JOINING ||
         thread_waits_for_end(thread) || thread->state == THREAD_UNBORN ||
         thread->state == THREAD_ENDED || thread->state == THREAD_EXITING;
}

static bool all_have_gone_on(const struct remembered_state *state) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (!has_gone_on(&rt.threads[tid], state->turns[tid]))
      return false;
  return true;
}

uint64_t livelock_steps(const struct thread *thread) {
  const unsigned number = number_at(rt.steps);
  const uint64_t since = rt.steps - ((uint64_t)LIVELOCK_LEAST << number);
  if (number >= MOST_REMEMBERED || since > LONGEST_CYCLE)
    return 0;
  struct remembered_state *const state = &then[number];
  if (since == 0)
    livelock_remember(number, thread);
  else if (state->known && thread->tid == state->thread && thread->pc == state->pc &&
           !rt.erroneous && all_have_gone_on(state) &&
           checkpoint_as_remembered(&copies[number], 0, 0))
    return since;
  return 0;
}

void livelock_back(uint64_t steps) {
  for (unsigned i = 0; i < MOST_REMEMBERED && then[i].known; i++)
    if ((uint64_t)LIVELOCK_LEAST << i > steps)
      then[i].known = false;
}
