/* `ravel resume`: goes on with a search that `ravel check --save` has left in a file. */
#include <string.h>
#include <unistd.h>

#include "cli/check.h"
#include "cli/command.h"
#include "cli/message.h"
#include "cli/saved.h"
#include "cli/signals.h"
#include "cli/trust.h"

/* What to search is as it was. What to write and to show, and when to stop, is for this command
 * line to say. */
static void take_over(struct options *then, const struct options *now) {
  then->json = now->json;
  then->junit = now->junit;
  then->sarif = now->sarif;
  then->trace = now->trace;
  then->tree = then->suppress = then->baseline = NULL;
  then->save = now->files[0];
  then->save_every = now->save_every;
  then->jobs = now->jobs;
  then->max_executions = now->max_executions;
  then->max_seconds = now->max_seconds;
  then->verbose = now->verbose;
  then->quiet = now->quiet;
  then->color = now->color;
  then->columns = now->columns;
}

/* The program is the one that was searched, and what is about to run is shown first. */
static int run_resumed(struct check *check, const struct options *now) {
  const struct saved *saved = check->resumed;
  struct program *program = &check->program;
  if (chdir(saved->directory) != 0)
    return complain("cannot resume '%s': no directory '%s'", check->options.save, saved->directory);
  if (!trust_program(&program->about, now))
    return STATUS_USAGE;
  int status = program_open(program, check->options.verbose);
  if (status != STATUS_PASS)
    return status;
  trust_announce(&program->about);
  status = strcmp(program->hash, saved->program) == 0
               ? check_search(check)
               : complain("cannot resume '%s': '%s' is not the program that was searched",
                          check->options.save, program->about.name);
  program_close(program);
  return status;
}

/* What to write is named from where we are, and the program from where it was. */
static void find_from_here(struct check *check) {
  struct options *options = &check->options;
  const char **const names[] = {&options->save, &options->json, &options->junit, &options->sarif,
                                &options->trace};
  char here[SHARED_PATH];
  if (!getcwd(here, sizeof here))
    return;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (*names[i] && **names[i] != '/' && strcmp(*names[i], "-") != 0)
      *names[i] = arena_printf(&check->arena, "%s/%s", here, *names[i]);
}

static int go_on(const struct options *options, const struct options *now,
                 const struct saved *saved) {
  struct check check = {.options = *options, .resumed = saved};
  int status = STATUS_USAGE;
  find_from_here(&check);
  if (check_can_write(&check)) {
    check_begin(&check, saved->n_words, saved->words);
    status = check_finish(&check, run_resumed(&check, now));
  }
  check_free(&check);
  return status;
}

static int resume(struct saved *saved, const struct options *now) {
  struct options then;
  int status = STATUS_USAGE;
  char **words = arena_alloc(&saved->arena, (saved->n_words + 1) * sizeof *words);
  for (uint32_t i = 0; i <= saved->n_words; i++)
    words[i] = saved->words[i] ? arena_string(&saved->arena, saved->words[i]) : NULL;
  if (options_parse(&then, FOR_CHECK, "check", (int)saved->n_words, words) && !then.help &&
      check_files(&then) == STATUS_PASS) {
    take_over(&then, now);
    status = go_on(&then, now, saved);
  }
  options_free(&then);
  return status;
}

int command_resume(int argc, char **argv) {
  struct options options;
  struct saved saved = {0};
  int status = STATUS_USAGE;
  signals_init();
  if (options_parse(&options, FOR_RESUME, "resume", argc, argv)) {
    if (options.help)
      status = command_help("resume");
    else if (options.n_files != 1 || options.n_args)
      status = complain("ravel resume wants one saved search");
    else if (saved_read(&saved, options.files[0]))
      status = resume(&saved, &options);
  }
  saved_free(&saved);
  options_free(&options);
  return status;
}
