/*
 * The estimate of all explorations: what it must say of small programs, worked out by hand from the
 * definition at the top of estimate.c, and what holds of every search.
 */
#include "check.h"
#include "core_toy.h"

static struct toy toy;
static const struct toy_op end = {.kind = TOY_END};

/* Main creates N threads, each of which stores once to the same cell. */
static struct toy_op writers(const struct toy *toy_, unsigned thread, const struct toy_thread *t) {
  if (thread == 0 && t->pc < toy_->size)
    return (struct toy_op){.kind = TOY_CREATE, .value = t->pc + 1};
  if (thread > 0 && t->pc == 0)
    return (struct toy_op){.kind = TOY_WRITE, .cell = 0, .value = thread};
  return end;
}

/* The same, each to a cell of its own. */
static struct toy_op apart(const struct toy *toy_, unsigned thread, const struct toy_thread *t) {
  struct toy_op op = writers(toy_, thread, t);
  op.cell = thread;
  return op;
}

/* One thread that chooses twice. */
static struct toy_op chooser(const struct toy *toy_, unsigned thread, const struct toy_thread *t) {
  (void)thread;
  return t->pc < 2 ? (struct toy_op){.kind = TOY_CHOOSE, .to = 0, .value = toy_->size} : end;
}

/* What is projected after so many explorations. */
static uint64_t projected(enum rv_algorithm algorithm, unsigned explorations) {
  struct rv_explorer *const x = toy_explorer(&toy, algorithm, RV_ROUND_ROBIN, 100);
  for (unsigned i = 0; i < explorations; i++)
    rv_explorer_next(x);
  return rv_explorer_stats(x)->projected;
}

/* Of w1 w2 w3: from the state before w2, both views say 2. From the first state, w1 has two rivals
 * (3 branches of 2 executions: 6), one branch is planned (2 of 2: 4), and the mean is 5. */
static void by_hand(void) {
  TEST("the first execution of three writers projects 5 of 6");
  toy_init(&toy, writers, 3);
  CHECK_EQ(projected(RV_OPTIMAL, 1), 5);
  CHECK_EQ(projected(RV_SOURCE, 1), 5);
  toy_release();

  TEST("where all branches are known at once the first execution projects all");
  CHECK_EQ(projected(RV_NAIVE, 1), 6);
  toy_init(&toy, chooser, 5);
  CHECK_EQ(projected(RV_NAIVE, 1), 25);
  toy_release();

  TEST("without conflicts one execution is projected");
  toy_init(&toy, apart, 4);
  for (unsigned algorithm = RV_DPOR; algorithm <= RV_UNFOLD; algorithm++)
    CHECK_EQ(projected(algorithm, 1), 1);
  toy_release();
}

static void always(void) {
  TEST("what is projected is never less than what was explored, and in the end the same");
  for (unsigned algorithm = 0; algorithm <= RV_UNFOLD; algorithm++) {
    toy_init(&toy, writers, 5);
    struct rv_explorer *const x = toy_explorer(&toy, algorithm, RV_ROUND_ROBIN, 100);
    const struct rv_stats *const stats = rv_explorer_stats(x);
    uint64_t explored = 0, looks = 0;
    for (enum rv_progress progress = RV_MORE; progress == RV_MORE;) {
      progress = rv_explorer_next(x);
      explored++;
      looks += stats->projected >= explored; /* the last look may be a little while ago */
      CHECK(32 * stats->projected >= 31 * explored);
    }
    CHECK_EQ(stats->projected, explored);
    CHECK(looks > 32);
  }
  toy_release();

  TEST("an exploration that begins again forgets what was projected");
  toy_init(&toy, writers, 4);
  toy.restart_at = 60;
  struct rv_explorer *const x = toy_explorer(&toy, RV_OPTIMAL, RV_ROUND_ROBIN, 100);
  while (rv_explorer_next(x) == RV_MORE)
    ;
  CHECK_EQ(rv_explorer_stats(x)->restarts, 1);
  CHECK_EQ(rv_explorer_stats(x)->projected, 24);
  toy_release();
}

int main(void) {
  by_hand();
  always();
  return check_report();
}
