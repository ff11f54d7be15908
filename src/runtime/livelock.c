#include "runtime/livelock.h"

#include "runtime/checkpoint.h"
#include "runtime/owners.h"
#include "runtime/system.h"
#include "runtime/thread.h"
#include "runtime/weak.h"

/* How many states are remembered, and how many places after each. */
enum { MOST_REMEMBERED = 16, MOST_PLACES = 512 };

void livelock_pieces(void) {
  threads_count_steps(false);
  owners_compared_pieces();
  threads_count_steps(true);
}

/* A place where a thread has stood, and the step when it did first. */
struct place {
  uint64_t pc, step;
  rv_tid thread;
};

struct remembered_state {
  bool begun;       /* the execution was there, */
  bool known;       /* and there is a copy of its state, */
  uint64_t repeats; /* to which it has come back first after so many steps; 0: it has not */
  rv_tid thread;    /* who was about to make a step */
  rv_tid high;      /* threads that there were, and how many steps each had made */
  uint64_t pc;
  uint64_t turns[SHARED_MAX_THREADS];
  /* Where threads stood from there on, and the last step in which one stood at another place than
   * before. */
  uint32_t n_places;
  uint64_t newest;
  struct place places[MOST_PLACES];
};

static struct remembered_state then[MOST_REMEMBERED];

#define COPY                                                                                       \
  { .pieces = livelock_pieces }
static struct remembered copies[MOST_REMEMBERED] = {COPY, COPY, COPY, COPY, COPY, COPY, COPY, COPY,
                                                    COPY, COPY, COPY, COPY, COPY, COPY, COPY, COPY};

static unsigned number_at(uint64_t steps) {
  return (unsigned)(63 - __builtin_clzll(steps / livelock_least()));
}

static uint64_t steps_of(unsigned number) {
  return livelock_least() << number;
}

static void livelock_remember(unsigned number, const struct thread *thread) {
  struct remembered_state *const state = &then[number];
  state->begun = !rt.erroneous;
  state->known = !rt.erroneous && checkpoint_remember(&copies[number]);
  state->repeats = 0;
  state->thread = thread->tid;
  state->pc = thread->pc;
  state->high = rt.high;
  state->n_places = 0;
  state->newest = rt.steps;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    state->turns[tid] = rt.threads[tid].turns;
}

/* --- the same state ----------------------------------------------------------------------------
 */

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
  const uint64_t since = rt.steps - steps_of(number);
  if (number >= MOST_REMEMBERED || since > LONGEST_CYCLE)
    return 0;
  struct remembered_state *const state = &then[number];
  if (since == 0)
    livelock_remember(number, thread);
  else if (state->known && thread->tid == state->thread && thread->pc == state->pc &&
           !rt.erroneous && weak_reads_last_since(steps_of(number)) &&
           checkpoint_as_remembered(&copies[number], 0, 0)) {
    if (!state->repeats)
      state->repeats = rt.steps;
    return all_have_gone_on(state) ? since : 0;
  }
  return 0;
}

bool livelock_is_none_since(uint64_t steps) {
  for (unsigned i = number_at(rt.steps); steps_of(i) >= steps; i--) {
    if (i < MOST_REMEMBERED && steps_of(i) + LONGEST_CYCLE < rt.steps)
      return then[i].begun && !then[i].repeats && !rt.erroneous;
    if (i == 0)
      break;
  }
  return false;
}

/* --- fair schedulers ----------------------------------------------------------------------------
 */

/* The last one that is some way back. */
static const struct remembered_state *long_before(void) {
  unsigned number = rt.steps < livelock_least() ? 0 : number_at(rt.steps);
  if (number > 0 && rt.steps - steps_of(number) < LONGEST_CYCLE)
    number--;
  return number < MOST_REMEMBERED && rt.steps >= steps_of(number) + LONGEST_CYCLE &&
                 then[number].begun
             ? &then[number]
             : NULL;
}

static bool any_starves(const struct remembered_state *state) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (rt.threads[tid].turns == (tid < state->high ? state->turns[tid] : 0) &&
        system_is_enabled(tid))
      return true;
  return false;
}

/* One that has come to a new place only now may have starved until then. Where another process has
 * made the steps before, it is not known. */
bool livelock_is_unfair(void) {
  const struct remembered_state *const state = long_before();
  if (!state)
    return rt.steps >= livelock_least() + LONGEST_CYCLE;
  const uint64_t began = steps_of((unsigned)(state - then));
  return state->newest - began > (rt.steps - began) / 2 || any_starves(state);
}

/* --- the same places -----------------------------------------------------------------------------
 */

static bool is_known_place(const struct remembered_state *state, const struct thread *thread) {
  for (uint32_t i = 0; i < state->n_places; i++)
    if (state->places[i].pc == thread->pc && state->places[i].thread == thread->tid)
      return true;
  return false;
}

static void note_place(struct remembered_state *state, const struct thread *thread) {
  if (is_known_place(state, thread))
    return;
  state->newest = rt.steps;
  if (state->n_places < MOST_PLACES)
    state->places[state->n_places++] = (struct place){thread->pc, rt.steps, thread->tid};
}

/* Where threads came to was known after a small part of the steps. */
static bool stays_where_it_was(const struct remembered_state *state, uint64_t began) {
  return state->begun && state->newest - began <= began / 8;
}

uint64_t livelock_same_places(const struct thread *thread) {
  const unsigned number = number_at(rt.steps);
  if (number >= MOST_REMEMBERED)
    return 0;
  if (rt.steps > steps_of(number))
    note_place(&then[number], thread);
  else if (number > 0 && stays_where_it_was(&then[number - 1], steps_of(number - 1)))
    return rt.steps - then[number - 1].newest;
  return 0;
}

/* What was found in later steps is forgotten. */
static void state_back(struct remembered_state *state, unsigned number, uint64_t steps) {
  if (state->repeats >= steps)
    state->repeats = 0;
  if (state->newest < steps)
    return;
  while (state->n_places > 0 && state->places[state->n_places - 1].step >= steps)
    state->n_places--;
  state->newest = state->n_places ? state->places[state->n_places - 1].step : steps_of(number);
}

/* A state after more steps is remembered anew when the execution comes to have as many. */
void livelock_back(uint64_t steps) {
  for (unsigned i = 0; i < MOST_REMEMBERED && steps_of(i) < steps; i++)
    state_back(&then[i], i, steps);
}

void livelock_reset(void) {
  for (unsigned i = 0; i < MOST_REMEMBERED; i++)
    then[i].begun = then[i].known = false;
}
