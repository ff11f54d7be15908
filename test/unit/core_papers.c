/*
 * The papers' programs, with the numbers of traces that the papers give (or that follow from what
 * they say).
 */
#include "check.h"
#include "core_toy.h"

static const struct toy_op end = {.kind = TOY_END};

static struct toy_op op_read(unsigned cell, unsigned to) {
  return (struct toy_op){.kind = TOY_READ, .cell = cell, .to = (uint8_t)to};
}

static struct toy_op op_write(unsigned cell, uint64_t value) {
  return (struct toy_op){.kind = TOY_WRITE, .cell = cell, .value = value};
}

static struct toy_op op_add(unsigned cell, uint64_t value) {
  return (struct toy_op){.kind = TOY_ADD, .cell = cell, .value = value};
}

static struct toy_op op_create(unsigned thread) {
  return (struct toy_op){.kind = TOY_CREATE, .value = thread};
}

static struct toy_op op_join(unsigned thread) {
  return (struct toy_op){.kind = TOY_JOIN, .value = thread};
}

/* p: x=1; x=2. q: y=1; x=3. */
static struct toy_op two_writes(const struct toy *toy, unsigned thread,
                                const struct toy_thread *t) {
  (void)toy;
  if (thread == 0)
    return t->pc < 2 ? op_create(t->pc + 1) : end;
  if (t->pc == 2)
    return end;
  if (thread == 1)
    return op_write(0, t->pc + 1);
  return t->pc == 0 ? op_write(1, 1) : op_write(0, 3);
}

/* One thread writes x, N threads read a variable of their own and then x. */
static struct toy_op readers(const struct toy *toy, unsigned thread, const struct toy_thread *t) {
  if (thread == 0)
    return t->pc <= toy->size ? op_create(t->pc + 1) : end;
  if (thread == 1)
    return t->pc == 0 ? op_write(0, 1) : end;
  return t->pc == 0 ? op_read(thread, 0) : t->pc == 1 ? op_read(0, 0) : end;
}

/* Figure 11 of the J. ACM paper; its process j is our thread j + 1. */
static struct toy_op lastzero(const struct toy *toy, unsigned thread, const struct toy_thread *t) {
  if (thread == 0)
    return t->pc <= toy->size ? op_create(t->pc + 1) : end;
  if (thread == 1)
    return t->pc && t->r[0] == 0 ? end : op_read(toy->size - t->pc, 0);
  const unsigned j = thread - 1;
  return t->pc == 0 ? op_read(j - 1, 0) : t->pc == 1 ? op_write(j, t->r[0] + 1) : end;
}

/* N threads write different values to x. */
static struct toy_op writers(const struct toy *toy, unsigned thread, const struct toy_thread *t) {
  if (thread == 0)
    return t->pc < toy->size ? op_create(t->pc + 1) : end;
  return t->pc == 0 ? op_write(0, thread) : end;
}

/* Figure 12: cell 1 is counter1, cell 2 counter2. Thread 1 is process 0, the last thread joins the
 * others and then increments counter1. */
static struct toy_op wakeup_stress(const struct toy *toy, unsigned thread,
                                   const struct toy_thread *t) {
  const unsigned last = toy->size + 2;
  if (thread == 0)
    return t->pc < last ? op_create(t->pc + 1) : end;
  if (thread < last)
    return t->pc == 0 ? op_add(thread == 1 ? 1 : 2, 1) : end;
  return t->pc < toy->size ? op_join(t->pc + 2) : t->pc == toy->size ? op_add(1, 1) : end;
}

/* The threads of fib. The cells hold i - 1 and j - 1, so that they are zero at the start; it makes
 * no difference to what depends on what. */
static struct toy_op fib_thread(const struct toy *toy, unsigned thread,
                                const struct toy_thread *t) {
  const unsigned mine = thread - 1, other = 2 - thread;
  if (t->pc / 3 == toy->size)
    return end;
  return t->pc % 3 == 0   ? op_read(mine, 0)
         : t->pc % 3 == 1 ? op_read(other, 1)
                          : op_write(mine, t->r[0] + t->r[1] + 1);
}

static struct toy_op fib(const struct toy *toy, unsigned thread, const struct toy_thread *t) {
  if (thread)
    return fib_thread(toy, thread, t);
  static const uint8_t kinds[] = {TOY_CREATE, TOY_CREATE, TOY_JOIN, TOY_JOIN};
  if (t->pc < 4)
    return (struct toy_op){.kind = kinds[t->pc], .value = 1 + t->pc % 2};
  return t->pc < 6 ? op_read(t->pc - 4, 0) : end;
}

/* As fib, but main reads while the threads run. */
static struct toy_op fib_unjoined(const struct toy *toy, unsigned thread,
                                  const struct toy_thread *t) {
  if (thread)
    return fib_thread(toy, thread, t);
  return t->pc < 2 ? op_create(t->pc + 1) : t->pc < 4 ? op_read(t->pc - 2, 0) : end;
}

/* p: x+=2. q: x+=4. r: x+=1. s: await(x==1). */
static struct toy_op await(const struct toy *toy, unsigned thread, const struct toy_thread *t) {
  (void)toy;
  static const uint64_t values[] = {2, 4, 1};
  if (thread == 0)
    return t->pc < 4 ? op_create(t->pc + 1) : end;
  if (t->pc)
    return end;
  return thread < 4 ? op_add(0, values[thread - 1])
                    : (struct toy_op){.kind = TOY_AWAIT, .cell = 0, .value = 1};
}

/* Figure 10, with s reading y only when n = 1. Thread numbers: main, p_1 .. p_n, then q_i, r_i, s_i
 * in groups. Cells: x_i, y_i, z_i in groups. */
static struct toy_op control_flow(const struct toy *toy, unsigned thread,
                                  const struct toy_thread *t) {
  const unsigned n = toy->size;
  if (thread == 0)
    return t->pc < n + 3 ? op_create(t->pc + 1) : end;
  if (thread <= n) {
    if (t->pc == 0)
      return op_read(3 * thread, 0);
    return t->r[0] == 1 && thread < n && t->pc < 4 ? op_create(n + 3 * thread + t->pc) : end;
  }
  const unsigned i = (thread - n - 1) / 3 + 1, x = 3 * i, y = x + 1, z = x + 2;
  switch ((thread - n - 1) % 3) {
  case 0:
    return t->pc == 0 ? op_write(y, 1) : end;
  case 1:
    return t->pc == 0 ? op_read(y, 0) : t->pc == 1 && t->r[0] == 0 ? op_write(z, 1) : end;
  default:
    if (t->pc == 0)
      return op_read(z, 0);
    if (t->pc == 1)
      return t->r[0] == 1 ? op_read(y, 1) : end;
    return t->pc == 2 && t->r[1] == 0 ? op_write(x, 1) : end;
  }
}

/* As the figure is printed: s reads y always. */
static struct toy_op control_flow_printed(const struct toy *toy, unsigned thread,
                                          const struct toy_thread *t) {
  const bool is_s = thread > toy->size && (thread - toy->size - 1) % 3 == 2;
  if (!is_s || t->pc == 0)
    return control_flow(toy, thread, t);
  const unsigned y = (thread - toy->size - 1) / 3 * 3 + 4;
  if (t->pc == 1)
    return op_read(y, 1);
  return t->pc == 2 && t->r[0] == 1 && t->r[1] == 0 ? op_write(y - 1, 1) : end;
}

typedef struct toy_op code(const struct toy *, unsigned, const struct toy_thread *);

/* Every algorithm from `first` on finds so many traces, in every order; optimal begins nothing in
 * vain. */
static void count(code *program, unsigned size, uint64_t traces, enum rv_algorithm first) {
  static struct toy toy;
  for (unsigned algorithm = first; algorithm <= RV_UNFOLD; algorithm++)
    for (unsigned order = 0; order < RV_ORDERS; order++) {
      toy_init(&toy, program, size);
      const struct rv_stats stats = toy_explore(&toy, algorithm, order);
      if (!CHECK_EQ(stats.executions, traces))
        printf("  with %s, %s\n", rv_algorithm_name(algorithm), rv_order_name(order));
      CHECK_EQ(stats.executions, toy.complete);
      if (algorithm == RV_OPTIMAL) {
        CHECK_EQ(stats.blocked, 0);
        CHECK_EQ(stats.tree_nodes, 0);
      }
    }
}

static void small_programs(void) {
  static struct toy toy;
  TEST("naive explores the six interleavings of two-writes");
  toy_init(&toy, two_writes, 0);
  CHECK_EQ(toy_explore(&toy, RV_NAIVE, RV_ROUND_ROBIN).executions, 6);
  TEST("two-writes has three traces");
  count(two_writes, 0, 3, RV_SLEEP);
  TEST("the await program has eight traces");
  count(await, 0, 8, RV_SLEEP);
  TEST("control-flow(n) has 4n+1 traces, and 7 for n=1 as printed");
  for (unsigned n = 1; n <= 5; n++)
    count(control_flow, n, 4 * n + 1, n < 3 ? RV_SLEEP : RV_DPOR);
  count(control_flow_printed, 1, 7, RV_SLEEP);
}

static void families(void) {
  TEST("readers(N) has 2^N traces");
  count(readers, 2, 4, RV_SLEEP);
  count(readers, 8, 256, RV_DPOR);
  TEST("lastzero(N) has (N+3)*2^(N-2) traces");
  count(lastzero, 5, 64, RV_DPOR);
  count(lastzero, 10, 3328, RV_SOURCE);
  TEST("writers(N) has N! traces");
  for (uint64_t n = 1, factorial = 1; n <= 6; n++, factorial *= n)
    count(writers, (unsigned)n, factorial, n < 5 ? RV_SLEEP : RV_DPOR);
  TEST("wakeup-stress(N) has 2*N! traces");
  for (uint64_t n = 1, factorial = 1; n <= 5; n++, factorial *= n)
    count(wakeup_stress, (unsigned)n, 2 * factorial, n < 4 ? RV_SLEEP : RV_DPOR);
  TEST("fib(4) has 1107 traces, fib(5) 8953, and fib(4) 19605 where main does not join");
  count(fib, 4, 1107, RV_DPOR);
  count(fib, 5, 8953, RV_SOURCE);
  count(fib_unjoined, 4, 19605, RV_OPTIMAL);
}

/* Table 4 of the paper: readers(8) is 256 executions in all, with the writer going first. */
static void source_sets(void) {
  static struct toy toy;
  TEST("source begins nothing in vain on readers(N) and writers(N)");
  toy_init(&toy, readers, 8);
  CHECK_EQ(toy_explore(&toy, RV_SOURCE, RV_ROUND_ROBIN).blocked, 0);
  toy_init(&toy, writers, 5);
  CHECK_EQ(toy_explore(&toy, RV_SOURCE, RV_ROUND_ROBIN).blocked, 0);
}

static void memory(void) {
  static struct toy toy;
  TEST("wakeup-stress(7) takes less than 100 MB with its wakeup trees");
  toy_init(&toy, wakeup_stress, 7);
  struct rv_explorer *const x = toy_explorer(&toy, RV_OPTIMAL, RV_ROUND_ROBIN, 10000);
  while (rv_explorer_next(x) == RV_MORE)
    ;
  CHECK_EQ(rv_explorer_stats(x)->executions, 10080);
  CHECK(rv_explorer_stats(x)->tree_peak > 0);
  CHECK(toy_resident() < UINT64_C(100000000));
  toy_release();
}

int main(void) {
  small_programs();
  families();
  source_sets();
  memory();
  return check_report();
}
