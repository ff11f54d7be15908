/*
 * How a team would scale (core/team.h): real explorers and the real bookkeeping of tasks on a large
 * made-up program, with a clock that is made up, too. An execution takes so long, a message to the
 * coordinator or from it so long, and the coordinator so long for each.
 *
 *   scale THREADS WORKERS [EXECUTION MESSAGE SERVICE]     times in microseconds
 *
 * The program: each thread adds to one of two counters and then reads the other one.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "core/team.h"

enum { MOST_THREADS = 16, STEPS = 2, MOST_BLOCKS = 512 };

/* --- the program ----------------------------------------------------------------------------- */

struct made_up {
  struct rv_system interface;
  unsigned threads, at[MOST_THREADS];
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
  const uint64_t counter = (thread + at) % 2;
  p->next[thread] = at == STEPS
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
    p->enabled |= (uint64_t)(p->at[i] < STEPS) << i;
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
};

static struct {
  unsigned workers;
  double execution, message, service;
  struct worker *at;
  struct rv_team team;
  double coordinator_free, coordinator_worked, own_cpu;
  uint64_t messages, tasks, bytes;
  unsigned idle, turn;
} sim;

static void *reserve(void *self, size_t bytes) {
  (void)self;
  void *const at =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

static void *resize(void *memory, size_t bytes) {
  if (bytes)
    return realloc(memory, bytes);
  free(memory);
  return NULL;
}

static void hire(struct worker *worker, unsigned threads) {
  static const struct rv_memory memory = {NULL, reserve};
  const struct rv_options options = {.algorithm = RV_OPTIMAL, .max_steps = 64};
  worker->program = (struct made_up){.interface = {.reset = made_up_reset,
                                                   .replay = made_up_replay,
                                                   .step = made_up_step,
                                                   .threads = made_up_threads,
                                                   .next = made_up_next,
                                                   .enabled = made_up_enabled,
                                                   .finish = made_up_finish},
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
  const struct rv_task *const task = rv_team_take(&sim.team, number_of(worker));
  if (!task)
    return false;
  rv_explorer_load(worker->x, (struct rv_flat){task->bytes, task->n});
  sim.bytes += task->n;
  worker->busy = true;
  if (worker->waits) {
    worker->free = now + sim.message;
    sim.idle--;
  }
  worker->waits = false;
  return true;
}

/* What the coordinator does after each question. */
static void give(double now) {
  for (unsigned i = 0; sim.idle && i < sim.workers; i++)
    if (sim.at[i].waits && !begin_task(&sim.at[i], now))
      break;
  sim.turn = (sim.turn + 1) % sim.workers;
}

static void take(struct worker *worker) {
  ask(worker);
  worker->busy = false;
  if (!begin_task(worker, worker->free)) {
    worker->waits = true;
    sim.idle++;
  }
}

/* As want() of cli/team_answer.c has it; that busy members only are counted makes no difference. */
static bool is_wanted(const struct worker *worker) {
  const unsigned place = (number_of(worker) + sim.workers - sim.turn) % sim.workers;
  return sim.idle && place < RV_ASKED_AT_LEAST + RV_ASKED_FOR_EACH * sim.idle;
}

static void finish(struct worker *worker) {
  ask(worker);
  const double begun = cpu_seconds();
  rv_team_done(&sim.team, number_of(worker), rv_explorer_result(worker->x));
  sim.own_cpu += cpu_seconds() - begun;
  give(worker->free - sim.message);
  take(worker);
}

static void come_to_branch(struct worker *worker) {
  struct rv_flat result;
  ask(worker);
  const double begun = cpu_seconds();
  const enum rv_ask answer =
      rv_team_ask(&sim.team, number_of(worker), rv_explorer_awaits(worker->x), &result);
  sim.own_cpu += cpu_seconds() - begun;
  if (answer == RV_ASK_RESULT) {
    rv_explorer_merge(worker->x, result);
    if (rv_explorer_is_done(worker->x))
      finish(worker);
  } else if (answer == RV_ASK_EXPLORE) {
    rv_explorer_explore_awaited(worker->x);
  } else {
    ask(worker);
    rv_team_put_aside(&sim.team, number_of(worker), rv_explorer_write(worker->x),
                      rv_explorer_awaits(worker->x));
    give(worker->free - sim.message);
    take(worker);
  }
}

static void hand_out(struct worker *worker) {
  const struct rv_flat piece = rv_explorer_hand_out(worker->x);
  if (!piece.n)
    return;
  ask(worker);
  const double begun = cpu_seconds();
  rv_explorer_handed(worker->x, rv_team_offer(&sim.team, number_of(worker), piece));
  sim.own_cpu += cpu_seconds() - begun;
  sim.tasks++;
  give(worker->free - sim.message);
}

static void explore(struct worker *worker) {
  const enum rv_progress progress = rv_explorer_next(worker->x);
  if (progress == RV_AWAITS) {
    come_to_branch(worker);
    return;
  }
  worker->free += sim.execution;
  worker->worked += sim.execution;
  if (progress == RV_DONE || progress == RV_MISFIT)
    finish(worker);
  else if (is_wanted(worker))
    hand_out(worker);
}

static struct worker *next_worker(void) {
  struct worker *next = NULL;
  for (unsigned i = 0; i < sim.workers; i++)
    if (sim.at[i].busy && (!next || sim.at[i].free < next->free))
      next = &sim.at[i];
  return next;
}

int main(int argc, char **argv) {
  const unsigned threads = argc > 1 ? (unsigned)atoi(argv[1]) : 6;
  sim.workers = argc > 2 ? (unsigned)atoi(argv[2]) : 8;
  sim.execution = (argc > 3 ? atof(argv[3]) : 100) * 1e-6;
  sim.message = (argc > 4 ? atof(argv[4]) : 20) * 1e-6;
  sim.service = (argc > 5 ? atof(argv[5]) : 5) * 1e-6;
  if (threads < 2 || threads > MOST_THREADS || !sim.workers)
    return 2;
  sim.at = calloc(sim.workers, sizeof *sim.at);
  rv_team_init(&sim.team, resize);
  rv_team_begin(&sim.team, RV_NO_WORKER);
  for (unsigned i = 0; i < sim.workers; i++)
    hire(&sim.at[i], threads);
  for (unsigned i = 0; i < sim.workers; i++)
    take(&sim.at[i]);
  double last = 0, worked = 0;
  for (struct worker *worker; !sim.team.done && (worker = next_worker());) {
    explore(worker);
    last = worker->free > last ? worker->free : last;
  }
  struct rv_stats stats = {0};
  rv_team_stats(&sim.team, &stats);
  for (unsigned i = 0; i < sim.workers; i++)
    worked += sim.at[i].worked;
  printf("%u workers: %" PRIu64 " executions and %" PRIu64
         " blocked in %.3f s, efficiency %.1f %%; "
         "%" PRIu64 " tasks, %" PRIu64 " messages, %.0f bytes a task; coordinator busy %.1f %%, "
         "its bookkeeping %.1f us of CPU a message\n",
         sim.workers, stats.executions, stats.blocked, last,
         100 * (double)(stats.executions + stats.blocked) * sim.execution / (last * sim.workers),
         sim.tasks, sim.messages, sim.tasks ? (double)sim.bytes / (double)sim.tasks : 0,
         100 * sim.coordinator_worked / last,
         sim.messages ? 1e6 * sim.own_cpu / (double)sim.messages : 0);
  return sim.team.done && stats.blocked == 0 ? 0 : 1;
}
