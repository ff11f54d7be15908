/* Linearisations with the fewest switches, against all linearisations of small traces. */
#include "report/story.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { STEPS = 7, THREADS = 4, ROUNDS = 1000 };

struct made {
  struct trace trace;
  struct shared_choice choices[STEPS];
  struct shared_edge edges[STEPS * STEPS];
};

/* A generator of its own, so that a failure comes up again. */
static uint32_t below(uint64_t *state, uint32_t n) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*state >> 33) % n;
}

static void make(struct made *made, uint64_t *state) {
  memset(made, 0, sizeof *made);
  struct trace *trace = &made->trace;
  trace->n_threads = 1 + below(state, THREADS);
  trace->n_choices = 1 + below(state, STEPS);
  trace->choices = made->choices;
  trace->edges = made->edges;
  trace->error.kind = "assertion";
  for (uint32_t i = 0; i < trace->n_choices; i++)
    made->choices[i] = (struct shared_choice){below(state, trace->n_threads), i};
  for (uint32_t i = 0; i < trace->n_choices; i++)
    for (uint32_t k = i + 1; k < trace->n_choices; k++)
      if (below(state, 5) == 0)
        made->edges[trace->n_edges++] = (struct shared_edge){i + 1, k + 1};
}

/* Whether step `i`, from 0, may come when those in the set have been made. */
static bool may_come(const struct trace *trace, uint32_t set, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (!(set >> k & 1) && trace->choices[k].thread == trace->choices[i].thread)
      return false;
  for (uint64_t e = 0; e < trace->n_edges; e++)
    if (trace->edges[e].after == i + 1 && !(set >> (trace->edges[e].before - 1) & 1))
      return false;
  return true;
}

static uint32_t fewest_by_brute_force(const struct trace *trace, uint32_t set, uint32_t all,
                                      uint32_t last) {
  uint32_t best = set == all ? 0 : UINT32_MAX;
  for (uint32_t i = 0; i < trace->n_choices; i++)
    if (!(set >> i & 1) && may_come(trace, set, i)) {
      const uint32_t thread = trace->choices[i].thread;
      const uint32_t rest = fewest_by_brute_force(trace, set | UINT32_C(1) << i, all, thread);
      const uint32_t switches = rest + (last != UINT32_MAX && last != thread);
      best = switches < best ? switches : best;
    }
  return best;
}

/* Whether a schedule is one of the trace: `choice` says which step it is. */
static bool is_linearisation(const struct trace *trace, const struct shared_choice *schedule,
                             uint64_t n, uint32_t all) {
  uint32_t set = 0;
  for (uint64_t i = 0; i < n; i++) {
    if (!may_come(trace, set, schedule[i].choice) ||
        trace->choices[schedule[i].choice].thread != schedule[i].thread)
      return false;
    set |= UINT32_C(1) << schedule[i].choice;
  }
  return set == all;
}

static void all_orders(void) {
  TEST("the linearisation that is found has as few switches as any other");
  uint64_t state = 1;
  for (unsigned round = 0; round < ROUNDS; round++) {
    struct made made;
    struct shared_choice schedule[STEPS];
    make(&made, &state);
    const uint32_t all = (UINT32_C(1) << made.trace.n_choices) - 1;
    const uint64_t n = story_linearise(&made.trace, schedule);
    CHECK(is_linearisation(&made.trace, schedule, n, all));
    const struct trace linear = {.n_choices = n, .choices = schedule};
    CHECK_EQ(trace_switches(&linear), fewest_by_brute_force(&made.trace, 0, all, UINT32_MAX));
  }
}

static void needed(void) {
  TEST("what does not happen before the error is not needed");
  /* T1 writes, T2 does something else, T3 reads what T1 wrote, and T3 fails. */
  struct shared_choice choices[] = {{1, 0}, {2, 1}, {3, 2}};
  struct shared_edge edges[] = {{1, 3}, {3, 4}};
  struct trace trace = {.n_threads = 4,
                        .n_choices = 3,
                        .choices = choices,
                        .n_edges = 2,
                        .edges = edges,
                        .ordered = true,
                        .error.kind = "assertion"};
  bool marked[5];
  story_needed(&trace, marked);
  CHECK(marked[0] && marked[1] && !marked[2] && marked[3]);

  TEST("nothing says what is needed: everything is");
  trace.n_edges = 1;
  story_needed(&trace, marked);
  CHECK(marked[1] && marked[2] && marked[3]);

  TEST("a deadlock needs what happens before those who wait, and not who waits for them to end");
  /* T1 locks a, T2 does something else, T3 locks b; T1 waits for b, T3 for a, main for T2. */
  struct trace_event events[] = {{.kind = RECORD_LOCK, .thread = 1, .step = 1, .object = "a"},
                                 {.kind = RECORD_WRITE, .thread = 2, .step = 2, .object = "x"},
                                 {.kind = RECORD_LOCK, .thread = 3, .step = 3, .object = "b"}};
  struct trace_wait waits[] = {{.thread = 0, .kind = WAIT_JOIN, .object = "", .holder = 2},
                               {.thread = 1, .kind = WAIT_MUTEX, .object = "b", .holder = 3},
                               {.thread = 3, .kind = WAIT_MUTEX, .object = "a", .holder = 1}};
  trace.error.kind = "deadlock";
  trace.error.n_waits = 3;
  trace.error.waits = waits;
  trace.n_events = 3;
  trace.events = events;
  story_needed(&trace, marked);
  CHECK(marked[1] && !marked[2] && marked[3]);
}

int main(void) {
  all_orders();
  needed();
  return check_report();
}
