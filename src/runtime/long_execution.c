#include "runtime/long_execution.h"

#include "runtime/cut.h"
#include "runtime/deadlock.h"
#include "runtime/error.h"
#include "runtime/livelock.h"
#include "runtime/spinloop.h"
#include "runtime/state_cycle.h"
#include "runtime/system.h"
#include "runtime/thread.h"

#define WAYS_OUT "give the loop a bound, or let it wait with ravel_await()"

static uint64_t max_steps(void) {
  return rt.shared->request.explorer.max_steps;
}

uint64_t long_execution_rounds(void) {
  const uint64_t share = max_steps() / 256;
  return share > 1024 ? share : 1024;
}

static bool stop_at_bound(struct thread *thread) {
  skip_step(thread);
  bound_met(BOUND_STEPS);
  effect(RV_EFFECT_BOUNDED, thread->tid, RV_NO_THREAD);
  return true;
}

/* Once the program has ended, a thread that goes on and on is no error: the end takes it away. So
 * does a failure of another thread. */
static bool is_error(void) {
  return !deadlock_report_partial() && !rt.exiting && !rt.failed;
}

/* --- the longest execution ----------------------------------------------------------------------
 */

static bool stops_at_max_steps(struct thread *thread) {
  if (is_error() && !livelock_is_unfair())
    error_report(
        ERROR_LONG_EXECUTION, thread->tid, thread->pc, NULL,
        "the execution is longer than %lu steps (--max-steps)%s; if it never ends, " WAYS_OUT,
        (unsigned long)max_steps(),
        spinloop_writes(thread) ? ", in a loop that changes memory each time round" : "");
  return stop_at_bound(thread);
}

/* --- one thread in a row ------------------------------------------------------------------------
 */

/* One thread alone makes that much of an execution only if the others wait for it, or it for them.
 */
enum { ROW_SHARE = 8, ROW_LEAST = 100000 };

static bool others_exist(const struct thread *thread) {
  for (rv_tid tid = 0; tid < rt.high; tid++) {
    const struct thread *other = &rt.threads[tid];
    if (other != thread && (other->state == THREAD_READY || other->state == THREAD_JOINING))
      return true;
  }
  return false;
}

static bool others_can_run(const struct thread *thread) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (tid != thread->tid && system_is_enabled(tid))
      return true;
  return false;
}

static bool goes_on_alone(const struct thread *thread) {
  const uint64_t row = rt.steps - rt.row.before;
  if (thread->tid != rt.row.thread)
    return false;
  if (row > ROW_LEAST && row > max_steps() / ROW_SHARE && others_exist(thread))
    return true;
  return rt.row.rounds > long_execution_rounds() && livelock_is_none_since(rt.row.before) &&
         (rt.exiting || others_can_run(thread));
}

static bool stops_alone(struct thread *thread) {
  if (is_error())
    error_report(ERROR_LONG_EXECUTION, thread->tid, thread->pc, NULL,
                 "the thread has made %lu steps in a row and gone round a loop %lu times, which is "
                 "not known to wait; " WAYS_OUT ", or raise --max-steps (%lu)",
                 (unsigned long)(rt.steps - rt.row.before), (unsigned long)rt.row.rounds,
                 (unsigned long)max_steps());
  return stop_at_bound(thread);
}

/* --- several threads ----------------------------------------------------------------------------
 */

/* Another value may lead out of the round, and each comes at some time. */
static bool stops_in_choices(struct thread *thread, uint64_t steps) {
  if (is_error())
    error_report(ERROR_LONG_EXECUTION, thread->tid, thread->pc, NULL,
                 "a value is chosen again and again: the state is that of %lu steps before, and "
                 "whether the execution ends may depend on what is chosen; --algorithm=naive "
                 "--stateful --void-iterations finds that out",
                 (unsigned long)steps);
  return stop_at_bound(thread);
}

static bool stops_in_round(struct thread *thread, uint64_t steps) {
  if (!rt.exiting)
    error_report(ERROR_NONTERMINATION, thread->tid, thread->pc, NULL,
                 "threads keep each other going: the state is that of %lu steps before; " WAYS_OUT,
                 (unsigned long)steps)
        ->cycle = steps;
  return stop_at_bound(thread);
}

/* Of all steps that long an execution has, no other place was seen for so large a part. What a
 * graph takes grows with the square of its length. */
enum { PLACES_SHARE = 20, PLACES_LEAST = 50000, PLACES_IN_GRAPH = 2048 };

static bool has_same_places(uint64_t steps) {
  return rt.weak ? steps > PLACES_IN_GRAPH
                 : steps > PLACES_LEAST && steps > max_steps() / PLACES_SHARE;
}

static bool stops_among_places(struct thread *thread, uint64_t steps) {
  if (is_error() && rt.weak)
    error_report(ERROR_UNSUPPORTED, thread->tid, thread->pc, NULL,
                 "the execution goes round in loops: for %lu steps no thread has come to another "
                 "place, and an execution graph of that length is too large; " WAYS_OUT,
                 (unsigned long)steps);
  else if (is_error())
    error_report(ERROR_LONG_EXECUTION, thread->tid, thread->pc, NULL,
                 "the execution goes round in loops: for %lu steps no thread has come to another "
                 "place; " WAYS_OUT ", or raise --max-steps (%lu)",
                 (unsigned long)steps, (unsigned long)max_steps());
  return stop_at_bound(thread);
}

bool long_execution_stops(struct thread *thread) {
  if (rt.steps >= max_steps())
    return stops_at_max_steps(thread);
  const bool livelocks = rt.shared->request.explorer.livelocks;
  const uint64_t cycle = unlikely(livelocks) ? state_cycle_steps(thread) : 0;
  if (unlikely(cycle))
    return stops_in_round(thread, cycle);
  rt.comparing = livelock_is_near();
  if (likely(rt.steps < livelock_least()))
    return false;
  const uint64_t places = livelock_same_places(thread);
  if (unlikely(has_same_places(places)))
    return stops_among_places(thread, places);
  const uint64_t round = livelock_steps(thread);
  if (unlikely(round))
    return rt.row.chosen > rt.steps - round ? stops_in_choices(thread, round)
                                            : stops_in_round(thread, round);
  return unlikely(goes_on_alone(thread)) && stops_alone(thread);
}
