/*
 * Teams of explorers on random small programs, with a trunk (core/trunk.h) or in the order of the
 * search (core/team.h), all in one process: who moves when, when branches are handed out, when what
 * was found is sent and what is told arrives, when tasks are put aside, when the whole search is
 * written down and read again and when a worker is lost follows from one seed. Together they must
 * find exactly the traces that brute force finds, each once, and count what one explorer alone
 * counts.
 *
 *   teams FIRST_SEED COUNT
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/exploration.h"
#include "core/parts.h"
#include "core/random.h"
#include "core/team.h"
#include "core/trunk.h"
#include "system.h"

enum { MOST_INTERLEAVINGS = 5000, MOST_WORKERS = 50, MOST_STEPS = 2000000, MOST_LOST = 10 };

/* The traces that the explorer of a task has found, with those of the results it has used. */
struct found {
  uint64_t task;
  struct trace_name *at;
  size_t n, capacity;
  size_t loaded; /* how many there were when a worker got the task last */
};

struct worker {
  struct oracle_memory *memory;
  struct oracle_system system;
  struct rv_explorer *x;
  uint64_t task; /* 0: none */
};

struct sim {
  const struct program *p;
  struct rv_options options;
  struct equivalence equivalence;
  bool in_any_order; /* there is a trunk, and no team */
  struct rv_trunk trunk;
  struct rv_team team;
  struct worker workers[MOST_WORKERS];
  struct found *found;
  size_t n_found, capacity_found;
  uint64_t random;
  unsigned lost;
  const char *wrong;
};

/* They keep their addresses from one search to the next. */
static struct oracle_memory worker_memory[MOST_WORKERS], trunk_memory;

static struct {
  uint64_t programs, searches, traces, tasks, merged, vain, split, found, aside, lost, saved,
      skipped, damaged, taken_for_another;
} totals;

static void *resize(void *memory, size_t bytes) {
  if (bytes)
    return realloc(memory, bytes);
  free(memory);
  return NULL;
}

static uint64_t below(struct sim *sim, uint64_t n) {
  return rv_random(&sim->random) % n;
}

/* --- traces ---------------------------------------------------------------------------------- */

static struct found *found_of(struct sim *sim, uint64_t task) {
  for (size_t i = 0; i < sim->n_found; i++)
    if (sim->found[i].task == task)
      return &sim->found[i];
  if (sim->n_found == sim->capacity_found) {
    sim->capacity_found = sim->capacity_found ? 2 * sim->capacity_found : 16;
    sim->found = realloc(sim->found, sim->capacity_found * sizeof *sim->found);
  }
  sim->found[sim->n_found] = (struct found){.task = task};
  return &sim->found[sim->n_found++];
}

static void found_add(struct found *to, const struct trace_name *name) {
  if (to->n == to->capacity) {
    to->capacity = to->capacity ? 2 * to->capacity : 8;
    to->at = realloc(to->at, to->capacity * sizeof *to->at);
  }
  to->at[to->n++] = *name;
}

/* The execution that was explored last, if it was a complete one. */
static void take_trace(struct sim *sim, struct worker *worker) {
  for (size_t i = 0; i < worker->system.traces.n; i++)
    found_add(found_of(sim, worker->task), &worker->system.traces.at[i]);
  trace_set_free(&worker->system.traces);
}

static void use_traces(struct sim *sim, uint64_t task, uint64_t of) {
  found_of(sim, of);
  struct found *const to = found_of(sim, task);
  const struct found *const from = found_of(sim, of);
  for (size_t i = 0; i < from->n; i++)
    found_add(to, &from->at[i]);
}

/* --- workers --------------------------------------------------------------------------------- */

static void hire(struct sim *sim, struct worker *worker) {
  worker->memory = &worker_memory[worker - sim->workers];
  const struct rv_memory from = oracle_memory(worker->memory);
  oracle_system_init(&worker->system, sim->p, &sim->equivalence, 0);
  worker->x = rv_explorer_new(&from, &sim->options, NULL);
  rv_explorer_attach(worker->x, &worker->system.interface, &from);
  worker->x->wakeup.few = 0;
}

static void dismiss(struct worker *worker) {
  if (!worker->x)
    return;
  oracle_memory_release(worker->memory);
  oracle_system_free(&worker->system);
  worker->x = NULL;
  worker->task = 0;
}

static uint32_t number_of(const struct sim *sim, const struct worker *worker) {
  return (uint32_t)(worker - sim->workers);
}

/* Its id; 0: there is none. */
static uint64_t take(struct sim *sim, struct worker *worker, struct rv_flat *piece) {
  if (sim->in_any_order) {
    const struct rv_part *const part = rv_trunk_take(&sim->trunk, number_of(sim, worker), piece);
    return part ? part->id : 0;
  }
  const struct rv_task *const task = rv_team_take(&sim->team, number_of(sim, worker));
  if (task)
    *piece = (struct rv_flat){task->bytes, task->n};
  return task ? task->id : 0;
}

static void begin_task(struct sim *sim, struct worker *worker) {
  struct rv_flat piece;
  worker->task = take(sim, worker, &piece);
  if (!worker->task)
    return;
  struct found *const found = found_of(sim, worker->task);
  if (!worker->x || !piece.n) {
    dismiss(worker);
    hire(sim, worker);
    worker->task = found->task;
  }
  if (piece.n)
    rv_explorer_load(worker->x, piece);
  found->loaded = found->n;
}

static void send_found(struct sim *sim, struct worker *worker) {
  const struct rv_flat found = rv_explorer_found(worker->x);
  if (!sim->in_any_order || !found.n)
    return;
  rv_trunk_found(&sim->trunk, number_of(sim, worker), found);
  rv_explorer_told(worker->x);
  totals.found++;
}

static void put_aside(struct sim *sim, struct worker *worker, uint64_t awaits) {
  const struct rv_flat piece = rv_explorer_write(worker->x);
  if (sim->in_any_order)
    rv_trunk_put_aside(&sim->trunk, number_of(sim, worker), piece);
  else
    rv_team_put_aside(&sim->team, number_of(sim, worker), piece, awaits);
  worker->task = 0;
  totals.aside++;
}

static void lose(struct sim *sim, struct worker *worker) {
  struct found *const found = found_of(sim, worker->task);
  if (sim->in_any_order)
    rv_trunk_lost(&sim->trunk, number_of(sim, worker));
  else
    rv_team_lost(&sim->team, number_of(sim, worker));
  found->n = found->loaded;
  dismiss(worker);
  sim->lost++;
  totals.lost++;
}

/* What it has counted and found until now is kept with what is left of the part. */
static void split(struct sim *sim, struct worker *worker) {
  if (below(sim, 2))
    send_found(sim, worker);
  const struct rv_flat piece = rv_explorer_to_split(worker->x);
  const uint64_t root =
      piece.n ? rv_trunk_split(&sim->trunk, number_of(sim, worker), piece, 1 + below(sim, 4)) : 0;
  if (!root)
    return;
  struct found *const found = found_of(sim, worker->task);
  rv_explorer_leave(worker->x, root);
  found->loaded = found->n;
  totals.split++;
}

static void hand_out(struct sim *sim, struct worker *worker) {
  if (sim->in_any_order) {
    split(sim, worker);
    return;
  }
  const struct rv_flat piece = rv_explorer_hand_out(worker->x);
  if (!piece.n)
    return;
  const bool refused = below(sim, 10) == 0;
  rv_explorer_handed(worker->x,
                     refused ? 0 : rv_team_offer(&sim->team, number_of(sim, worker), piece));
  totals.tasks += !refused;
}

static void finish_task(struct sim *sim, struct worker *worker) {
  if (below(sim, 2))
    send_found(sim, worker);
  const struct rv_flat result = rv_explorer_result(worker->x);
  if (sim->in_any_order)
    rv_trunk_explored(&sim->trunk, number_of(sim, worker), result);
  else
    rv_team_done(&sim->team, number_of(sim, worker), result);
  worker->task = 0;
}

static void come_to_branch(struct sim *sim, struct worker *worker) {
  const uint64_t task = rv_explorer_awaits(worker->x);
  struct rv_flat result;
  switch (rv_team_ask(&sim->team, number_of(sim, worker), task, &result)) {
  case RV_ASK_RESULT:
    if (rv_explorer_merge(worker->x, result)) {
      use_traces(sim, worker->task, task);
      totals.merged++;
    } else
      totals.vain++;
    if (rv_explorer_is_done(worker->x))
      finish_task(sim, worker);
    return;
  case RV_ASK_EXPLORE:
    rv_explorer_explore_awaited(worker->x);
    return;
  case RV_ASK_LATER:
    put_aside(sim, worker, task);
  }
}

static void explore(struct sim *sim, struct worker *worker) {
  const enum rv_progress progress = rv_explorer_next(worker->x);
  take_trace(sim, worker);
  if (worker->system.misuse)
    sim->wrong = worker->system.misuse;
  if (below(sim, 3) == 0)
    send_found(sim, worker);
  switch (progress) {
  case RV_MORE:
    return;
  case RV_DONE:
  case RV_MISFIT:
    finish_task(sim, worker);
    return;
  case RV_AWAITS:
    come_to_branch(sim, worker);
    return;
  default:
    sim->wrong = "a worker has failed";
  }
}

/* --- the search ------------------------------------------------------------------------------ */

/* What was written down, cut short or with some bits changed: it is refused, or taken for another
 * search, all parts of which can be handed out and written down again. Nothing is explored. */
static void read_damaged(struct sim *sim, struct rv_flat flat) {
  static struct oracle_memory memory;
  static struct rv_parts parts;
  const struct rv_memory from = oracle_memory(&memory);
  uint64_t random = sim->random;
  unsigned char *const bytes = malloc(flat.n);
  memcpy(bytes, flat.at, flat.n);
  const size_t n = rv_random(&random) % 4 ? flat.n : rv_random(&random) % flat.n;
  for (uint64_t flips = rv_random(&random) % 4; flips && n; flips--)
    bytes[rv_random(&random) % n] ^= (unsigned char)(1 << rv_random(&random) % 8);
  rv_parts_init(&parts, sim->options.algorithm, &from, resize);
  if (rv_parts_read(&parts, (struct rv_flat){bytes, n})) {
    struct rv_flat piece;
    struct rv_stats stats = {0};
    uint32_t taken = 0;
    while (rv_parts_take(&parts, taken, &piece))
      taken++;
    while (taken)
      rv_parts_lost(&parts, --taken);
    rv_parts_stats(&parts, &stats);
    size_t again;
    free(rv_parts_write(&parts, &again));
    totals.taken_for_another++;
  }
  rv_parts_clear(&parts);
  oracle_memory_release(&memory);
  free(bytes);
  totals.damaged++;
}

/* Everybody puts their task aside, and all is written down and read again. */
static void save_and_load(struct sim *sim) {
  for (unsigned i = 0; i < MOST_WORKERS; i++)
    if (sim->workers[i].task)
      put_aside(sim, &sim->workers[i], rv_explorer_awaits(sim->workers[i].x));
  size_t n;
  unsigned char *bytes;
  if (sim->in_any_order) {
    const struct rv_flat flat = rv_trunk_write(&sim->trunk);
    n = flat.n;
    bytes = malloc(n);
    memcpy(bytes, flat.at, n);
  } else {
    bytes = rv_team_write(&sim->team, &n);
    rv_team_free(&sim->team);
  }
  if (!(sim->in_any_order ? rv_trunk_read(&sim->trunk, (struct rv_flat){bytes, n})
                          : rv_team_read(&sim->team, (struct rv_flat){bytes, n})))
    sim->wrong = "what was written down can't be read";
  read_damaged(sim, (struct rv_flat){bytes, n});
  free(bytes);
  totals.saved++;
}

struct habits {
  unsigned workers;
  unsigned hands_out, puts_aside, loses, saves; /* one time in so many; 0: never */
};

static bool happens(struct sim *sim, unsigned one_in) {
  return one_in && below(sim, one_in) == 0;
}

static void search(struct sim *sim, const struct habits *habits) {
  const struct rv_memory from = oracle_memory(&trunk_memory);
  sim->in_any_order = sim->options.algorithm == RV_OPTIMAL;
  rv_team_init(&sim->team, resize);
  if (sim->in_any_order) {
    rv_trunk_init(&sim->trunk, &from);
    rv_trunk_begin(&sim->trunk, 0);
  } else
    rv_team_begin(&sim->team, RV_NO_WORKER);
  uint64_t steps = 0;
  while (!sim->team.done && !sim->trunk.done && !sim->wrong) {
    struct worker *const worker = &sim->workers[below(sim, habits->workers)];
    if (++steps > MOST_STEPS)
      sim->wrong = "the search does not end";
    if (!worker->task)
      begin_task(sim, worker);
    else if (happens(sim, habits->hands_out))
      hand_out(sim, worker);
    else if (happens(sim, habits->puts_aside))
      put_aside(sim, worker, rv_explorer_awaits(worker->x));
    else if (sim->lost < MOST_LOST && happens(sim, habits->loses))
      lose(sim, worker);
    else
      explore(sim, worker);
    if (happens(sim, habits->saves))
      save_and_load(sim);
    if (sim->trunk.bad)
      sim->wrong = "what was sent can't be read";
  }
}

static void sim_free(struct sim *sim) {
  for (unsigned i = 0; i < MOST_WORKERS; i++)
    dismiss(&sim->workers[i]);
  rv_team_free(&sim->team);
  oracle_memory_release(&trunk_memory);
  for (size_t i = 0; i < sim->n_found; i++)
    free(sim->found[i].at);
  free(sim->found);
}

/* --- judging --------------------------------------------------------------------------------- */

static void explore_alone(const struct program *p, const struct equivalence *equivalence,
                          const struct rv_options *options, struct rv_stats *stats) {
  static struct oracle_memory memory;
  struct oracle_system system;
  const struct rv_memory from = oracle_memory(&memory);
  oracle_system_init(&system, p, equivalence, 0);
  struct rv_explorer *const x = rv_explorer_new(&from, options, NULL);
  rv_explorer_attach(x, &system.interface, &from);
  while (rv_explorer_next(x) == RV_MORE)
    ;
  *stats = *rv_explorer_stats(x);
  oracle_memory_release(&memory);
  oracle_system_free(&system);
}

static const char *compare(struct sim *sim, const struct trace_set *traces,
                           const struct rv_stats *alone) {
  struct trace_set all = {0};
  uint64_t repeated = 0;
  for (size_t k = 0; k < sim->n_found; k++)
    for (size_t i = 0; i < sim->found[k].n; i++)
      if (sim->in_any_order || sim->found[k].task == RV_WHOLE_SEARCH)
        repeated += !trace_set_add(&all, &sim->found[k].at[i]);
  const bool same = trace_set_equal(traces, &all);
  const bool missing = all.n < traces->n;
  trace_set_free(&all);
  struct rv_stats stats = {0};
  if (sim->in_any_order)
    rv_trunk_stats(&sim->trunk, &stats);
  else
    rv_team_stats(&sim->team, &stats);
  if (!same)
    return missing ? "a trace is missing" : "the traces differ";
  if (repeated && sim->options.algorithm != RV_NAIVE)
    return "a trace was explored twice";
  if (stats.executions != alone->executions)
    return "the number of executions differs";
  if (stats.blocked != alone->blocked)
    return "the number of blocked explorations differs";
  if (sim->options.algorithm == RV_OPTIMAL && stats.blocked)
    return "optimal began a blocked exploration";
  if (stats.bounded != alone->bounded)
    return "the number of bounded executions differs";
  if (sim->in_any_order)
    return NULL;
  if (stats.events != alone->events || stats.bounded != alone->bounded ||
      stats.longest != alone->longest || stats.threads != alone->threads ||
      stats.reversed != alone->reversed)
    return "the statistics differ";
  return NULL;
}

static struct habits habits_of(uint64_t random) {
  static const unsigned workers[] = {2, 2, 3, 5, 8, 50}, often[] = {0, 2, 3, 5, 10, 50};
  return (struct habits){.workers = workers[random % 6],
                         .hands_out = often[1 + random / 6 % 5],
                         .puts_aside = often[random / 36 % 4 ? 0 : 5],
                         .loses = random / 144 % 3 ? 0 : 40,
                         .saves = random / 432 % 3 ? 0 : 60};
}

static const char *judge(const struct program *p, struct rv_options *options, uint64_t seed) {
  struct trace_set traces = {0};
  static struct sim sim;
  const char *wrong = NULL;
  struct equivalence equivalence = {0};
  const uint64_t interleavings = brute_force(p, &equivalence, MOST_INTERLEAVINGS, &traces);
  totals.programs += interleavings > 0;
  totals.skipped += !interleavings;
  for (unsigned algorithm = 0; interleavings && !wrong && algorithm < RV_UNFOLD; algorithm++) {
    if ((algorithm == RV_NAIVE && interleavings > 300) || algorithm == RV_STATIC)
      continue;
    struct rv_stats alone;
    *options = (struct rv_options){.algorithm = algorithm,
                                   .order = seed / 7 % (algorithm == RV_OPTIMAL ? 3 : 2),
                                   .seed = seed,
                                   .max_steps = MAX_EVENTS};
    explore_alone(p, &equivalence, options, &alone);
    for (unsigned i = 0; !wrong && i < (algorithm == RV_OPTIMAL ? 3 : 1); i++) {
      memset(&sim, 0, sizeof sim);
      sim.p = p;
      sim.options = *options;
      sim.equivalence = equivalence;
      sim.random = seed * 64 + algorithm * 4 + i;
      const struct habits habits = habits_of(rv_random(&sim.random));
      search(&sim, &habits);
      wrong = sim.wrong ? sim.wrong : compare(&sim, &traces, &alone);
      totals.searches++;
      totals.traces += traces.n;
      sim_free(&sim);
    }
  }
  trace_set_free(&traces);
  return wrong;
}

static void shrink(struct program *p, uint64_t seed) {
  struct rv_options options;
  for (bool again = true; again;) {
    again = false;
    for (unsigned t = 0; t < p->threads; t++)
      for (unsigned i = 0; i < p->code[t].n; i++) {
        struct program smaller = *p;
        program_remove(&smaller, t, i);
        if (judge(&smaller, &options, seed)) {
          *p = smaller;
          again = true;
          i--;
        }
      }
  }
}

/* As in oracle.c. */
static unsigned features_of(uint64_t seed) {
  if (seed % 3 == 1)
    return FEATURE_JOINS;
  return FEATURES_ALL | (seed % 5 ? 0 : FEATURE_MAILBOXES) | (seed % 2 ? 0 : FEATURE_TIMED);
}

int main(int argc, char **argv) {
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 0) : 1000;
  uint64_t failed = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    static struct program p;
    struct rv_options options;
    program_generate(&p, seed, features_of(seed));
    const char *const wrong = judge(&p, &options, seed);
    if (wrong && !failed++) {
      printf("mismatch, seed %" PRIu64 ": %s (%s, %s)\n", seed, wrong, rv_search_name(&options),
             rv_order_name(options.order));
      shrink(&p, seed);
      printf("smaller: %s\n", judge(&p, &options, seed));
      program_print(&p);
      fflush(stdout);
    }
  }
  printf("%" PRIu64 " searches of %" PRIu64 " programs by teams, %" PRIu64 " traces; %" PRIu64
         " programs too large\n",
         totals.searches, totals.programs, totals.traces, totals.skipped);
  printf("%" PRIu64 " branches handed out, %" PRIu64 " merged, %" PRIu64 " in vain; %" PRIu64
         " parts split, %" PRIu64 " times something found above one; %" PRIu64
         " tasks put aside, %" PRIu64 " workers lost, %" PRIu64
         " searches saved and loaded, %" PRIu64 " of %" PRIu64
         " damaged ones were taken for others\n",
         totals.tasks, totals.merged, totals.vain, totals.split, totals.found, totals.aside,
         totals.lost, totals.saved, totals.taken_for_another, totals.damaged);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", totals.programs - failed, failed);
  return failed ? 1 : 0;
}
