#include "cli/livelocks.h"

#include <string.h>

#include "cli/signals.h"
#include "cli/supervise.h"

/* It may take that many seconds, and as many times what the search has taken. */
enum { SECONDS = 5, TIMES = 2 };

static struct request request_of(const struct check *check) {
  struct request request = check->request;
  request.keep_going = request.suppress = request.tree = request.saves = false;
  request.show_output = false;
  request.void_iterations = true;
  request.explorer = rv_options_bare(&check->request.explorer);
  request.explorer.algorithm = RV_NAIVE;
  request.explorer.stateful = request.explorer.livelocks = true;
  return request;
}

static double deadline_of(const struct check *check) {
  const double own = clock_seconds() + SECONDS + TIMES * check->result.seconds;
  return check->deadline > 0 && check->deadline < own ? check->deadline : own;
}

bool livelocks_look(struct check *check, const struct memory *search) {
  if (!search->shared->stats.void_ || check->request.explorer.livelocks)
    return true;
  const struct request request = request_of(check);
  struct watch watch = {.stdout_is_ours = check->watch.stdout_is_ours,
                        .deadline = deadline_of(check)};
  struct memory memory;
  if (!memory_new(&memory, &request))
    return false;
  const bool done = supervise(&check->program, &memory, &watch) == ENDING_DONE;
  const struct rv_stats *const stats = &memory.shared->stats;
  watch.deadline = 0;
  findings_collect(&check->findings, &check->program, &memory, &request, NULL, &watch);
  const bool all = done && stats->states && !stats->uncompared && !stats->bounded;
  check->watch.interrupted |= watch.interrupted;
  memory_free(&memory);
  return all;
}
