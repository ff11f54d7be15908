/* `ravel show`: a recorded trace as text. */
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/options.h"
#include "report/text.h"

static int show(const char *path) {
  struct trace trace = {0};
  struct buffer out = {0};
  char why[256];
  const struct text_options look = {.colour = wants_colour(stdout),
                                    .width = terminal_width(stdout)};
  int status = STATUS_PASS;
  if (trace_read(&trace, path, why, sizeof why)) {
    trace_text(&trace, &look, &out);
    if (!stream_write(1, &out))
      status = STATUS_USAGE;
  } else {
    status = complain("cannot read the trace '%s': %s", path, why);
  }
  buffer_free(&out);
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
      status = show(options.files[0]);
  }
  options_free(&options);
  return status;
}
