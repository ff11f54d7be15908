#include "report/annotations.h"

#include <string.h>

#include "report/source_path.h"
#include "report/trace.h"

/* What ends a command or one of its properties is written in hexadecimal. */
static void put_escaped(const char *text, const char *special, struct buffer *out) {
  for (; *text; text++)
    if (strchr(special, *text))
      buffer_printf(out, "%%%02X", (unsigned char)*text);
    else
      buffer_putc(out, *text);
}

static void put_property(const char *text, struct buffer *out) {
  put_escaped(text, "%\r\n:,", out);
}

static void put_message(const char *text, struct buffer *out) {
  put_escaped(text, "%\r\n", out);
}

static void annotate_place(const struct result *result, struct arena *arena,
                           const struct location *place, struct buffer *out) {
  if (!*place->file)
    return;
  buffer_puts(out, "file=");
  put_property(source_path(arena, result, place->file), out);
  if (place->line)
    buffer_printf(out, ",line=%u", place->line);
  buffer_putc(out, ',');
}

static void annotate_other_side(const struct trace *trace, struct arena *arena,
                                struct buffer *text) {
  const struct trace_stack *other = &trace->error.other;
  if (other->n && other->thread != RV_NO_THREAD)
    buffer_printf(text, "\nthe other side: thread %s at %s",
                  trace_thread_name(trace, other->thread),
                  trace_place(arena, trace, other->frames[0]));
}

static void annotate_error(const struct result *result, const struct result_error *error,
                           struct buffer *out) {
  struct arena arena = {0};
  struct buffer text = {0};
  const struct trace *told = error->told;
  buffer_printf(out, "::%s ", error_kind_is_of_program(error->kind) ? "error" : "warning");
  if (told && told->error.at)
    annotate_place(result, &arena, &told->locations[told->error.at], out);
  buffer_puts(out, "title=");
  buffer_printf(&text, "%s (ravel check %s)", error->kind, result->program);
  put_property(buffer_text(&text), out);
  buffer_free(&text);
  buffer_puts(&text, error->message);
  if (told)
    annotate_other_side(told, &arena, &text);
  if (error->trace)
    buffer_printf(&text, "\nthe schedule is in %s: ravel show reads it, ravel replay runs it",
                  error->trace);
  buffer_puts(out, "::");
  put_message(buffer_text(&text), out);
  buffer_putc(out, '\n');
  buffer_free(&text);
  arena_free(&arena);
}

void result_annotations(const struct result *result, struct buffer *out) {
  struct arena arena = {0};
  const char *why = result->n_errors ? NULL : result_shortfall(result, &arena);
  for (uint32_t i = 0; i < result->n_errors; i++)
    annotate_error(result, &result->errors[i], out);
  if (why) {
    buffer_printf(out, "::%s title=", result->failure ? "error" : "warning");
    put_property(arena_printf(&arena, "ravel check %s", result->program), out);
    buffer_puts(out, "::");
    put_message(why, out);
    buffer_putc(out, '\n');
  }
  arena_free(&arena);
}
