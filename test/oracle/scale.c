/*
 * How a search with a trunk would scale (core/trunk.h): real explorers and the real trunk on a
 * large made-up program, with a clock that is made up, too. An execution takes so long, a message
 * to the coordinator or from it so long, and the coordinator so long for each.
 *
 *   scale PROGRAM THREADS WORKERS [EXECUTION MESSAGE SERVICE]     times in microseconds
 *
 * The programs: in `one` each thread adds to a counter; in `two` each adds to one of two counters
 * and then reads the other one. The wakeup trees of the first are small, those of the second have a
 * leaf for every dozen executions.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "core/team.h"
#include "core/trunk.h"

enum { MOST_THREADS = 16 };

/* --- the program ----------------------------------------------------------------------------- */

struct made_up {
  struct rv_system interface;
  unsigned threads, steps, at[MOST_THREADS];
  struct rv_op next[MOST_THREADS];
  struct rv_effect created[MOST_THREADS];
  uint64_t enabled;
};

static enum rv_status made_up_reset(void *self, struct rv_step *begin) {
  struct made_up *const p = self;
  memset(p->at, 0, sizeof p->at);
  for (unsigned i = 1; i < p->threads; i++)
    p->created[i - 1] = (struct rv_effect){RV_EFFECT_CREATE, 0, i};
  begin->n_effects = p->threads - 1;
  begin->effects = p->created;
  return RV_OK;
}

static const struct rv_op *made_up_next(void *self, rv_tid thread) {
  struct made_up *const p = self;
  const unsigned at = p->at[thread];
  const uint64_t counter = p->steps == 1 ? 0 : (thread + at) % 2;
  p->next[thread] = at == p->steps
                        ? (struct rv_op){.kind = RV_OP_NONE}
                        : (struct rv_op){.kind = RV_OP_MEMORY,
                                         .access = {.addr = 64 + 8 * counter,
                                                    .size = 8,
                                                    .mode = at ? RV_READ : RV_READ | RV_WRITE}};
  return &p->next[thread];
}

static enum rv_status made_up_step(void *self, rv_tid thread, uint32_t choice,
                                   struct rv_step *done) {
  struct made_up *const p = self;
  (void)choice;
  done->op = *made_up_next(self, thread);
  p->at[thread]++;
  return RV_OK;
}

static enum rv_status made_up_replay(void *self, const struct rv_replay *first, size_t stride,
                                     size_t n) {
  struct made_up *const p = self;
  for (size_t i = 0; i < n; i++)
    p->at[((const struct rv_replay *)((const char *)first + i * stride))->thread]++;
  return RV_OK;
}

static rv_tid made_up_threads(void *self) {
  return ((struct made_up *)self)->threads;
}

static const uint64_t *made_up_enabled(void *self, size_t *words) {
  struct made_up *const p = self;
  p->enabled = 0;
  for (unsigned i = 0; i < p->threads; i++)
    p->enabled |= (uint64_t)(p->at[i] < p->steps) << i;
  *words = 1;
  return &p->enabled;
}

static enum rv_status made_up_finish(void *self, bool complete) {
  (void)self;
  (void)complete;
  return RV_OK;
}

/* --- workers --------------------------------------------------------------------------------- */

struct worker {
  struct made_up program;
  struct rv_explorer *x;
  double free; /* when it goes on */
  double worked;
  bool busy, waits;
  bool told;                        /* instead of splitting */
  enum { EXPLORES, GOES_ON } phase; /* what it does when it goes on */
  enum rv_progress progress;
};

static struct {
  unsigned workers;
  double execution, message, service;
  struct worker *at;
  struct worker **next; /* those that are busy, as a heap: who goes on first is first */
  unsigned busy;
  struct rv_trunk trunk;
  double coordinator_free, coordinator_worked, own_cpu;
  uint64_t messages, tasks, splits, found, bytes;
  unsigned idle, turn;
} sim;

/* --- who goes on next ------------------------------------------------------------------------- */

static void put_at(unsigned i, struct worker *worker) {
  for (; i && worker->free < sim.next[(i - 1) / 2]->free; i = (i - 1) / 2)
    sim.next[i] = sim.next[(i - 1) / 2];
  sim.next[i] = worker;
}

static void goes_on_later(struct worker *worker) {
  put_at(sim.busy++, worker);
}

static struct worker *next_worker(void) {
  if (!sim.busy)
    return NULL;
  struct worker *const first = sim.next[0];
  unsigned i = 0;
  sim.busy--;
  for (unsigned child = 1; child < sim.busy; child = 2 * i + 1) {
    child += child + 1 < sim.busy && sim.next[child + 1]->free < sim.next[child]->free;
    sim.next[i] = sim.next[child];
    i = child;
  }
  put_at(i, sim.next[sim.busy]);
  return first;
}

/* --- the coordinator -------------------------------------------------------------------------- */

static void *reserve(void *self, size_t bytes) {
  (void)self;
  void *const at =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

static void hire(struct worker *worker, unsigned steps, unsigned threads) {
  static const struct rv_memory memory = {NULL, reserve};
  const struct rv_options options = {.algorithm = RV_OPTIMAL, .max_steps = 64};
  worker->program = (struct made_up){.interface = {.reset = made_up_reset,
                                                   .replay = made_up_replay,
                                                   .step = made_up_step,
                                                   .threads = made_up_threads,
                                                   .next = made_up_next,
                                                   .enabled = made_up_enabled,
                                                   .finish = made_up_finish},
                                     .steps = steps,
                                     .threads = threads};
  worker->program.interface.self = &worker->program;
  worker->x = rv_explorer_new(&memory, &options, NULL);
  rv_explorer_attach(worker->x, &worker->program.interface, &memory);
}

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A question and its answer: the coordinator has one at a time. */
static void ask(struct worker *worker) {
  const double arrives = worker->free + sim.message;
  const double begins = arrives > sim.coordinator_free ? arrives : sim.coordinator_free;
  sim.coordinator_free = begins + sim.service;
  sim.coordinator_worked += sim.service;
  sim.messages++;
  worker->free = sim.coordinator_free + sim.message;
}

static uint32_t number_of(const struct worker *worker) {
  return (uint32_t)(worker - sim.at);
}

static bool begin_task(struct worker *worker, double now) {
  struct rv_flat piece;
  const double begun = cpu_seconds();
  const struct rv_part *const part = rv_trunk_take(&sim.trunk, number_of(worker), &piece);
  sim.own_cpu += cpu_seconds() - begun;
  if (!part)
    return false;
  rv_explorer_load(worker->x, piece);
  sim.bytes += piece.n;
  sim.tasks++;
  worker->busy = true;
  if (worker->waits) {
    worker->free = now + sim.message;
    sim.idle--;
    goes_on_later(worker);
  }
  worker->waits = false;
  return true;
}

/* What the coordinator does after each question. */
static void give(double now) {
  for (unsigned i = 0; sim.idle && sim.trunk.n_ready && i < sim.workers; i++)
    if (sim.at[i].waits && !begin_task(&sim.at[i], now))
      break;
  sim.turn = (sim.turn + 1) % sim.workers;
}

/* As want() of cli/team_answer.c has it; that busy members only are counted makes no difference. */
static bool is_wanted(const struct worker *worker) {
  const unsigned place = (number_of(worker) + sim.workers - sim.turn) % sim.workers;
  return sim.idle && place < RV_ASKED_AT_LEAST + RV_ASKED_FOR_EACH * sim.idle;
}

/* The answer to this is the next task. */
static void finish(struct worker *worker) {
  ask(worker);
  const double begun = cpu_seconds();
  rv_trunk_explored(&sim.trunk, number_of(worker), rv_explorer_result(worker->x));
  sim.own_cpu += cpu_seconds() - begun;
  worker->busy = false;
  if (!begin_task(worker, worker->free)) {
    worker->waits = true;
    sim.idle++;
  }
  give(worker->free - sim.message);
}

static void split(struct worker *worker) {
  const struct rv_flat piece = rv_explorer_to_split(worker->x);
  if (!piece.n)
    return;
  ask(worker);
  const double begun = cpu_seconds();
  const uint64_t root =
      rv_trunk_split(&sim.trunk, number_of(worker), piece, rv_parts_wanted(sim.idle));
  sim.own_cpu += cpu_seconds() - begun;
  if (root)
    rv_explorer_leave(worker->x, root);
  sim.splits += root > 0;
  sim.bytes += piece.n;
  give(worker->free - sim.message);
}

static bool send_found(struct worker *worker) {
  const struct rv_flat found = rv_explorer_found(worker->x);
  if (!found.n)
    return false;
  ask(worker);
  const double begun = cpu_seconds();
  rv_trunk_found(&sim.trunk, number_of(worker), found);
  sim.own_cpu += cpu_seconds() - begun;
  sim.bytes += found.n;
  sim.found++;
  rv_explorer_told(worker->x);
  give(worker->free - sim.message);
  return true;
}

static bool has_explored(const struct worker *worker) {
  return worker->progress == RV_DONE || worker->progress == RV_MISFIT;
}

/* As runtime/member.c has it, one thing at a time, so that the coordinator is asked in the order of
 * time. */
static void go_on(struct worker *worker) {
  switch (worker->phase) {
  case EXPLORES:
    worker->progress = rv_explorer_next(worker->x);
    worker->free += sim.execution;
    worker->worked += sim.execution;
    worker->phase = GOES_ON;
    return;
  case GOES_ON:
    worker->phase = EXPLORES;
    if (has_explored(worker))
      finish(worker);
    else if (is_wanted(worker)) {
      worker->told = !worker->told && send_found(worker);
      if (!worker->told)
        split(worker);
    }
  }
}

int main(int argc, char **argv) {
  const unsigned steps = argc > 1 && strcmp(argv[1], "one") == 0 ? 1 : 2;
  const unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 6;
  sim.workers = argc > 3 ? (unsigned)atoi(argv[3]) : 8;
  sim.execution = (argc > 4 ? atof(argv[4]) : 100) * 1e-6;
  sim.message = (argc > 5 ? atof(argv[5]) : 20) * 1e-6;
  sim.service = (argc > 6 ? atof(argv[6]) : 5) * 1e-6;
  if (threads < 2 || threads > MOST_THREADS || !sim.workers)
    return 2;
  static const struct rv_memory memory = {NULL, reserve};
  sim.at = calloc(sim.workers, sizeof *sim.at);
  sim.next = calloc(sim.workers, sizeof *sim.next);
  rv_trunk_init(&sim.trunk, &memory);
  rv_trunk_begin(&sim.trunk, 0);
  for (unsigned i = 0; i < sim.workers; i++)
    hire(&sim.at[i], steps, threads);
  for (unsigned i = 0; i < sim.workers; i++) {
    sim.at[i].waits = true;
    sim.idle++;
  }
  give(0);
  double last = 0, worked = 0;
  for (struct worker *worker; !sim.trunk.done && (worker = next_worker());) {
    go_on(worker);
    if (worker->busy)
      goes_on_later(worker);
    last = worker->free > last ? worker->free : last;
  }
  struct rv_stats stats = {0};
  rv_trunk_stats(&sim.trunk, &stats);
  for (unsigned i = 0; i < sim.workers; i++)
    worked += sim.at[i].worked;
  printf("%u workers: %" PRIu64 " executions and %" PRIu64
         " blocked in %.3f s, efficiency %.1f %%; "
         "%" PRIu64 " parts, %" PRIu64 " splits, %" PRIu64 " times found, %" PRIu64
         " messages, %.0f bytes each; coordinator busy %.1f %%, "
         "its bookkeeping %.1f us of CPU a message\n",
         sim.workers, stats.executions, stats.blocked, last,
         100 * (double)(stats.executions + stats.blocked) * sim.execution / (last * sim.workers),
         sim.tasks, sim.splits, sim.found, sim.messages,
         sim.messages ? (double)sim.bytes / (double)sim.messages : 0,
         100 * sim.coordinator_worked / last,
         sim.messages ? 1e6 * sim.own_cpu / (double)sim.messages : 0);
  return sim.trunk.done && stats.blocked == 0 ? 0 : 1;
}
