/* `ravel show`: a recorded trace for people. */
#include <stdlib.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/options.h"
#include "report/html.h"
#include "report/picture.h"
#include "report/text.h"
#include "report/tree.h"

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

static int show_page(const struct trace *traces, uint32_t n, const struct buffer *tree,
                     const char *path) {
  struct buffer out = {0};
  html_write(traces, n, tree, &out);
  const bool good = file_write(path, &out);
  buffer_free(&out);
  return good ? STATUS_PASS : STATUS_USAGE;
}

static int show_picture(const struct trace *trace, const char *path,
                        void (*write)(const struct trace *trace, struct buffer *out)) {
  struct buffer out = {0};
  write(trace, &out);
  const bool good = file_write(path, &out);
  buffer_free(&out);
  return good ? STATUS_PASS : STATUS_USAGE;
}

/* What was asked for; without anything the text. */
static int show_as(const struct trace *traces, uint32_t n, const struct buffer *tree,
                   const struct options *options) {
  if (options->html)
    return show_page(traces, n, tree, options->html);
  if (tree->length)
    return complain("an exploration tree is drawn by a page: ravel show --html FILE %s",
                    options->files[0]);
  if (options->dot)
    return show_picture(&traces[0], options->dot, dot_write);
  if (options->svg)
    return show_picture(&traces[0], options->svg, svg_write);
  return show_text(&traces[0], options);
}

/* Files are traces, and one of them may be an exploration tree. */
static int read_files(const struct options *options, struct trace *traces, uint32_t *n,
                      struct buffer *tree) {
  char why[256];
  for (uint32_t i = 0; i < options->n_files; i++) {
    const char *path = options->files[i];
    struct buffer text = {0};
    const bool is_tree = tree_read(path, &text, why, sizeof why);
    if (is_tree && !tree->length && !*why) {
      *tree = text;
      continue;
    }
    buffer_free(&text);
    if (is_tree)
      return complain("cannot draw the exploration tree '%s': %s", path,
                      *why ? why : "it is the second one, and a page has one");
    if (!trace_read(&traces[(*n)++], path, why, sizeof why))
      return complain("cannot read the trace '%s': %s", path, why);
  }
  return STATUS_PASS;
}

static int show(const struct options *options) {
  struct trace *traces = must_alloc((options->n_files + 1) * sizeof *traces);
  struct buffer tree = {0};
  uint32_t n = 0;
  int status = read_files(options, traces, &n, &tree);
  if (status == STATUS_PASS)
    status = show_as(traces, n, &tree, options);
  for (uint32_t i = 0; i < n; i++)
    trace_free(&traces[i]);
  free(traces);
  buffer_free(&tree);
  return status;
}

int command_show(int argc, char **argv) {
  struct options options;
  int status = STATUS_USAGE;
  if (options_parse(&options, FOR_SHOW, "show", argc, argv)) {
    if (options.help)
      status = command_help("show");
    else if (options.n_files == 0 || options.n_args || (options.n_files > 1 && !options.html))
      status = complain("ravel show wants one trace file; several go on one page, with --html");
    else
      status = show(&options);
  }
  options_free(&options);
  return status;
}
