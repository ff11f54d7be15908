/*
 * What the estimate says of random programs: for each, the executions that there are, and what it
 * says after shares of them.
 *
 *   estimates FIRST_SEED COUNT LEAST ALGORITHM SHARE ...
 *
 * Prints a line for each program with at least LEAST executions (and not very many): the seed, the
 * executions, and for each share, in per mille: executions, low and high of the estimate.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/estimate.h"
#include "system.h"

enum { MOST = 50000 };

static struct oracle_memory memory;

/* All kinds of programs that the generator makes. */
static unsigned features_of(uint64_t seed) {
  if (seed % 7 == 1)
    return FEATURE_JOINS;
  if (seed % 7 == 2)
    return FEATURE_STORES | FEATURES_ALL;
  return seed % 5 ? FEATURES_ALL : FEATURES_ALL | FEATURE_MAILBOXES | FEATURE_TIMED;
}

/* What the search had counted when it had so many executions. */
static struct rv_stats counted[MOST + 1];

/* Explores all, and returns how many executions there are; 0 if they are too many. */
static uint64_t explore(const struct program *p, uint32_t algorithm) {
  struct oracle_system system;
  const struct equivalence equivalence = {0};
  const struct rv_options options = {
      .algorithm = algorithm, .max_steps = MAX_EVENTS, .max_executions = 20 * MOST};
  const struct rv_memory from = oracle_memory(&memory);
  oracle_system_init(&system, p, &equivalence, 0);
  struct rv_explorer *const x = rv_explorer_new(&from, &options, NULL);
  rv_explorer_attach(x, &system.interface, &from);
  const struct rv_stats *const stats = rv_explorer_stats(x);
  enum rv_progress progress = RV_MORE;
  while (progress == RV_MORE && stats->executions < MOST) {
    progress = rv_explorer_next(x);
    counted[stats->executions] = *stats;
    trace_set_free(&system.traces); /* which traces they are is not asked here */
  }
  const uint64_t executions = stats->executions;
  oracle_memory_release(&memory);
  oracle_system_free(&system);
  return progress == RV_DONE ? executions : 0;
}

static bool show(uint64_t seed, uint64_t least, uint32_t algorithm, char **shares, int n) {
  struct program p;
  program_generate(&p, seed, features_of(seed));
  const uint64_t all = explore(&p, algorithm);
  if (all < least)
    return false;
  printf("%" PRIu64 " %" PRIu64, seed, all);
  for (int i = 0; i < n; i++) {
    struct estimate estimate = {0};
    estimate_search(&counted[all * strtoull(shares[i], NULL, 10) / 1000], &estimate);
    printf(" %.0f %.0f %.0f", estimate.executions, estimate.low, estimate.high);
  }
  putchar('\n');
  fflush(stdout);
  return true;
}

int main(int argc, char **argv) {
  if (argc < 6)
    return 2;
  uint64_t seed = strtoull(argv[1], NULL, 10), left = strtoull(argv[2], NULL, 10);
  uint32_t algorithm = 0;
  while (algorithm < RV_ALGORITHMS - 1 && strcmp(rv_algorithm_name(algorithm), argv[4]) != 0)
    algorithm++;
  for (; left; seed++)
    left -= show(seed, strtoull(argv[3], NULL, 10), algorithm, argv + 5, argc - 5);
  return 0;
}
