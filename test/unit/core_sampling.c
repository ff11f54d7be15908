/*
 * Sampling: what is drawn, and how often. The probabilities come from the definitions of the
 * samplers, which are written once more here: every random draw is tried with every value that it
 * can have. Then the frequencies among many samples are compared by a chi-square test.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/print_table.h"
#include "core_toy.h"

enum { MOST_DRAWS = 64, MOST_OUTCOMES = 4096 };

static struct toy toy;
static const struct toy_op end = {.kind = TOY_END};

/* --- outcomes -------------------------------------------------------------------------------- */

/* In the programs here every step adds to a cell and keeps what it read, so what was read is the
 * order of the steps on each cell: the trace. Choices count too. */
static uint64_t outcome(void) {
  uint64_t key = 0;
  for (unsigned t = 0; t < 5; t++)
    for (unsigned r = 0; r < 3; r++)
      key = key * 11 + toy.thread[t].r[r];
  return key;
}

static struct {
  unsigned n;
  uint64_t key[MOST_OUTCOMES];
  double probability[MOST_OUTCOMES];
  uint64_t times[MOST_OUTCOMES];
} outcomes;

static unsigned outcome_at(uint64_t key) {
  unsigned i = 0;
  while (i < outcomes.n && outcomes.key[i] != key)
    i++;
  if (i == outcomes.n) {
    if (i == MOST_OUTCOMES)
      abort();
    outcomes.n++;
    outcomes.key[i] = key;
    outcomes.probability[i] = 0;
    outcomes.times[i] = 0;
  }
  return i;
}

/* --- the definitions ------------------------------------------------------------------------- */

/* All that can be drawn, one after the other: the last draw that can have another value gets it. */
static struct {
  unsigned n, at;
  unsigned value[MOST_DRAWS], of[MOST_DRAWS];
} draws;

/* A number below `of`; all are equally likely. */
static unsigned draw(unsigned of) {
  if (draws.at == draws.n) {
    if (draws.n == MOST_DRAWS)
      abort();
    draws.value[draws.n++] = 0;
  }
  draws.of[draws.at] = of;
  return draws.value[draws.at++];
}

static bool next_draws(void) {
  draws.n = draws.at;
  draws.at = 0;
  while (draws.n && draws.value[draws.n - 1] + 1 == draws.of[draws.n - 1])
    draws.n--;
  if (!draws.n)
    return false;
  draws.value[draws.n - 1]++;
  return true;
}

static uint64_t enabled(void) {
  size_t words;
  return *toy.interface.enabled(&toy, &words);
}

static void make(unsigned thread) {
  struct rv_step done = {0};
  const struct rv_op op = *toy.interface.next(&toy, thread);
  const uint32_t choice = op.kind == RV_OP_CHOOSE ? draw(op.choices) : 0;
  toy.interface.step(&toy, thread, choice, &done);
}

static void define_random(unsigned depth, unsigned longest) {
  (void)depth, (void)longest;
  for (uint64_t set; (set = enabled());) {
    for (unsigned skip = draw((unsigned)__builtin_popcountll(set)); skip; skip--)
      set &= set - 1;
    make((unsigned)__builtin_ctzll(set));
  }
}

/* Numbers drawn at random are known by their order alone: a new one is anywhere among those that
 * were drawn before, with the same probability. */
static struct {
  unsigned n;
  unsigned order[MOST_DRAWS]; /* the numbers of the draws, from the lowest to the highest */
} ranks;

static unsigned draw_rank(void) {
  const unsigned id = ranks.n, at = draw(ranks.n + 1);
  memmove(&ranks.order[at + 1], &ranks.order[at], (ranks.n - at) * sizeof *ranks.order);
  ranks.order[at] = id;
  ranks.n++;
  return id;
}

static unsigned rank(unsigned id) {
  unsigned at = 0;
  while (ranks.order[at] != id)
    at++;
  return at;
}

static void define_pct(unsigned depth, unsigned longest) {
  unsigned priority[8], change[8];
  ranks.n = 0;
  for (unsigned t = 1; t < toy.threads; t++)
    priority[t] = draw_rank();
  for (unsigned t = 1; t < toy.threads; t++)
    priority[t] = depth + rank(priority[t]);
  for (unsigned i = 1; i < depth; i++)
    change[i] = 1 + draw(longest);
  unsigned steps = 0;
  for (uint64_t set; (set = enabled());) {
    unsigned highest = 0;
    for (unsigned t = 1; t < toy.threads; t++)
      if (set >> t & 1 && (!highest || priority[t] > priority[highest]))
        highest = t;
    make(highest);
    steps++;
    for (unsigned i = 1; i < depth; i++)
      if (change[i] == steps)
        priority[highest] = depth - i;
  }
}

static bool same_cell(unsigned a, unsigned b) {
  const struct rv_op first = *toy.interface.next(&toy, a), second = *toy.interface.next(&toy, b);
  return first.kind == RV_OP_MEMORY && second.kind == RV_OP_MEMORY &&
         first.access.addr == second.access.addr;
}

static void define_pos(unsigned depth, unsigned longest) {
  (void)depth, (void)longest;
  bool has[8] = {false};
  unsigned priority[8];
  ranks.n = 0;
  for (uint64_t set; (set = enabled());) {
    unsigned highest = 0;
    for (unsigned t = 1; t < toy.threads; t++)
      if (set >> t & 1 && !has[t]) {
        priority[t] = draw_rank();
        has[t] = true;
      }
    for (unsigned t = 1; t < toy.threads; t++)
      if (set >> t & 1 && (!highest || rank(priority[t]) > rank(priority[highest])))
        highest = t;
    for (unsigned t = 1; t < toy.threads; t++)
      has[t] &= !(set >> t & 1) || (t != highest && !same_cell(t, highest));
    make(highest);
  }
}

typedef void definition(unsigned depth, unsigned longest);

static void enumerate(definition *define, unsigned depth, unsigned longest) {
  outcomes.n = 0;
  draws.n = draws.at = 0;
  do {
    struct rv_step begun = {0};
    toy.interface.reset(&toy, &begun);
    define(depth, longest);
    double probability = 1;
    for (unsigned i = 0; i < draws.at; i++)
      probability /= draws.of[i];
    outcomes.probability[outcome_at(outcome())] += probability;
  } while (next_draws());
}

/* --- samples --------------------------------------------------------------------------------- */

static struct rv_explorer *sampler(enum rv_sample sample, uint64_t samples, unsigned depth) {
  const struct rv_options options = {
      .sample = sample, .samples = samples, .depth = depth, .seed = 7, .max_steps = 100};
  struct rv_explorer *const x = rv_explorer_new(&toy_memory, &options, NULL);
  rv_explorer_attach(x, &toy.interface, &toy_memory);
  return x;
}

/* Draws samples and counts how often each outcome comes up. */
static struct rv_stats draw_samples(enum rv_sample sample, uint64_t samples, unsigned depth) {
  struct rv_explorer *const x = sampler(sample, samples, depth);
  enum rv_progress progress;
  do {
    progress = rv_explorer_next(x);
    outcomes.times[outcome_at(outcome())]++;
  } while (progress == RV_MORE);
  CHECK_EQ(progress, RV_DONE);
  const struct rv_stats stats = *rv_explorer_stats(x);
  toy_release();
  return stats;
}

/* Whether the frequencies are likely ones: so far from the probabilities are fewer than one in ten
 * thousand (the chi-square distribution as Wilson and Hilferty approximate it). */
static bool fits(uint64_t samples) {
  double distance = 0, degrees = -1;
  for (unsigned i = 0; i < outcomes.n; i++) {
    const double expected = outcomes.probability[i] * (double)samples;
    if (expected < 5) {
      if (expected == 0 && outcomes.times[i] > 1) /* the first sample of PCT knows no length */
        return false;
      continue;
    }
    distance += pow((double)outcomes.times[i] - expected, 2) / expected;
    degrees++;
  }
  const double part = 2 / (9 * degrees), limit = degrees * pow(1 - part + 3.72 * sqrt(part), 3);
  return distance < limit;
}

/* --- programs -------------------------------------------------------------------------------- */

static struct toy_op create(uint32_t pc, unsigned threads) {
  return pc < threads ? (struct toy_op){.kind = TOY_CREATE, .value = pc + 1} : end;
}

static struct toy_op add(unsigned cell, unsigned to) {
  return (struct toy_op){.kind = TOY_ADD, .cell = cell, .value = 1, .to = (uint8_t)to};
}

/* x, y | x | y, then x */
static struct toy_op three(const struct toy *self, unsigned thread, const struct toy_thread *t) {
  (void)self;
  if (thread == 0)
    return create(t->pc, 3);
  static const int cells[4][3] = {{0}, {0, 1, -1}, {0, -1}, {1, -1}};
  const int cell = cells[thread][t->pc];
  return cell < 0 ? end : add((unsigned)cell, t->pc);
}

/* The value of a choice decides which cell is added to. */
static struct toy_op choosers(const struct toy *self, unsigned thread, const struct toy_thread *t) {
  (void)self;
  if (thread == 0)
    return create(t->pc, 2);
  if (t->pc == 0)
    return (struct toy_op){.kind = TOY_CHOOSE, .value = 3, .to = 0};
  return t->pc == 1 ? add((unsigned)t->r[0], 1) : end;
}

static void frequencies(void) {
  static const struct {
    enum rv_sample sample;
    definition *define;
    const char *sentence;
  } all[] = {{RV_SAMPLE_RANDOM, define_random, "a random walk is as its definition says"},
             {RV_SAMPLE_PCT, define_pct, "PCT draws as its definition says"},
             {RV_SAMPLE_POS, define_pos, "partial order sampling draws as its definition says"}};
  enum { SAMPLES = 20000 };
  for (unsigned i = 0; i < 3; i++) {
    TEST(all[i].sentence);
    toy_init(&toy, three, 0);
    enumerate(all[i].define, 3, 4);
    draw_samples(all[i].sample, SAMPLES, 3);
    CHECK(fits(SAMPLES));
    toy_init(&toy, choosers, 0);
    enumerate(all[i].define, 2, 4);
    draw_samples(all[i].sample, SAMPLES, 2);
    CHECK(fits(SAMPLES));
  }
  TEST("the samplers differ, and the comparison tells");
  for (unsigned i = 0; i < 9; i++) {
    toy_init(&toy, three, 0);
    enumerate(all[i / 3].define, 3, 4);
    draw_samples(all[i % 3].sample, SAMPLES, 3);
    CHECK_EQ(fits(SAMPLES), i / 3 == i % 3);
  }
}

/* --- what PCT guarantees --------------------------------------------------------------------- */

/* One thread makes `size` steps, the other one or two: the place of these among the others decides
 * on a bug that takes as many ordering constraints. */
static struct toy_op between(const struct toy *self, unsigned thread, const struct toy_thread *t) {
  if (thread == 0)
    return create(t->pc, 2);
  if (thread == 1)
    return t->pc < self->size % 100 ? add(0, 2) : end;
  return t->pc < self->size / 100 ? add(0, t->pc) : end;
}

/* How often thread 2 came after `before` steps, and its second step, if it has one, last. */
static uint64_t found(uint64_t samples, unsigned depth, unsigned before) {
  struct rv_explorer *const x = sampler(RV_SAMPLE_PCT, samples, depth);
  uint64_t times = 0;
  const unsigned steps = toy.size % 100, second = toy.size / 100;
  enum rv_progress progress;
  do {
    progress = rv_explorer_next(x);
    times += toy.thread[2].r[0] == before && (second < 2 || toy.thread[2].r[1] == steps + 1);
  } while (progress == RV_MORE);
  toy_release();
  return times;
}

/* In each case 1/(n k^(d-1)) is not only the least probability but the probability: the one order
 * of the priorities, and the one place for each change. */
static void guarantee(void) {
  TEST("PCT finds bugs that are as hard to find as can be as often as it guarantees");
  enum { SAMPLES = 40000 };
  for (unsigned depth = 2; depth <= 3; depth++)
    for (unsigned steps = 3; steps <= 6; steps += 3)
      for (unsigned before = 1; before < steps; before++) {
        toy_init(&toy, between, 100 * (depth - 1) + steps);
        const double k = steps + depth - 1, p = 1 / (2 * pow(k, depth - 1));
        const double expected = SAMPLES * p, deviation = sqrt(SAMPLES * p * (1 - p));
        const double times = (double)found(SAMPLES, depth, before);
        CHECK(times > expected - 4 * deviation);
        CHECK(times < expected + 4 * deviation);
      }
}

/* --- counting -------------------------------------------------------------------------------- */

/* Three threads that each add to x and then to y: orders on x times orders on y that go with it. */
static struct toy_op adders(const struct toy *self, unsigned thread, const struct toy_thread *t) {
  (void)self;
  if (thread == 0)
    return create(t->pc, 3);
  return t->pc < 2 ? add(t->pc, t->pc) : end;
}

static void counting(void) {
  TEST("samples that are the same trace count once, in whatever order their steps are made");
  for (unsigned sample = RV_SAMPLE_RANDOM; sample < RV_SAMPLES; sample++) {
    toy_init(&toy, adders, 0);
    outcomes.n = 0;
    const struct rv_stats stats = draw_samples(sample, 300, 4);
    uint64_t once = 0, twice = 0;
    for (unsigned i = 0; i < outcomes.n; i++) {
      once += outcomes.times[i] == 1;
      twice += outcomes.times[i] == 2;
    }
    CHECK_EQ(stats.samples, 300);
    CHECK_EQ(stats.executions, 300);
    CHECK_EQ(stats.distinct, outcomes.n);
    CHECK_EQ(stats.seen_once, once);
    CHECK_EQ(stats.seen_twice, twice);
    CHECK_EQ(stats.learning, 1);
    CHECK_EQ(stats.threads, 4);
    CHECK_EQ(stats.longest, 6);
  }
  TEST("all traces are seen in the end");
  toy_init(&toy, adders, 0);
  const uint64_t traces = toy_explore(&toy, RV_OPTIMAL, RV_ROUND_ROBIN).executions;
  for (unsigned sample = RV_SAMPLE_RANDOM; sample < RV_SAMPLES; sample++) {
    toy_init(&toy, adders, 0);
    CHECK_EQ(draw_samples(sample, 20000, 6).distinct, traces);
  }
}

static void going_on(void) {
  TEST("the same seed draws the same, whatever process is lost and however often it begins again");
  for (unsigned sample = RV_SAMPLE_RANDOM; sample < RV_SAMPLES; sample++) {
    toy_init(&toy, adders, 0);
    const struct rv_stats whole = draw_samples(sample, 100, 3);
    toy_init(&toy, adders, 0);
    struct rv_explorer *const x = sampler(sample, 100, 3);
    toy.lose_at = 5;
    toy.restart_at = 40;
    if (setjmp(toy.lost)) {
      toy.lose_at += 97;
      rv_explorer_attach(x, &toy.interface, &toy_memory);
    }
    while (rv_explorer_next(x) == RV_MORE)
      ;
    const struct rv_stats *const stats = rv_explorer_stats(x);
    CHECK_EQ(stats->restarts, 1);
    CHECK_EQ(stats->samples, 100);
    CHECK_EQ(stats->distinct, whole.distinct);
    CHECK_EQ(stats->seen_once, whole.seen_once);
    CHECK_EQ(stats->events, whole.events);
    toy_release();
  }
}

/* --- the table ------------------------------------------------------------------------------- */

static uint64_t scattered(uint64_t i) {
  return (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

static uint64_t value_at(const struct rv_print_table *prints, const struct rv_print *print) {
  const struct rv_print_entry *const entry = rv_print_table_at(prints, print);
  return entry ? entry->value : 0;
}

static void table(void) {
  TEST("a table of prints keeps every entry as it grows, in less than 100 bytes each");
  enum { ENTRIES = 300000 };
  struct rv_print_table prints;
  rv_print_table_init(&prints, &toy_memory, 20);
  for (uint64_t i = 0; i < ENTRIES; i++) {
    const struct rv_print print = {{scattered(i / 2), i}}; /* two of each first half */
    CHECK_EQ(value_at(&prints, &print), 0);
    rv_print_table_enter(&prints, &print)->value = i + 1;
  }
  for (uint64_t i = 0; i < ENTRIES; i++) {
    const struct rv_print print = {{scattered(i / 2), i}};
    CHECK_EQ(value_at(&prints, &print), i + 1);
    CHECK_EQ(rv_print_table_enter(&prints, &print)->value, i + 1);
  }
  CHECK_EQ(prints.n, ENTRIES);
  CHECK(toy_resident() < (uint64_t)100 * ENTRIES);
  rv_print_table_clear(&prints);
  CHECK_EQ(value_at(&prints, &(struct rv_print){{scattered(0), 0}}), 0);
  toy_release();

  TEST("a table of prints that is full takes no more, and loses nothing");
  rv_print_table_init(&prints, &toy_memory, 10);
  for (uint64_t i = 0; i < 2000; i++) {
    const struct rv_print print = {{scattered(i), i}};
    struct rv_print_entry *const entry = rv_print_table_enter(&prints, &print);
    CHECK_EQ(entry != NULL, i < 768);
    if (entry)
      entry->value = 1;
  }
  for (uint64_t i = 0; i < 2000; i++)
    CHECK_EQ(value_at(&prints, &(struct rv_print){{scattered(i), i}}), i < 768);
  toy_release();
}

int main(void) {
  frequencies();
  guarantee();
  counting();
  going_on();
  table();
  return check_report();
}
