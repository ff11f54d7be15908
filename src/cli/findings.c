#include "cli/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/message.h"
#include "cli/record.h"
#include "cli/signals.h"
#include "cli/simplify.h"
#include "cli/strengthen.h"
#include "report/lines.h"

/* --- recording ------------------------------------------------------------------------------- */

/* The two events that differ, where, and what is the likely source. */
static void describe_divergence(struct findings *findings, const struct program *program,
                                const struct shared *shared) {
  struct debug debug;
  struct lines lines;
  debug_open(&debug, shared->modules, shared->n_modules, program->path);
  lines_open(&lines, &debug, program->directory);
  const struct place *place =
      shared->diverged_pc ? lines_own_place(lines_find(&lines, shared->diverged_pc)) : NULL;
  char where[SHARED_MESSAGE / 2] = "", after[SHARED_MESSAGE / 2] = "";
  if (place)
    snprintf(where, sizeof where, ", at %s:%u", place->file, place->line);
  if (*shared->diverged_after)
    snprintf(after, sizeof after, "; the thread %.150s before", shared->diverged_after);
  snprintf(findings->divergence, sizeof findings->divergence, "%s%s%s", shared->diverged, where,
           after);
  lines_close(&lines);
  debug_close(&debug);
}

/* An earlier search may have found the same, and another execution the same race. */
static bool is_known_finding(const struct findings *findings, const struct trace *trace) {
  for (uint32_t i = 0; i < findings->n; i++)
    if (trace_same_error(&findings->traces[i], trace))
      return true;
  return false;
}

bool findings_add(struct findings *findings, struct trace *trace) {
  const bool fresh = findings->n < SHARED_MAX_ERRORS && !is_known_finding(findings, trace);
  if (fresh)
    findings->traces[findings->n++] = *trace;
  else
    trace_free(trace);
  return fresh;
}

bool findings_collect(struct findings *findings, const struct program *program,
                      const struct memory *memory, const struct request *request,
                      const bool *left_out, struct watch *watch) {
  const struct shared *shared = memory->shared;
  /* It may have been found before every execution got a process of its own. */
  const bool left_state = reset_is_auto(request->reset);
  const uint32_t n = shared->n_errors < SHARED_MAX_ERRORS ? shared->n_errors : SHARED_MAX_ERRORS;
  const double until = clock_seconds() + SIMPLIFY_SECONDS;
  bool sound = true;
  for (uint32_t i = 0; i < n && findings->n < SHARED_MAX_ERRORS; i++) {
    struct trace *trace = &findings->traces[findings->n];
    if (left_out && left_out[i])
      continue;
    record_found(program, memory, request, &shared->errors[i], watch, trace);
    if (trace->error.refuted && left_state) {
      trace_free(trace);
      sound = false;
    } else if (!is_known_finding(findings, trace)) {
      if (!findings->as_found)
        simplify(program, request, &shared->errors[i], watch, until, trace);
      if (!findings->as_found)
        strengthen(program, request, watch, until + STRENGTHEN_SECONDS, trace);
      findings->n++;
    } else {
      trace_free(trace);
    }
  }
  if (shared->state == WORKER_DIVERGED)
    describe_divergence(findings, program, shared);
  return sound;
}

void findings_move(struct findings *findings, struct findings *others) {
  for (uint32_t i = 0; i < others->n; i++)
    findings_add(findings, &others->traces[i]);
  others->n = 0;
}

void findings_free(struct findings *findings) {
  for (uint32_t i = 0; i < findings->n; i++) {
    trace_free(&findings->traces[i]);
    findings->traces[i] = (struct trace){0};
  }
  findings->n = 0;
  findings->as_found = false;
  findings->divergence[0] = '\0';
}

/* --- files ------------------------------------------------------------------------------------ */

/* PROGRAM.trace.json, or what the user said; further ones get -2, -3 before the ending. */
static const char *trace_path(struct arena *arena, const struct options *options, const char *name,
                              uint32_t index) {
  const char *path = options->trace ? options->trace : arena_printf(arena, "%s.trace.json", name);
  if (index == 0)
    return path;
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
  const char *dot = strchr(*base == '.' ? base + 1 : base, '.');
  const int length = dot ? (int)(dot - path) : (int)strlen(path);
  return arena_printf(arena, "%.*s-%u%s", length, path, index + 1, path + length);
}

static bool write_trace(const struct trace *trace, const char *path) {
  struct buffer json = {0};
  trace_write(trace, &json);
  const bool good = file_write(path, &json);
  buffer_free(&json);
  return good;
}

uint32_t findings_save(uint32_t saved, const struct program *program, const struct memory *memory,
                       const struct request *request, struct watch *watch,
                       const struct options *options) {
  const uint32_t all = memory->shared->n_errors,
                 n = all < SHARED_MAX_ERRORS ? all : SHARED_MAX_ERRORS;
  struct arena arena = {0};
  for (; saved < n; saved++) {
    struct trace trace = {0};
    record_found(program, memory, request, &memory->shared->errors[saved], watch, &trace);
    write_trace(&trace, trace_path(&arena, options, program->about.name, saved));
    trace_free(&trace);
  }
  arena_free(&arena);
  return saved;
}

void findings_remove_saved(const struct findings *findings, uint32_t saved, const char *name,
                           const struct options *options) {
  struct arena arena = {0};
  for (uint32_t i = findings->n; i < saved; i++)
    unlink(trace_path(&arena, options, name, i));
  arena_free(&arena);
}

/* --- telling --------------------------------------------------------------------------------- */

static void tell_error(const struct trace *trace, const char *path, const struct text_options *look,
                       bool quiet, struct buffer *report) {
  const struct trace_error *error = &trace->error;
  struct arena arena = {0};
  if (quiet) {
    buffer_printf(report, "%s: %s: %s\n",
                  error->at ? trace_place(&arena, trace, error->at) : trace->program.name,
                  error->kind, error->message);
  } else {
    struct text_options options = *look;
    options.trace_path = path;
    trace_text(trace, &options, report);
    buffer_putc(report, '\n');
  }
  if (error->refuted && trace->request.reset == RESET_MEMORY)
    mention("the error did not come up again in a new process: the program may keep state that "
            "cannot be put back; see what --reset=fork finds");
  else if (error->refuted)
    mention("the error did not come up again when its schedule was repeated: the program is not "
            "deterministic; does it depend on time, on files, on memory that was never written, or "
            "on where its output goes? (in a search that is /dev/null, in a replay it is not)");
  arena_free(&arena);
}

static void tell_divergence(const char *how, bool colour, bool quiet, struct buffer *report) {
  buffer_printf(report, "%sunsupported%s: the program is not deterministic: %s\n",
                style(colour, STYLE_BAD), style(colour, STYLE_PLAIN), how);
  if (!quiet)
    buffer_puts(report, "  the same schedule did something else when it ran again; does the "
                        "program depend on time, on\n  files, or on memory that was never "
                        "written?\n\n");
}

struct result_error result_error_of(struct arena *arena, const struct trace *trace,
                                    const char *path) {
  const struct trace_error *error = &trace->error;
  return (struct result_error){.kind = error->kind,
                               .message = error->message,
                               .location = error->at ? trace_place(arena, trace, error->at) : "",
                               .thread = trace_thread_name(trace, error->stack.thread),
                               .execution = error->execution,
                               .trace = path,
                               .told = trace};
}

void findings_tell(const struct findings *findings, const struct options *options,
                   const struct text_options *look, struct arena *arena, struct result *result,
                   struct buffer *report) {
  for (uint32_t i = 0; i < findings->n; i++) {
    const struct trace *trace = &findings->traces[i];
    const char *path = trace_path(arena, options, trace->program.name, i);
    const bool written = report && write_trace(trace, path);
    if (report)
      tell_error(trace, written ? path : NULL, look, options->quiet, report);
    result->errors[result->n_errors++] = result_error_of(arena, trace, written ? path : NULL);
  }
  if (*findings->divergence && result->n_errors < SHARED_MAX_ERRORS) {
    if (report)
      tell_divergence(findings->divergence, look->colour, options->quiet, report);
    result->errors[result->n_errors++] =
        (struct result_error){.kind = error_kind_name(ERROR_UNSUPPORTED),
                              .message = findings->divergence,
                              .location = "",
                              .thread = "",
                              .execution = result->stats.executions + 1};
  }
}
