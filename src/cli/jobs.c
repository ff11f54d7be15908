#define _GNU_SOURCE
#include "cli/jobs.h"

#include <sched.h>
#include <stdlib.h>

#include "cli/message.h"
#include "cli/remote.h"

/* The cores that this process may use. */
static uint64_t cores(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? (uint64_t)CPU_COUNT(&set) : 1;
}

/* More than one was asked for, and not only by default. */
static bool are_asked_for(const struct options *options) {
  return options->jobs > 1 || remote_members();
}

/* What --jobs or the environment says; 0: nothing. */
static uint64_t said(const struct options *options) {
  const char *const general = getenv("RAVEL_JOBS");
  const uint64_t number = general ? strtoull(general, NULL, 10) : 0;
  return options->jobs ? options->jobs : number <= MAX_JOBS ? number : 0;
}

uint64_t jobs_wanted(const struct options *options) {
  const uint64_t number = said(options) ? said(options) : ALL_CORES;
  return remote_members() ? 1 + remote_members() : number == ALL_CORES ? cores() : number;
}

/* The option with which a search is one worker's; NULL: there is none. */
static const char *why_alone(const struct options *options) {
  const char *const other = options_other_search(options);
  return other                             ? other
         : options->algorithm == RV_GRAPH  ? "--algorithm=graph"
         : options->memory != RV_MEMORY_SC ? "--memory other than sc"
         : options->profile                ? "--profile"
         : options->tree                   ? "--tree"
         : options->suppress               ? "--suppress"
         : options->baseline               ? "--baseline"
         : options->max_executions         ? "--max-executions"
         : options->verbose                ? "--verbose"
         : options->order == RV_RANDOM && options->algorithm != RV_OPTIMAL
             ? "--order=random by another algorithm than optimal"
             : NULL;
}

bool jobs_can_be_more(const struct options *options) {
  return jobs_wanted(options) > 1 && !why_alone(options);
}

bool jobs_begin(const struct check *check) {
  const char *const why = why_alone(&check->options);
  if (why && are_asked_for(&check->options) && !check->alone)
    mention("a search with %s is on one core: --jobs has no effect", why);
  return !why;
}

bool jobs_are_wanted(const struct check *check) {
  return !check->alone && !check->team.n && !check->program.socket &&
         jobs_can_be_more(&check->options);
}

double jobs_after(const struct options *options) {
  return are_asked_for(options) ? 0 : 0.5;
}

bool jobs_can_be_shares(const struct check *check, uint32_t why_alone) {
  const struct options *const options = &check->options;
  return why_alone == ALONE_HISTORIES && said(options) && jobs_can_be_more(options) &&
         !remote_members() && !options->keep_going && !options->save &&
         options->order == RV_ROUND_ROBIN;
}

void jobs_form_team(struct check *check, struct memory *memory) {
  const char *why = team_why_alone(memory->shared->member.alone);
  if (!why && memory->shared->fork_per_execution && check->request.reset != RESET_FORK)
    why = team_why_alone(ALONE_STATE);
  if (why && are_asked_for(&check->options))
    mention("the search is on one core: %s", why);
  check->alone =
      why || !team_form(&check->team, memory, NULL, (uint32_t)jobs_wanted(&check->options));
  check->team.together = are_asked_for(&check->options);
  if (check->alone)
    team_free(&check->team);
}

bool jobs_dissolve_team(struct check *check, struct memory *memory) {
  check->alone = true;
  if (are_asked_for(&check->options))
    mention("the search goes on on one core: its parts are too small to be handed out");
  return team_dissolve(&check->team, memory);
}

bool jobs_resume(struct check *check, struct memory *memory, struct tasks *tasks) {
  const uint64_t n = check->alone ? 1 : jobs_wanted(&check->options);
  const bool formed = team_form(&check->team, memory, tasks, (uint32_t)n);
  if (!formed)
    team_free(&check->team);
  return formed;
}
