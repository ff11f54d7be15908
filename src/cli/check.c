/* `ravel check`: make the program, search, record what broke, say it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/advice.h"
#include "cli/check.h"
#include "cli/command.h"
#include "cli/coverage.h"
#include "cli/each_test.h"
#include "cli/files.h"
#include "cli/inputs.h"
#include "cli/jobs.h"
#include "cli/livelocks.h"
#include "cli/message.h"
#include "cli/profile.h"
#include "cli/progress.h"
#include "cli/remarks.h"
#include "cli/results.h"
#include "cli/save.h"
#include "cli/signals.h"
#include "cli/supervise.h"
#include "cli/uncovered.h"
#include "report/fold.h"
#include "report/result.h"
#include "report/text.h"
#include "report/tree.h"

static const char *stopped_by(enum ending ending) {
  switch (ending) {
  case ENDING_LIMIT:
    return "--max-executions";
  case ENDING_TIME:
    return "--max-seconds";
  case ENDING_INTERRUPTED:
    return "an interrupt";
  default:
    return NULL;
  }
}

/* The options whose bounds have kept executions from being explored; NULL: none has. */
static const char *bounds_named(struct check *check) {
  static const char *const names[BOUNDS] = {[BOUND_TIMEOUTS] = "--timeouts",
                                            [BOUND_SPURIOUS] = "--spurious",
                                            [BOUND_STEPS] = "--max-steps",
                                            [BOUND_STEP_SECONDS] = "--step-seconds",
                                            [BOUND_PROGRESS] = ".steps of the scenario"};
  const char *all = check->result.stats.forbidden ? "--preemption-bound" : NULL;
  for (uint32_t i = 0; i < BOUNDS; i++)
    if (check->bounds_met >> i & 1)
      all = all ? arena_printf(&check->arena, "%s and %s", all, names[i]) : names[i];
  return all;
}

static const char *why_uncompared(const struct check *check, const struct shared *shared) {
  if (!check->request.explorer.context)
    return NULL;
  if (check->request.reset == RESET_FORK)
    return "every execution has a process of its\n              own with --reset=fork";
  if (!shared->request.explorer.context) /* the worker has turned it off */
    return "the program may keep state that is not in\n              its memory";
  if (shared->plain_shared && check->request.races == RACES_REPORT)
    return "threads share plain memory, and the order of\n"
           "              steps can decide on a data race; --races=ignore or interleave does";
  return NULL;
}

static bool time_is_up(const struct check *check) {
  return check->deadline > 0 && clock_seconds() >= check->deadline;
}

enum { FIRST_SAVE = 1 }; /* with --keep-going; then after twice the time, and so on */

/* What the search has found by now outlives whatever happens to us. */
static void save_findings(struct check *check, const struct memory *memory) {
  struct watch own = {.stdout_is_ours = check->watch.stdout_is_ours};
  check->next_save *= 2;
  check->saved = findings_save(check->saved, &check->program, memory, &memory->shared->request,
                               &own, &check->options);
  check->watch.interrupted |= own.interrupted;
}

/* With --suppress and --baseline the search stands still at each new error: how it ends there, or
 * ENDING_FOUND where it goes on. */
static enum ending look_at_new_error(struct check *check, const struct memory *memory) {
  if (!suppress_look(&check->suppress, &check->program, memory, &memory->shared->request,
                     &check->watch) &&
      !check->options.keep_going)
    return ENDING_DONE;
  return check->watch.interrupted ? ENDING_INTERRUPTED
         : time_is_up(check)      ? ENDING_TIME
                                  : ENDING_FOUND;
}

/* What the search stands still for, and when. */
enum pause { PAUSE_FOR_SCOUT, PAUSE_FOR_TRACES, PAUSE_FOR_SEARCH, PAUSE_FOR_TEAM, PAUSES };

static enum pause next_pause(const struct check *check, double begin, double *when) {
  const double at[PAUSES] = {
      [PAUSE_FOR_SCOUT] = scout_next(&check->scout) > 0 ? begin + scout_next(&check->scout) : 0,
      [PAUSE_FOR_TRACES] = check->next_save > 0 ? begin + check->next_save : 0,
      [PAUSE_FOR_SEARCH] =
          check->options.save ? check->search_saved + (double)check->options.save_every : 0,
      [PAUSE_FOR_TEAM] = jobs_are_wanted(check) ? begin + jobs_after(&check->options) : 0};
  enum pause first = PAUSE_FOR_SCOUT;
  for (unsigned i = 0; i < PAUSES; i++)
    if (at[i] > 0 && (at[first] <= 0 || at[i] < at[first]))
      first = i;
  *when = at[first];
  return first;
}

/* A team goes on while the scout looks around beside it. */
static enum ending team_and_scout(struct check *check) {
  struct scout *const scout = &check->scout;
  check->watch.enough = scout->beside ? &scout->said->found : NULL;
  const enum ending ending = team_supervise(&check->team, &check->program, &check->watch);
  check->watch.enough = NULL;
  if (ending != ENDING_TIME && ending != ENDING_DONE && ending != ENDING_INTERRUPTED)
    scout_recall(scout);
  return ending;
}

/* A scout beside the search has come back with an error: whether that ends the search. */
static bool take_scouted(struct check *check) {
  struct scout *const scout = &check->scout;
  struct watch own = {.stdout_is_ours = check->watch.stdout_is_ours};
  const bool found = scout_collect(scout, &check->program, &own) && !check->request.keep_going;
  if (found)
    findings_move(&check->findings, &scout->findings);
  check->watch.interrupted |= own.interrupted;
  return found;
}

/* The search, which stands still while the scout looks around, and while traces, or the search
 * itself, are saved. */
static enum ending search_and_scout(struct check *check, struct memory *memory) {
  struct watch *watch = &check->watch;
  struct scout *scout = &check->scout;
  const double begin = clock_seconds(), paused = scout->paused;
  enum ending ending;
  check->search_saved = begin;
  for (bool found = false; !found;) {
    double look;
    if (check->team.n && scout_next(scout) > 0)
      scout_send(scout, &check->program, memory, watch, begin + scout->paused - paused);
    const enum pause pause = next_pause(check, begin + scout->paused - paused, &look);
    const bool looks = look > 0 && (check->deadline <= 0 || look < check->deadline);
    watch->time_up = false;
    watch->deadline = looks ? look : check->deadline;
    watch->pauses = looks;
    watch->search_ends = check->deadline;
    memory->shared->stop = 0;
    ending = check->team.n          ? team_and_scout(check)
             : check->shares.team.n ? shares_supervise(&check->shares, &check->program, watch)
                                    : supervise(&check->program, memory, watch);
    if (ending == ENDING_FOUND && (ending = look_at_new_error(check, memory)) == ENDING_FOUND)
      continue;
    const bool scouted =
        scout_is_back(scout) && (check->request.keep_going || !memory->shared->n_errors);
    if (scouted && take_scouted(check))
      return ENDING_DONE;
    if (scouted && ending == ENDING_TIME && !time_is_up(check))
      continue;
    if (ending == ENDING_SMALL && jobs_dissolve_team(check, memory))
      continue;
    if (!looks || ending != ENDING_TIME || time_is_up(check))
      return ending;
    if (pause == PAUSE_FOR_TRACES)
      save_findings(check, memory);
    if (pause == PAUSE_FOR_SEARCH)
      save_now(check, memory);
    if (pause == PAUSE_FOR_TEAM && jobs_can_be_shares(check, memory->shared->member.alone)) {
      check->team.alone = ALONE_HISTORIES;
      return ENDING_ALONE;
    }
    if (pause == PAUSE_FOR_TEAM)
      jobs_form_team(check, memory);
    if (watch->interrupted)
      return ENDING_INTERRUPTED;
    scout->off |= memory->shared->n_errors > 0; /* the search needs no help */
    if (scout->off || pause != PAUSE_FOR_SCOUT)
      continue;
    found = scout_look(scout, &check->program, memory, watch) && !check->request.keep_going;
    if (found)
      findings_move(&check->findings, &scout->findings);
    if (watch->interrupted)
      return ENDING_INTERRUPTED;
  }
  return ENDING_DONE;
}

/* Scenarios come in the order of their size, and each is explored as a whole. */
static void scenarios_covered(struct check *check, const struct shared *shared, bool whole) {
  const struct rv_options *explorer = &check->request.explorer;
  const bool known = !explorer->preemptions && !explorer->sample && !shared->bounds_met &&
                     !shared->n_errors && (whole || !check->team.n);
  check->result.scenarios_largest = known ? shared->scenarios_largest : 0;
  check->result.scenarios_covered = whole ? shared->scenarios_largest : shared->scenarios_covered;
}

double check_seconds(const struct check *check) {
  return check->result.seconds + clock_seconds() - check->began -
         (check->scout.paused - check->scouted);
}

/* One search, from the start, or from where it was when it had taken so many seconds. */
static enum ending explore(struct check *check, struct memory *memory, double before) {
  struct watch *watch = &check->watch;
  watch->progress = !check->options.quiet && !check->options.verbose && !check->is_case;
  check->began = clock_seconds();
  check->scouted = check->scout.paused;
  check->result.seconds += before;
  progress_begin(check->began - before);
  check->saved = 0;
  check->next_save =
      check->request.keep_going && !check->silent && !check->request.suppress ? FIRST_SAVE : 0;
  suppress_begin(&check->suppress);
  const enum ending ending = search_and_scout(check, memory);
  scout_end(&check->scout);
  progress_end();
  save_last(check, memory, ending);
  check->result.seconds = check_seconds(check);
  check->result.peak_rss_kib = watch->peak_rss_kib;
  check->result.stats = memory->shared->stats;
  check->result.scenarios = memory->shared->scenarios;
  check->result.histories = memory->shared->histories;
  scenarios_covered(check, memory->shared, ending == ENDING_DONE);
  if (check->shares.team.n)
    shares_end(&check->shares, memory, ending, &check->result);
  check->bounds_met = memory->shared->bounds_met;
  check->result.uncompared = why_uncompared(check, memory->shared);
  check->result.fork_per_execution =
      memory->shared->fork_per_execution && reset_is_auto(check->request.reset);
  if (*memory->shared->why_forked)
    check->result.why_forked = arena_string(&check->arena, memory->shared->why_forked);
  else if (!check->result.why_forked)
    check->result.why_forked = "keeps state that cannot be put back";
  check->result.processes_kept = memory->shared->processes_kept;
  if (*memory->shared->why_replayed)
    check->result.why_replayed = arena_string(&check->arena, memory->shared->why_replayed);
  /* Errors are recorded after the search, without its time limit. */
  watch->progress = watch->time_up = false;
  watch->deadline = 0;
  watch->pauses = false;
  return ending;
}

/* The counts are those of the last search: one that begins again discards what came before. */
static void draw_tree(struct check *check, const struct memory *memory) {
  struct part tree = memory_tree(memory), records = memory_records(memory),
              image = memory_image(memory);
  buffer_free(&check->tree);
  if (tree.first)
    tree_write(tree.first, memory->shared, records.first, image.first, &check->program.about,
               check->program.path, &check->tree);
  part_free(&tree);
  part_free(&records);
  part_free(&image);
}

/* What never happened in it never happens. */
static bool explores_all(const struct check *check, const struct shared *shared,
                         enum ending ending) {
  return ending == ENDING_DONE && !shared->n_errors && !shared->stats.bounded &&
         !shared->stats.forbidden && !check->request.explorer.sample;
}

/* A search that was one worker's goes on as such; of any other, a team has the tasks. */
static bool take_tasks(struct check *check, struct memory *memory, struct tasks *tasks) {
  struct rv_flat piece;
  if (!rv_parts_are_one(&tasks->parts, &piece))
    return jobs_resume(check, memory, tasks);
  const bool good = tasks_to_one(tasks, memory);
  tasks_free(tasks);
  return good;
}

/* Complains and returns false where it can't go on. */
static bool resume_search(struct check *check, struct memory *memory) {
  struct tasks *const tasks = saved_restore(check->resumed, memory);
  if (tasks && !inputs_are_same(check->options.save, &check->program, memory->shared)) {
    tasks_free(tasks);
    return false;
  }
  if (tasks && take_tasks(check, memory, tasks))
    return true;
  complain("cannot resume '%s': the file is damaged or cut short", check->options.save);
  return false;
}

/* False: the search must be made again, because executions in one process affect each other, or
 * because uninstrumented code reads the program's stores. The errors that it has found are kept. */
static bool search_all(struct check *check, const struct request *request, enum ending *ending) {
  struct memory memory;
  *ending = ENDING_FAILED;
  if (!memory_new(&memory, request))
    return true;
  check->alone |= !jobs_begin(check);
  if (check->resumed && !resume_search(check, &memory)) {
    memory_free(&memory);
    return true;
  }
  if (check->shares_wanted &&
      !shares_form(&check->shares, &memory, (uint32_t)jobs_wanted(&check->options)))
    check->shares_wanted = false;
  const double before = check->resumed ? check->resumed->seconds : 0;
  check->resumed = NULL; /* what begins again begins from the start */
  *ending = explore(check, &memory, before);
  if (request->suppress) {
    suppress_look(&check->suppress, &check->program, &memory, request, &check->watch);
    suppress_end(&check->suppress, memory.shared);
  }
  bool sound = findings_collect(&check->findings, &check->program, &memory, request,
                                check->suppress.is_known, &check->watch);
  sound &= *ending != ENDING_STATE_LEFT;
  if (request->explorer.observers)
    uncovered_readers_in_libraries(check, memory.shared);
  sound &= request->explorer.observers == check->request.explorer.observers;
  const bool counts =
      sound && *ending != ENDING_FAILED && *ending != ENDING_ALONE && *ending != ENDING_GRAPHS;
  if (counts)
    check->result.algorithm = rv_search_name(&request->explorer);
  if (counts)
    profile_collect(&check->result.profile, memory.shared, &check->program, &check->arena);
  if (counts)
    remarks_tell(&check->program, memory.shared, explores_all(check, memory.shared, *ending),
                 &check->suppress.suppressions, &check->arena, &check->result);
  if (counts)
    uncovered_after(check, memory.shared);
  if (counts && request->explorer.stateful && explores_all(check, memory.shared, *ending) &&
      !livelocks_look(check, &memory))
    uncovered_livelocks(check);
  if (check->options.tree)
    draw_tree(check, &memory);
  if (counts)
    coverage_write(check, &memory);
  check->why_alone = check->team.alone;
  team_free(&check->team);
  shares_free(&check->shares);
  memory_free(&memory);
  return sound;
}

static enum verdict judge(struct result *result) {
  if (result_errors(result))
    return VERDICT_FAIL;
  for (uint32_t i = result->n_errors; i-- > 0;)
    if (strcmp(result->errors[i].kind, error_kind_name(ERROR_UNSUPPORTED)) == 0)
      result->failure = result->errors[i].message;
  if (result->n_errors && !result->failure && !result->stopped_by)
    result->stopped_by = "--max-steps"; /* it was met before the search began again */
  return result->n_errors || result->stopped_by ? VERDICT_INCOMPLETE : VERDICT_PASS;
}

/* An error that was found counts, whatever else goes wrong. */
static int status_of(const struct result *result) {
  return result->verdict == VERDICT_FAIL   ? STATUS_ERRORS
         : result->verdict == VERDICT_PASS ? STATUS_PASS
         : result->failure                 ? STATUS_USAGE
                                           : STATUS_INCOMPLETE;
}

static void tell_of_suppressions(struct check *check) {
  struct buffer unused = {0};
  suppress_tell_uncovered(&check->suppress, &check->arena, &check->result);
  if (suppressions_unused(&check->suppress.suppressions, &unused))
    result_warn(&check->result, arena_string(&check->arena, buffer_text(&unused)));
  buffer_free(&unused);
}

static int conclude(struct check *check, enum ending ending) {
  struct result *result = &check->result;
  tell_of_suppressions(check);
  if (result->stats.unknown)
    result_warn(result,
                "the table of explored configurations is full: what did not fit may have been "
                "explored, and counted, more than once");
  scout_tell(&check->scout, &result->scout);
  if (!check->findings.n || ending != ENDING_DONE || check->bounds_met)
    /* what is complete has found all there is */
    findings_move(&check->findings, &check->scout.findings);
  findings_remove_saved(&check->findings, check->saved, check->program.about.name, &check->options);
  findings_tell(&check->findings, &check->options, &check->look, &check->arena, result,
                check->silent ? NULL : &check->report);
  result->stopped_by = stopped_by(ending);
  if (!result->stopped_by)
    result->stopped_by = bounds_named(check);
  if (!result->stopped_by && check->request.explorer.sample)
    result->stopped_by = "--samples";
  if (!result->stopped_by && check->suppress.unsure)
    result->stopped_by = check->options.baseline ? "more known errors than are told apart"
                                                 : "more suppressed errors than are told apart";
  suppress_tell_known(&check->suppress,
                      !result->stopped_by && (check->options.keep_going || !check->findings.n),
                      &check->arena, result);
  result->verdict = judge(result);
  if (result->verdict == VERDICT_INCOMPLETE && ending != ENDING_INTERRUPTED &&
      !check->options.no_scout)
    advice_find(result, &check->program, &check->arena, check->watch.stdout_is_ours);
  const size_t from = check->report.length;
  if (check->is_case ? check->options.verbose
                     : !check->options.quiet || result->verdict != VERDICT_FAIL)
    result_text(result, check->look.colour,
                check->options.quiet     ? RESULT_BRIEF
                : check->options.verbose ? RESULT_ALL
                                         : RESULT_SHORT,
                &check->report);
  fold_lines(&check->report, from, check->look.width);
  return status_of(result);
}

/* What is the same under sc and the memory model that was asked for is explored as under sc, which
 * costs less: all operations, if no atomic one is weaker than seq_cst (the runtime says when that
 * turns out not to be so). */
static void begin_as_under_sc(const struct options *options, struct request *request) {
  request->until_graphs = request->explorer.memory != RV_MEMORY_SC &&
                          options->algorithm != RV_GRAPH && options->races != RACES_INTERLEAVE &&
                          !options->void_iterations;
  if (request->until_graphs)
    request->explorer.memory = RV_MEMORY_SC;
}

/* One search, and if it turns out to need execution graphs, another one with them. */
static bool search(struct check *check, struct request *request, enum ending *ending) {
  const bool sound = search_all(check, request, ending);
  if (*ending != ENDING_GRAPHS)
    return sound;
  request->until_graphs = false;
  request->explorer.memory = check->request.explorer.memory;
  return search_all(check, request, ending);
}

static int search_for_certain(struct check *check) {
  struct request request = check->request;
  enum ending ending;
  begin_as_under_sc(&check->options, &request);
  scout_init(&check->scout, &request, check->options.max_seconds);
  check->scout.off |= check->options.no_scout || request.suppress || request.until_graphs;
  if (check->options.max_seconds > 0)
    check->deadline = clock_seconds() + check->options.max_seconds;
  bool sound = search(check, &request, &ending);
  if (ending == ENDING_ALONE && (check->options.keep_going || !check->findings.n)) {
    check->alone = true;
    check->shares_wanted = jobs_can_be_shares(check, check->why_alone);
    if (!check->shares_wanted)
      mention("the search begins again on one core: %s", team_why_alone(check->why_alone));
    sound = search(check, &request, &ending);
  }
  if (request.explorer.observers != check->request.explorer.observers &&
      (check->options.keep_going || !check->findings.n)) {
    request.explorer.observers = false;
    sound = search(check, &request, &ending);
  }
  if (!sound && (check->options.keep_going || !check->findings.n)) {
    mention("the program %s: from here on every execution gets a process of its own, as with "
            "--reset=fork",
            check->result.why_forked);
    request.reset = RESET_FORK;
    search(check, &request, &ending);
  }
  if (ending == ENDING_FAILED)
    check->result.failure = last_complaint();
  return check->result.failure && !check->findings.n ? STATUS_USAGE : conclude(check, ending);
}

int check_search(struct check *check) {
  uncovered_readers(check);
  uncovered_before(check);
  return search_for_certain(check);
}

void check_free(struct check *check) {
  findings_free(&check->findings);
  suppress_free(&check->suppress);
  scout_free(&check->scout);
  buffer_free(&check->report);
  buffer_free(&check->tree);
  arena_free(&check->arena);
}

static int run_check(struct check *check) {
  int status = program_open(&check->program, check->options.verbose);
  if (status == STATUS_PASS) {
    status = check->options.each_test ? each_test(check) : check_search(check);
    program_close(&check->program);
  } else if (status == STATUS_INCOMPLETE) {
    check->result.stopped_by = stopped_by(ENDING_INTERRUPTED);
  }
  return status;
}

/* The result goes out however the run ended, for people and for other programs. */
int check_finish(struct check *check, int status) {
  struct result *result = &check->result;
  if (!result->failure && status == STATUS_USAGE)
    result->failure = last_complaint();
  if (!suppress_update(&check->suppress))
    result->failure = last_complaint();
  results_annotate(result, &check->report);
  bool told = stream_write(check->watch.stdout_is_ours ? 2 : 1, &check->report);
  if (!result->failure && !told)
    result->failure = last_complaint();
  if (result->failure && result->verdict == VERDICT_PASS)
    result->verdict = VERDICT_INCOMPLETE;
  told &= results_write(result, &check->options);
  if (check->tree.length)
    told &= file_write(check->options.tree, &check->tree);
  return told || status == STATUS_ERRORS ? status : STATUS_USAGE;
}

bool check_can_write(struct check *check) {
  const struct options *options = &check->options;
  return results_writable(options) && (!options->trace || file_writable(options->trace)) &&
         (!options->tree || file_writable(options->tree)) &&
         (!options->save || save_possible(options)) &&
         (!options->update_baseline || file_writable(options->baseline)) &&
         suppress_open(&check->suppress, options);
}

void check_begin(struct check *check, uint32_t n_words, const char *const *words) {
  const struct options *options = &check->options;
  check->watch.stdout_is_ours = results_on_stdout(options);
  FILE *stream = check->watch.stdout_is_ours ? stderr : stdout;
  check->look = (struct text_options){.colour = wants_colour(stream, options->color),
                                      .columns = options->columns,
                                      .width = terminal_width(stream),
                                      .view.max_events = TEXT_MAX_EVENTS};
  check_describe(check);
  results_describe(&check->result, &check->arena);
  check->result.words = words;
  check->result.n_words = n_words;
}

int command_check(int argc, char **argv) {
  struct check *check = must_alloc(sizeof *check); /* large, and mostly never touched */
  struct options *options = &check->options;
  int status = STATUS_USAGE;
  signals_init();
  if (options_parse(options, FOR_CHECK, "check", argc, argv)) {
    if (options->help)
      status = command_help("check");
    else if (check_files(options) == STATUS_PASS && check_can_write(check)) {
      check_begin(check, (uint32_t)argc, (const char *const *)argv);
      status = run_check(check);
      if (!check->is_told)
        status = check_finish(check, status);
    }
  }
  check_free(check);
  options_free(options);
  free(check);
  return status;
}
