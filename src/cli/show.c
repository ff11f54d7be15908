/* `ravel show`: a recorded trace for people. */
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/options.h"
#include "report/text.h"

/* Whether somebody is called so. */
static bool is_thread(const struct trace *trace, const char *name) {
  for (uint32_t i = 0; i < trace->n_threads; i++)
    if (thread_is_called(trace, i, name))
      return true;
  return false;
}

static int show_text(const struct trace *trace, const struct options *options) {
  const struct text_options look = {.colour = wants_colour(stdout, options->color),
                                    .columns = options->columns,
                                    .width = terminal_width(stdout),
                                    .view = {.all = options->all,
                                             .thread = options->thread,
                                             .object = options->object,
                                             .around = options->around}};
  struct buffer out = {0};
  if (options->thread && !is_thread(trace, options->thread))
    return complain("no thread of the trace is called '%s'", options->thread);
  trace_text(trace, &look, &out);
  const bool good = stream_write(1, &out);
  buffer_free(&out);
  return good ? STATUS_PASS : STATUS_USAGE;
}

static int show(const char *path, const struct options *options) {
  struct trace trace = {0};
  char why[256];
  const int status = trace_read(&trace, path, why, sizeof why)
                         ? show_text(&trace, options)
                         : complain("cannot read the trace '%s': %s", path, why);
  trace_free(&trace);
  return status;
}

int command_show(int argc, char **argv) {
  struct options options;
  int status = STATUS_USAGE;
  if (options_parse(&options, FOR_SHOW, "show", argc, argv)) {
    if (options.help)
      status = command_help("show");
    else if (options.n_files != 1 || options.n_args)
      status = complain("ravel show wants one trace file");
    else
      status = show(options.files[0], &options);
  }
  options_free(&options);
  return status;
}
