#include "cli/coverage.h"

static void add_counters(struct memory *to, const struct memory *from) {
  struct part sum = memory_counters(to), more = memory_counters(from);
  uint64_t *const sums = sum.first;
  const uint64_t *const counters = more.first;
  const uint32_t n = to->shared->n_counters;
  for (uint32_t i = 0; sums && counters && from->shared->n_counters == n && i < n; i++)
    sums[i] += counters[i];
  part_free(&sum);
  part_free(&more);
}

static bool is_reached(const uint64_t *counters, const struct shared_function *function,
                       uint32_t n) {
  for (uint32_t i = 0; i < function->n && function->first + i < n; i++)
    if (counters[function->first + i])
      return true;
  return false;
}

static void sum_up(const struct memory *search, struct result *result) {
  struct part counted = memory_counters(search), described = memory_functions(search);
  const struct shared_function *const functions = described.first;
  const uint32_t n = counted.first && functions ? search->shared->n_functions : 0;
  result->functions = n;
  result->functions_reached = 0;
  for (uint32_t i = 0; i < n; i++)
    result->functions_reached +=
        is_reached(counted.first, &functions[i], search->shared->n_counters);
  part_free(&counted);
  part_free(&described);
}

void coverage_write(struct check *check, struct memory *search) {
  struct shared *const shared = search->shared;
  struct watch watch = {.stdout_is_ours = true};
  int status;
  if (!shared->n_counters)
    return;
  for (uint32_t i = 1; i < check->team.n; i++)
    add_counters(search, &check->team.members[i].memory);
  sum_up(search, &check->result);
  const struct request asked = shared->request;
  shared->request.task = TASK_COVERAGE;
  shared->request.show_output = 1;
  worker_run(&check->program, search, &watch, &status);
  shared->request = asked;
}
