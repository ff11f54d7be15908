/*
 * Operations on an object whose histories are checked (include/ravel_linearizable.h): when each was
 * invoked, which had returned by then, and which histories have been checked.
 *
 * Histories of equivalent executions are checked together: what is forced on all of them is asked
 * of the explorer. Where that finds an error, the exploration begins again, with this scenario
 * alone and with events: to be invoked is to look at the set of calls that have returned, and to
 * return is to add to it. Two invocations commute, and two returns do. So executions with another
 * real-time order are different ones, and the execution with the error comes up as it is. There are
 * events from the beginning where not all equivalent executions count (with a bound, of samples,
 * with reductions that go further), and where calls create or join threads, whose steps are part of
 * them.
 */
#include "runtime/operations.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "core/ordered_steps.h"
#include "ravel_operations.h"
#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/error.h"
#include "runtime/member.h"
#include "runtime/object.h"
#include "runtime/progress.h"
#include "runtime/record.h"
#include "runtime/runtime.h"
#include "runtime/state.h"
#include "runtime/turn.h"
#include "runtime/weak.h"
#include "runtime/weak_loop.h"

EXPORT int ravel_runtime_explores(void) {
  return rt.worker && rt.current;
}

EXPORT void ravel_runtime_refuse(const char *what, const char *file, unsigned line) {
  if (!rt.current)
    return;
  struct shared_error *error = error_report(ERROR_UNSUPPORTED, rt.current->tid, CALLER, FRAME,
                                            "ravel_linearizable: %s", what);
  strncpy(error->file, file ? file : "", sizeof error->file - 1);
  error->line = line;
  error_stop();
}

/* --- scenarios -----------------------------------------------------------------------------------
 */

struct hash {
  uint64_t a, b;
};

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
  x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
  return x ^ x >> 32;
}

static struct hash hash_of(int kind, const unsigned char *bytes, size_t size) {
  struct hash hash = {(uint64_t)kind + 1, size};
  for (size_t i = 0; i < size; i++) {
    hash.a = mix(hash.a + bytes[i]);
    hash.b = mix(hash.b ^ (bytes[i] + UINT64_C(0x9e3779b97f4a7c15)));
  }
  hash.a |= 1; /* 0 is an empty place */
  return hash;
}

/* Places to mark: all scenarios have events; there is one to look at; it has this number. */
enum { SCENARIO_ALL, SCENARIO_SOME, SCENARIO_FIRST, SCENARIO_NUMBERS = 1 << 20 };

/* Behind them: of each level of scenarios that are made smaller, whether there is one, and the bits
 * of its number. */
enum { SMALLER_FIRST = SCENARIO_FIRST + SCENARIO_NUMBERS, SMALLER_BITS = 31, SMALLER_LEVELS = 256 };

static uint64_t smaller_place(unsigned level, unsigned bit) {
  return state_place(STATE_SCENARIO, SMALLER_FIRST + level * (1 + SMALLER_BITS) + bit);
}

static uint64_t scenario_place(const void *bytes, size_t size) {
  return state_place(STATE_SCENARIO,
                     SCENARIO_FIRST + hash_of(0, bytes, size).a / 2 % SCENARIO_NUMBERS);
}

static bool some_equivalent_executions_do_not_count(void) {
  const struct request *request = &rt.shared->request;
  return request->keep_going || request->explorer.observers || request->explorer.context ||
         request->explorer.stateful || request->explorer.preemptions || request->explorer.sample;
}

/* Of this execution. */
static struct {
  bool calls_are_events;
  uint32_t threads;             /* created when the other ones had ended, and not joined */
  const struct thread *creator; /* of the first of them */
  struct {
    void (*escape)(void *where); /* NULL: no operation is run by itself */
    void *where;
    uint32_t accesses, in_vain; /* so far; since the last one that may have changed something */
    uint64_t addr, found;       /* by the last read-modify-write */
  } alone;
  struct {
    bool is_one; /* a scenario that is made smaller if it fails: */
    unsigned level, number;
  } smaller;
} state;

/* An error in an operation that is run by itself ends the execution there. */
void operations_reset(void) {
  memset(&state, 0, sizeof state);
  rt.telling |= rt.recording;
}

void operations_pieces(void) {
  checkpoint_piece(&state, sizeof state);
}

/* --- shares --------------------------------------------------------------------------------------
 */

static void next_scenario(const void *bytes, size_t size) {
  struct shared_share *const share = &rt.shared->share;
  const uint64_t name = hash_of(0, bytes, size).a;
  share->at += name != share->name;
  share->name = name;
}

/* Whether the scenario is left to another worker. What has failed is one worker's. */
static bool is_of_another_share(void) {
  const struct request *request = &rt.shared->request;
  return request->shares && rt.shared->explorer && !rt.shared->share.failed &&
         rt.shared->share.at % request->shares != request->share;
}

static void has_failed(void) {
  if (!rt.shared->share.failed)
    rt.shared->share.failed = rt.shared->share.at;
}

void operations_count(const struct rv_stats *stats) {
  struct shared_share *const share = &rt.shared->share;
  if (likely(!share->is_left_out))
    return;
  share->is_left_out = 0;
  share->left_out += stats->executions - rt.shared->stats.executions;
  share->left_out_events += stats->events - rt.shared->stats.events;
}

void operations_begin_again(void) {
  struct shared *const shared = rt.shared;
  /* Such a one may pass with events. */
  const bool all = is_marked(state_place(STATE_SCENARIO, SCENARIO_ALL));
  shared->share = (struct shared_share){.failed = all ? 0 : shared->share.failed};
  if (shared->scenarios + shared->histories)
    madvise((void *)(SHARED_BASE + SHARED_KNOWN_OFFSET), SHARED_MAX_KNOWN * sizeof(struct hash),
            MADV_REMOVE);
  shared->scenarios = shared->histories = 0;
}

static int how_to_check(const void *bytes, size_t size, int one_by_one) {
  if (one_by_one || rt.weak || is_marked(state_place(STATE_SCENARIO, SCENARIO_ALL)))
    return RAVEL_ONE_BY_ONE;
  if (is_marked(state_place(STATE_SCENARIO, SCENARIO_SOME)))
    return is_marked(scenario_place(bytes, size)) ? RAVEL_ONE_BY_ONE : RAVEL_NOT_NOW;
  if (rt.shared->explorer && some_equivalent_executions_do_not_count())
    mark(state_place(STATE_SCENARIO, SCENARIO_ALL));
  return RAVEL_TOGETHER;
}

EXPORT int ravel_runtime_scenario(const void *bytes, size_t size, int one_by_one) {
  weak_matters();
  if (rt.weak && rt.shared->request.explorer.memory != RV_MEMORY_C11)
    weak_refuse("a check for linearizability, which needs the real time of sc or the "
                "happens-before of c11,");
  if (rt.worker)
    member_is_alone(ALONE_HISTORIES);
  next_scenario(bytes, size);
  rt.shared->share.is_left_out = is_of_another_share();
  if (rt.shared->share.is_left_out)
    return RAVEL_NOT_NOW;
  const int how = how_to_check(bytes, size, one_by_one);
  /* It comes after those that have passed, or the search ends before it. */
  if (how == RAVEL_NOT_NOW)
    ravel_runtime_known(RAVEL_KNOWN_SCENARIO, bytes, size, 1);
  state.calls_are_events = how == RAVEL_ONE_BY_ONE;
  return how;
}

/* It is an execution of one worker alone, too. */
EXPORT void ravel_runtime_goes_on(int check) {
  next_scenario(&check, sizeof check);
  rt.shared->share.is_left_out = is_of_another_share();
}

EXPORT void ravel_runtime_covers(unsigned covered, unsigned largest) {
  rt.shared->scenarios_covered = covered;
  rt.shared->scenarios_largest = largest;
}

EXPORT void ravel_runtime_look_closer(const void *bytes, size_t size) {
  has_failed();
  mark(scenario_place(bytes, size));
  mark(state_place(STATE_SCENARIO, SCENARIO_SOME));
}

EXPORT int ravel_runtime_shrunk(unsigned level) {
  int number = 0;
  if (level == SMALLER_LEVELS || !is_marked(smaller_place(level, SMALLER_BITS)))
    return -1;
  for (unsigned bit = 0; bit < SMALLER_BITS; bit++)
    number |= is_marked(smaller_place(level, bit)) << bit;
  return number;
}

/* Where further errors are looked for, or not all scenarios come up, the search must go on as it
 * is. */
EXPORT int ravel_runtime_shrink(void) {
  const struct request *request = &rt.shared->request;
  const unsigned level = state.smaller.level, number = state.smaller.number;
  if (!state.smaller.is_one || request->keep_going || request->explorer.sample ||
      !rt.shared->explorer || level == SMALLER_LEVELS)
    return 0;
  has_failed();
  for (unsigned bit = 0; bit < SMALLER_BITS && ravel_runtime_shrunk(level) < 0; bit++)
    if (number >> bit & 1)
      mark(smaller_place(level, bit));
  mark(smaller_place(level, SMALLER_BITS));
  progress_was_told();
  return 1;
}

EXPORT void ravel_runtime_is_made_smaller(unsigned level, unsigned number) {
  state.smaller.is_one = true;
  state.smaller.level = level;
  state.smaller.number = number;
}

bool operations_get_events(void) {
  if (!rt.shared->explorer || state.calls_are_events)
    return false;
  mark(state_place(STATE_SCENARIO, SCENARIO_ALL));
  return true;
}

static void call_has_threads(const struct thread *thread) {
  if (unlikely(thread->in_call))
    operations_get_events();
}

static void count_accesses_anew(void) {
  state.alone.accesses = state.alone.in_vain = 0;
  state.alone.addr = 0;
}

void operation_creates(const struct thread *parent) {
  call_has_threads(parent);
  if (!rt.solo)
    return;
  if (state.threads++ == 0)
    state.creator = parent;
  count_accesses_anew();
}

void operation_joins(const struct thread *joiner) {
  call_has_threads(joiner);
  state.threads -= rt.solo && state.threads > 0;
}

void operations_end(void) {
  if (is_marked(state_place(STATE_SCENARIO, SCENARIO_ALL)) ||
      some_equivalent_executions_do_not_count())
    return;
  if ((is_marked(state_place(STATE_SCENARIO, SCENARIO_SOME)) || ravel_runtime_shrunk(0) >= 0) &&
      rt.shared->n_errors == 0)
    snprintf(rt.shared->failure, sizeof rt.shared->failure,
             "a history is not linearizable in some order of its steps, but no execution shows it: "
             "an error of Ravel; .one_by_one = 1 does without the reduction that has failed");
}

/* --- calls ---------------------------------------------------------------------------------------
 */

static void operation_record(enum record_kind kind, struct ravel_named operation, long value,
                             bool has_value) {
  struct record *line = record(kind, (uintptr_t)operation.function + 1); /* as after a call */
  if (!line)
    return;
  line->value = (uint64_t)value;
  line->stored = has_value;
  strncpy(line->name, operation.name, sizeof line->name - 1);
}

/* Under a weak memory model, that a call returned is released, and a call that begins acquires what
 * it finds of each other thread: some execution has every happens-before between calls that those
 * who use the object may add. Main's calls and the thread's own are before it anyway. */
static struct weak_access returned_of(const unsigned long long *returned, int order) {
  return (struct weak_access){
      .addr = (uintptr_t)returned, .size = sizeof *returned, .order = order, .failure = order};
}

static unsigned long long look_who_returned(const struct ravel_returned *returned,
                                            unsigned thread) {
  unsigned long long all = 0;
  for (unsigned i = 0; i <= returned->threads; i++) {
    const struct weak_access access = returned_of(&returned->of[i], __ATOMIC_ACQUIRE);
    all |= i && thread && i != thread ? weak_read(&access, NULL) : returned->of[i];
  }
  return all;
}

static unsigned long long who_returned(const struct ravel_returned *returned) {
  unsigned long long all = 0;
  for (unsigned i = 0; i <= returned->threads; i++)
    all |= __atomic_load_n(&returned->of[i], __ATOMIC_SEQ_CST);
  return all;
}

static unsigned long long event_of_invoking(const struct ravel_returned *returned, int thread,
                                            uint64_t pc) {
  if (rt.weak)
    return look_who_returned(returned, (unsigned)thread);
  object_access(returned->of, sizeof returned->of, RV_READ, 0, pc);
  const unsigned long long before = who_returned(returned);
  performed(before);
  return before;
}

EXPORT unsigned long long ravel_runtime_invoke(const struct ravel_returned *returned, int thread,
                                               int event, struct ravel_span *span,
                                               struct ravel_named operation, long argument) {
  if (!rt.current)
    return who_returned(returned);
  const unsigned long long before =
      event ? event_of_invoking(returned, thread, CALLER) : who_returned(returned);
  rt.current->in_call = true;
  span->thread = rt.current->tid;
  span->first = rt.current->turns + 1;
  operation_record(RECORD_INVOKE, operation, argument, operation.has_argument);
  return before;
}

static void event_of_returning(unsigned long long *returned, unsigned long long call, uint64_t pc) {
  if (rt.weak) {
    const struct weak_access access = returned_of(returned, __ATOMIC_RELEASE);
    weak_write(&access, *returned | call);
    return;
  }
  object_access(returned, sizeof *returned, RV_WRITE, RV_OP_RELEASES, pc);
  *returned |= call;
  performed(0);
}

EXPORT void ravel_runtime_return(struct ravel_returned *returned, int thread,
                                 unsigned long long call, int event, struct ravel_span *span,
                                 struct ravel_named operation, long result) {
  unsigned long long *const own = &returned->of[thread];
  if (!rt.current) {
    __atomic_fetch_or(own, call, __ATOMIC_SEQ_CST);
    return;
  }
  rt.current->progress.most = 0; /* to return is no step of the call */
  if (event)
    event_of_returning(own, call, CALLER);
  else
    *own |= call;
  rt.current->in_call = false;
  span->last = rt.current->turns;
  operation_record(RECORD_RETURN, operation, result, operation.has_number);
}

/* By an error, a failed assumption or a bound: it is not known whether its call would return. */
static bool some_thread_was_stopped(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (rt.threads[tid].state == THREAD_FAILED)
      return true;
  return false;
}

/* Under a weak memory model, steps that were taken for private have no events: it is run again. */
static bool is_incomplete(void) {
  return rt.weak && (weak_loops_would_be_left() || !rv_facts_are_known(&rt.shared->facts));
}

EXPORT int ravel_runtime_is_void(void) {
  return rt.current && (turns_would_be_left() || some_thread_was_stopped() || is_incomplete());
}

EXPORT void ravel_runtime_judges(void) {
  if (rt.current)
    rt.telling = false;
}

EXPORT int ravel_runtime_asks(void) {
  return rt.shared->explorer != 0;
}

EXPORT int ravel_runtime_begins_before_end(const struct ravel_span *first,
                                           const struct ravel_span *second) {
  return rv_steps_are_ordered((struct rv_explorer *)rt.shared->explorer,
                              (struct rv_step_name){first->thread, first->first},
                              (struct rv_step_name){second->thread, second->last});
}

EXPORT void ravel_runtime_wrong(const char *what, const char *file, unsigned line) {
  if (!rt.current)
    return;
  struct shared_error *error =
      error_report(ERROR_ASSERTION, rt.current->tid, CALLER, FRAME, "%s", what);
  strncpy(error->file, file, sizeof error->file - 1);
  error->line = line;
  progress_was_told();
  error_stop();
}

bool operation_of_main_waits(void) {
  return rt.threads[0].in_call && rt.threads[0].state != THREAD_ENDED;
}

/* --- operations that wait for ever ---------------------------------------------------------------
 */

enum { MOST_ACCESSES = 1 << 18, MOST_IN_VAIN = 1 << 14 }; /* of an operation that comes back */

EXPORT void ravel_runtime_waits_to(void (*escape)(void *where), void *where) {
  state.alone.escape = escape;
  state.alone.where = where;
  count_accesses_anew();
}

bool operation_is_alone(void) {
  return state.alone.escape != NULL;
}

void operation_waits(void) {
  if (!state.alone.escape)
    return;
  if (state.threads > 0)
    fail(ERROR_UNSUPPORTED, CALLER, FRAME,
         "an operation that is to say which result is right waits, and the object has threads of "
         "its own, which do not run there; give a model of the object without threads");
  state.alone.escape(state.alone.where);
}

/* A read-modify-write has changed nothing if the next one finds there what it found. */
static bool may_change_something(uint64_t addr, uint32_t size, uint32_t mode) {
  if (mode == RV_READ || size == 0)
    return false;
  if (mode == RV_WRITE || size > sizeof(uint64_t))
    return true;
  const uint64_t found = contents(addr, size);
  const bool again = addr == state.alone.addr && found == state.alone.found;
  state.alone.addr = addr;
  state.alone.found = found;
  return !again;
}

/* A thread that is created then runs at once, as long as it can. */
static bool is_created_alone(void) {
  return state.threads > 0 && rt.current != state.creator;
}

void operation_goes_on(uint64_t addr, uint32_t size, uint32_t mode) {
  if (!state.alone.escape && !is_created_alone())
    return;
  state.alone.in_vain = may_change_something(addr, size, mode) ? 0 : state.alone.in_vain + 1;
  if (++state.alone.accesses <= MOST_ACCESSES && state.alone.in_vain <= MOST_IN_VAIN)
    return;
  operation_waits();
  stop_for_good(THREAD_EXITING);
}

/* --- what was checked ----------------------------------------------------------------------------
 */

EXPORT int ravel_runtime_known(int kind, const void *bytes, size_t size, int add) {
  if (!rt.worker)
    return 0;
  struct hash *const table = (struct hash *)(SHARED_BASE + SHARED_KNOWN_OFFSET);
  const struct hash hash = hash_of(kind, bytes, size);
  uint64_t *const counts[] = {&rt.shared->scenarios, &rt.shared->histories, NULL, NULL};
  uint64_t i = hash.b & (SHARED_MAX_KNOWN - 1);
  for (; table[i].a; i = (i + 1) & (SHARED_MAX_KNOWN - 1))
    if (table[i].a == hash.a && table[i].b == hash.b)
      return 1;
  if (add && rt.shared->histories + rt.shared->scenarios < SHARED_MAX_KNOWN / 4 * 3) {
    table[i] = hash;
    if (counts[kind])
      ++*counts[kind];
  }
  return 0;
}
