/*
 * The driver: what it does when a process is lost, a replay fails, the exploration has to begin
 * again, a bound is met; and executions that are long or have many threads.
 */
#include "check.h"
#include "core_toy.h"

static const struct toy_op end = {.kind = TOY_END};

/* Three threads that each add to x and then to y. */
static struct toy_op adders(const struct toy *toy, unsigned thread, const struct toy_thread *t) {
  (void)toy;
  if (thread == 0)
    return t->pc < 3 ? (struct toy_op){.kind = TOY_CREATE, .value = t->pc + 1} : end;
  return t->pc < 2 ? (struct toy_op){.kind = TOY_ADD, .cell = t->pc, .value = 1} : end;
}

static struct toy toy;

static void lost_process(void) {
  TEST("a step that takes the process with it is made again by the next process");
  for (unsigned algorithm = 0; algorithm <= RV_UNFOLD; algorithm++) {
    toy_init(&toy, adders, 0);
    const struct rv_stats whole = toy_explore(&toy, algorithm, RV_ROUND_ROBIN);
    toy_init(&toy, adders, 0);
    struct rv_explorer *const x = toy_explorer(&toy, algorithm, RV_ROUND_ROBIN, 100);
    toy.lose_at = 5;
    static volatile unsigned losses;
    losses = 0;
    if (setjmp(toy.lost)) {
      losses++;
      size_t stride, n;
      bool under_way;
      const struct rv_replay *const first = rv_explorer_steps(x, &stride, &n, &under_way);
      CHECK(under_way);
      CHECK_EQ(n, toy.steps + 1);
      const struct rv_replay *const last = (const void *)((const char *)first + (n - 1) * stride);
      CHECK(last->thread > 0 && last->thread < 4);
      toy.lose_at += losses % 2 ? 1 : 13;
      rv_explorer_attach(x, &toy.interface, &toy_memory);
    }
    while (rv_explorer_next(x) == RV_MORE)
      ;
    const struct rv_stats stats = *rv_explorer_stats(x);
    CHECK(losses > 4);
    CHECK_EQ(stats.executions, whole.executions);
    CHECK_EQ(stats.blocked, whole.blocked);
    CHECK_EQ(stats.events, whole.events);
    toy_release();
  }
}

static void failed_replay(void) {
  TEST("after a replay that failed the same execution is begun again, and nothing is counted");
  toy_init(&toy, adders, 0);
  const struct rv_stats whole = toy_explore(&toy, RV_OPTIMAL, RV_ROUND_ROBIN);
  toy_init(&toy, adders, 0);
  toy.diverge_at = 3;
  struct rv_explorer *const x = toy_explorer(&toy, RV_OPTIMAL, RV_ROUND_ROBIN, 100);
  unsigned failed = 0;
  enum rv_progress progress;
  while ((progress = rv_explorer_next(x)) == RV_MORE || progress == RV_REPLAY_FAILED) {
    failed += progress == RV_REPLAY_FAILED;
    if (progress == RV_REPLAY_FAILED)
      CHECK_EQ(rv_explorer_stats(x)->executions, 3);
  }
  CHECK_EQ(failed, 1);
  CHECK_EQ(rv_explorer_stats(x)->executions, whole.executions);
  CHECK_EQ(rv_explorer_stats(x)->events, whole.events);
  toy_release();
}

static void restart(void) {
  TEST("a restart forgets what was explored and counts from zero");
  for (unsigned algorithm = 0; algorithm <= RV_UNFOLD; algorithm++) {
    toy_init(&toy, adders, 0);
    const struct rv_stats whole = toy_explore(&toy, algorithm, RV_RANDOM);
    toy_init(&toy, adders, 0);
    toy.restart_at = 15;
    const struct rv_stats stats = toy_explore(&toy, algorithm, RV_RANDOM);
    CHECK_EQ(stats.restarts, 1);
    CHECK_EQ(stats.executions, whole.executions);
    CHECK_EQ(stats.events, whole.events);
    CHECK_EQ(stats.replayed, whole.replayed);
    CHECK_EQ(stats.races, whole.races);
    CHECK_EQ(stats.tree_peak, whole.tree_peak);
  }
}

static void limits(void) {
  TEST("a limit on executions stops the exploration");
  toy_init(&toy, adders, 0);
  const struct rv_options options = {
      .algorithm = RV_OPTIMAL, .max_executions = 4, .max_steps = 100};
  struct rv_explorer *const x = rv_explorer_new(&toy_memory, &options, NULL);
  rv_explorer_attach(x, &toy.interface, &toy_memory);
  enum rv_progress progress;
  while ((progress = rv_explorer_next(x)) == RV_MORE)
    ;
  CHECK_EQ(progress, RV_LIMIT);
  CHECK_EQ(rv_explorer_stats(x)->executions, 4);
  toy_release();

  TEST("a system that ends the run stops the exploration in the middle of an execution");
  toy_init(&toy, adders, 0);
  toy.end_at = 10;
  struct rv_explorer *const y = toy_explorer(&toy, RV_OPTIMAL, RV_ROUND_ROBIN, 100);
  while ((progress = rv_explorer_next(y)) == RV_MORE)
    ;
  CHECK_EQ(progress, RV_STOPPED);
  CHECK_EQ(rv_explorer_stats(y)->events, 10); /* the step that ends it was made too */
  toy_release();

  TEST("an execution longer than there is memory for is cut");
  toy_init(&toy, adders, 0);
  struct rv_explorer *const z = toy_explorer(&toy, RV_OPTIMAL, RV_ROUND_ROBIN, 5);
  while (rv_explorer_next(z) == RV_MORE)
    ;
  CHECK_EQ(rv_explorer_stats(z)->executions, 0);
  CHECK(rv_explorer_stats(z)->bounded > 0);
  CHECK_EQ(rv_explorer_stats(z)->assumed, 0);
  CHECK_EQ(rv_explorer_stats(z)->longest, 5);
  toy_release();

  TEST("the names of algorithms and orders end with NULL");
  CHECK(rv_algorithm_name(RV_ALGORITHMS - 1) && !rv_algorithm_name(RV_ALGORITHMS));
  CHECK(rv_order_name(RV_ORDERS - 1) && !rv_order_name(RV_ORDERS));
}

/* Thread 1 reads x and assumes it is 1; thread 2 writes y twice and then 1 to x. */
static struct toy_op assumption(const struct toy *the, unsigned thread,
                                const struct toy_thread *t) {
  (void)the;
  if (thread == 0)
    return t->pc < 2 ? (struct toy_op){.kind = TOY_CREATE, .value = t->pc + 1} : end;
  if (thread == 1)
    return t->pc == 0   ? (struct toy_op){.kind = TOY_READ, .cell = 0}
           : t->pc == 1 ? (struct toy_op){.kind = TOY_ASSUME, .value = t->r[0]}
                        : end;
  return t->pc < 3 ? (struct toy_op){.kind = TOY_WRITE, .cell = t->pc < 2, .value = 1} : end;
}

static void assumptions(void) {
  TEST("an assumption that fails in one order does not hide the order in which it holds");
  for (unsigned algorithm = RV_SLEEP; algorithm <= RV_UNFOLD; algorithm++)
    for (unsigned order = 0; order < RV_ORDERS; order++) {
      toy_init(&toy, assumption, 0);
      const struct rv_stats stats = toy_explore(&toy, algorithm, order);
      CHECK_EQ(stats.executions, 1);
      CHECK_EQ(stats.bounded, 1);
      CHECK_EQ(stats.assumed, 1);
      CHECK_EQ(toy.complete, 2); /* the one that was cut is over too */
    }
}

/* Two threads count in cells of their own, in loops of `size`, and then both write one cell. */
static struct toy_op counters(const struct toy *the, unsigned thread, const struct toy_thread *t) {
  if (thread == 0)
    return t->pc < 2 ? (struct toy_op){.kind = TOY_CREATE, .value = t->pc + 1} : end;
  if (t->pc < the->size)
    return (struct toy_op){.kind = TOY_ADD, .cell = thread, .value = 1};
  return t->pc == the->size ? (struct toy_op){.kind = TOY_WRITE, .cell = 0, .value = thread} : end;
}

/* Two threads add to one cell all the time. */
static struct toy_op contenders(const struct toy *the, unsigned thread,
                                const struct toy_thread *t) {
  if (thread == 0)
    return t->pc < 2 ? (struct toy_op){.kind = TOY_CREATE, .value = t->pc + 1} : end;
  return t->pc < the->size ? (struct toy_op){.kind = TOY_ADD, .cell = 0, .value = 1} : end;
}

/* `size` threads read the same cell and write one of their own. */
static struct toy_op crowd(const struct toy *the, unsigned thread, const struct toy_thread *t) {
  if (thread == 0)
    return t->pc < the->size ? (struct toy_op){.kind = TOY_CREATE, .value = t->pc + 1} : end;
  return t->pc == 0   ? (struct toy_op){.kind = TOY_READ, .cell = 0}
         : t->pc == 1 ? (struct toy_op){.kind = TOY_WRITE, .cell = thread, .value = 1}
                      : end;
}

static void long_executions(void) {
  TEST("an execution of a million events is explored by every algorithm with a reduction");
  for (unsigned algorithm = RV_DPOR; algorithm <= RV_UNFOLD; algorithm++) {
    toy_init(&toy, counters, 499999);
    struct rv_explorer *const x = toy_explorer(&toy, algorithm, RV_ROUND_ROBIN, 1000000);
    while (rv_explorer_next(x) == RV_MORE)
      ;
    CHECK_EQ(rv_explorer_stats(x)->longest, 1000000);
    CHECK_EQ(rv_explorer_stats(x)->executions, 2);
    toy_release();
  }

  TEST("a thread makes 600000 events under a bound of preemptions");
  toy_init(&toy, counters, 600000);
  const struct rv_options bounded = {
      .algorithm = RV_OPTIMAL, .preemptions = 1, .max_steps = 1200002};
  struct rv_explorer *const b = rv_explorer_new(&toy_memory, &bounded, NULL);
  rv_explorer_attach(b, &toy.interface, &toy_memory);
  while (rv_explorer_next(b) == RV_MORE)
    ;
  CHECK_EQ(rv_explorer_stats(b)->executions, 2);
  CHECK_EQ(rv_explorer_stats(b)->longest, 1200002);
  toy_release();

  TEST("two threads that race 200000 times are no harder for the first executions");
  toy_init(&toy, contenders, 100000);
  const struct rv_options options = {.algorithm = RV_OPTIMAL, .max_executions = 3};
  struct rv_explorer *const x = rv_explorer_new(&toy_memory, &options, NULL);
  rv_explorer_attach(x, &toy.interface, &toy_memory);
  while (rv_explorer_next(x) == RV_MORE)
    ;
  CHECK_EQ(rv_explorer_stats(x)->executions, 3);
  CHECK_EQ(rv_explorer_stats(x)->longest, 200000);
  toy_release();

  TEST("200 threads that do not interfere have one trace");
  for (unsigned algorithm = RV_DPOR; algorithm <= RV_UNFOLD; algorithm++) {
    toy_init(&toy, crowd, 200);
    const struct rv_stats stats = toy_explore(&toy, algorithm, RV_YOUNGEST);
    CHECK_EQ(stats.executions, 1);
    CHECK_EQ(stats.blocked, 0);
    CHECK_EQ(stats.threads, 201);
    CHECK_EQ(stats.events, 400);
  }
}

/* Thread 1 chooses below 3, then writes x if it chose 2; thread 2 reads x. */
static struct toy_op chooser(const struct toy *the, unsigned thread, const struct toy_thread *t) {
  (void)the;
  if (thread == 0)
    return t->pc < 2 ? (struct toy_op){.kind = TOY_CREATE, .value = t->pc + 1} : end;
  if (thread == 2)
    return t->pc == 0 ? (struct toy_op){.kind = TOY_READ, .cell = 0} : end;
  if (t->pc == 0)
    return (struct toy_op){.kind = TOY_CHOOSE, .value = 3};
  return t->pc == 1 && t->r[0] == 2 ? (struct toy_op){.kind = TOY_WRITE, .value = 1} : end;
}

static void choices(void) {
  TEST("every value of a choice is explored, and races that only some of them have");
  for (unsigned algorithm = RV_SLEEP; algorithm <= RV_UNFOLD; algorithm++)
    for (unsigned order = 0; order < RV_ORDERS; order++) {
      toy_init(&toy, chooser, 0);
      CHECK_EQ(toy_explore(&toy, algorithm, order).executions, 4);
    }
}

/* Four threads that each add to x three times. */
static struct toy_op many_adders(const struct toy *self, unsigned thread,
                                 const struct toy_thread *t) {
  (void)self;
  if (thread == 0)
    return t->pc < 4 ? (struct toy_op){.kind = TOY_CREATE, .value = t->pc + 1} : end;
  return t->pc < 3 ? (struct toy_op){.kind = TOY_ADD, .cell = 0, .value = 1} : end;
}

static struct rv_stats within(uint64_t preemptions, bool deepen, uint32_t known_bits) {
  toy_init(&toy, many_adders, 0);
  const struct rv_options options = {.algorithm = RV_OPTIMAL,
                                     .preemptions = preemptions + 1,
                                     .deepen = deepen,
                                     .known_bits = known_bits,
                                     .max_executions = deepen ? 1200 : 0,
                                     .max_steps = 100};
  struct rv_explorer *const x = rv_explorer_new(&toy_memory, &options, NULL);
  rv_explorer_attach(x, &toy.interface, &toy_memory);
  while (rv_explorer_next(x) == RV_MORE)
    ;
  const struct rv_stats stats = *rv_explorer_stats(x);
  toy_release();
  return stats;
}

static void bounds(void) {
  /* Without preemptions: the orders of 4 blocks, 4! = 24. With one, a thread makes two blocks, of
   * one and two steps or of two and one; of the 5! / 2 = 60 orders of all blocks these are next to
   * each other in 4!. So there are 4 * 2 * (60 - 24) = 288. */
  TEST("within a bound of preemptions there are as many traces as there must be");
  CHECK_EQ(within(0, false, 0).executions, 24);
  CHECK_EQ(within(1, false, 0).executions, 24 + 288);

  TEST("bounds one after the other: what is complete is named, and each trace counts once");
  const struct rv_stats deep = within(0, true, 0);
  CHECK_EQ(deep.bounds, 2);
  CHECK(deep.executions > 312);

  TEST("a full table of configurations makes executions count more than once, and loses none");
  const struct rv_stats plenty = within(2, false, 0), full = within(2, false, 10);
  CHECK_EQ(plenty.unknown, 0);
  CHECK(full.unknown > 0);
  CHECK(full.executions >= plenty.executions);
  CHECK_EQ(full.configurations, 768);
}

int main(void) {
  lost_process();
  failed_replay();
  restart();
  limits();
  assumptions();
  choices();
  long_executions();
  bounds();
  return check_report();
}
