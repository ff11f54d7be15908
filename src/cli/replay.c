/* `ravel replay`: a recorded schedule run again, and compared with what was recorded. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/gdb.h"
#include "cli/inside.h"
#include "cli/loose.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/record.h"
#include "cli/signals.h"
#include "cli/test_list.h"
#include "cli/trust.h"
#include "report/text.h"

static bool run_again(const struct program *program, const struct trace *before,
                      struct watch *watch, struct trace *now, char *why, size_t why_size) {
  const bool good = record_again(program, before, before->choices, before->n_choices, NULL, watch,
                                 now, why, why_size);
  now->error.execution = before->error.execution;
  now->fewest = before->fewest;
  return good;
}

static int compare(const struct trace *before, const struct trace *now,
                   const struct options *options) {
  const bool colour = wants_colour(stdout, options->color);
  const struct text_options look = {.colour = colour,
                                    .columns = options->columns,
                                    .width = terminal_width(stdout),
                                    .view.max_events = TEXT_MAX_EVENTS};
  struct buffer out = {0};
  char how[1024];
  int status = *now->error.kind ? STATUS_ERRORS : STATUS_PASS;
  if (!options->quiet) {
    trace_text(now, &look, &out);
    buffer_putc(&out, '\n');
  }
  if (trace_differs(before, now, how, sizeof how)) {
    if (!stream_write(1, &out))
      status = STATUS_USAGE;
    status = complain("the replay is not what was recorded: %s", how);
  } else {
    buffer_printf(&out, "%sreproduced%s: the same %s, the same end\n", style(colour, STYLE_GOOD),
                  style(colour, STYLE_PLAIN), counted(now->n_events, "event"));
    if (!stream_write(1, &out))
      status = STATUS_USAGE;
  }
  buffer_free(&out);
  return status;
}

/* The program is as it was: so is what it does. */
static int replay_same(const struct program *program, const struct trace *before,
                       const struct options *options, struct watch *watch, struct trace *now) {
  char why[SHARED_MESSAGE];
  if (!run_again(program, before, watch, now, why, sizeof why))
    return complain("'%s' cannot be run: %s", program->about.name, why);
  return watch->interrupted ? STATUS_INCOMPLETE : compare(before, now, options);
}

/* It may still do exactly the same. */
static int replay_changed(const struct program *program, const struct trace *before,
                          const struct options *options, struct watch *watch, struct trace *now) {
  char why[SHARED_MESSAGE];
  if (!options->strict)
    mention("the program has changed since the trace was recorded");
  const bool ran = run_again(program, before, watch, now, why, sizeof why);
  if (watch->interrupted)
    return STATUS_INCOMPLETE;
  if (ran && !trace_differs(before, now, why, sizeof why))
    return compare(before, now, options);
  trace_free(now);
  return loose_replay(program, before, options, watch, now);
}

static int replay_program(const struct program *program, const struct trace *before,
                          const struct options *options, struct watch *watch, struct trace *now) {
  return strcmp(program->hash, before->program.hash) == 0 && !options->strict
             ? replay_same(program, before, options, watch, now)
             : replay_changed(program, before, options, watch, now);
}

/* The program runs by itself up to the check. */
static int replay_inside(struct program *program, const struct trace *before,
                         const struct options *options, struct watch *watch, struct trace *now) {
  struct inside_host host;
  int status = STATUS_USAGE;
  if (!inside_launch(program, &host))
    return STATUS_USAGE;
  program->socket = host.socket;
  if (inside_await(&host, &before->program))
    status = replay_program(program, before, options, watch, now);
  inside_end(&host);
  return status;
}

static int replay(const struct trace *before, const struct options *options) {
  struct program program = {.about = before->program};
  struct watch watch = {0};
  struct trace now = {0};
  /* Sources and binary were named from there. Where it is gone, they may be here. What is kept with
   * its sources is wherever they are. */
  if (!options->strict && chdir(before->program.directory) != 0 && options->verbose)
    mention("'%s': %s; looking in the current directory", before->program.directory,
            strerror(errno));
  if (!trust_program(&program.about, options))
    return STATUS_USAGE;
  int status = program_open(&program, options->verbose);
  if (status != STATUS_PASS)
    return status;
  trust_announce(&program.about);
  test_environment_set(program.about.environment, program.about.n_environment);
  status = *before->program.check_file ? replay_inside(&program, before, options, &watch, &now)
                                       : replay_program(&program, before, options, &watch, &now);
  if (options->gdb && status == STATUS_PASS && !now.n_choices)
    mention("there is nothing for gdb to stop at");
  else if (options->gdb && status <= STATUS_ERRORS &&
           !gdb_run(&program, &now, options->n_args, options->args))
    status = STATUS_USAGE;
  trace_free(&now);
  program_close(&program);
  return status;
}

static int replay_file(const struct options *options) {
  struct trace before = {0};
  char why[256];
  int status;
  if (trace_read(&before, options->files[0], why, sizeof why))
    status = replay(&before, options);
  else
    status = complain("cannot read the trace '%s': %s", options->files[0], why);
  trace_free(&before);
  return status;
}

int command_replay(int argc, char **argv) {
  struct options options;
  int status = STATUS_USAGE;
  signals_init();
  if (options_parse(&options, FOR_REPLAY, "replay", argc, argv)) {
    if (options.help)
      status = command_help("replay");
    else if (options.n_files != 1 || (options.n_args && !options.gdb))
      status = complain("ravel replay wants one trace file");
    else if (!options.gdb || gdb_found())
      status = replay_file(&options);
  }
  options_free(&options);
  return status;
}
