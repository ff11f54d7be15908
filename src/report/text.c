#define _GNU_SOURCE
#include "report/text.h"

#include <stdio.h>
#include <string.h>

#include "report/fold.h"
#include "report/reads_from.h"
#include "report/text_interleaving.h"
#include "report/text_loops.h"
#include "report/text_synchronisation.h"

const char *style(bool colour, enum style style) {
  static const char *const sequences[] = {
      [STYLE_PLAIN] = "\033[0m",   [STYLE_BAD] = "\033[1;31m", [STYLE_GOOD] = "\033[1;32m",
      [STYLE_WARN] = "\033[1;33m", [STYLE_STRONG] = "\033[1m", [STYLE_FAINT] = "\033[2m"};
  return colour ? sequences[style] : "";
}

const char *thread_style(bool colour, uint32_t thread) {
  static const char *const sequences[] = {"\033[1m",  "\033[36m", "\033[35m", "\033[33m",
                                          "\033[34m", "\033[32m", "\033[96m", "\033[95m"};
  return colour ? sequences[thread % (sizeof sequences / sizeof *sequences)] : "";
}

const char *grouped(uint64_t number) {
  static char results[4][32];
  static unsigned turn;
  char *at = results[turn++ % 4] + sizeof results[0] - 1;
  *at = 0;
  for (unsigned digits = 0; digits == 0 || number; number /= 10) {
    if (digits && digits % 3 == 0)
      *--at = ',';
    *--at = (char)('0' + number % 10);
    digits++;
  }
  return at;
}

const char *counted(uint64_t number, const char *noun) {
  static char results[4][64];
  static unsigned turn;
  char *result = results[turn++ % 4];
  snprintf(result, sizeof results[0], "%s %s%s", grouped(number), noun, number == 1 ? "" : "s");
  return result;
}

/* Types are not recorded: small negative numbers look like what they are, pointers like pointers.
 */
static const char *value_text(struct arena *arena, uint64_t value, uint32_t size) {
  const unsigned bits = size >= 8 ? 64 : 8 * size;
  const int64_t number = bits ? (int64_t)(value << (64 - bits)) >> (64 - bits) : 0;
  if (number < 0 && number >= -65536 && (size >= 4 || number >= -256))
    return arena_printf(arena, "%lld", (long long)number);
  if (value >= UINT64_C(1) << 32)
    return arena_printf(arena, "0x%llx", (unsigned long long)value);
  return arena_printf(arena, "%llu", (unsigned long long)value);
}

/* A plain access that is an error is recorded before it happens, and then does not. */
static bool is_prevented(const struct trace *trace, const struct trace_event *event) {
  return event->plain && event + 1 < trace->events + trace->n_events &&
         event[1].kind == RECORD_ERROR && event[1].thread == event->thread &&
         event[1].at == event->at;
}

/* The value is that of the first eight bytes alone. */
static bool is_long(const struct trace_event *event) {
  return event->plain && event->size > sizeof event->value;
}

static const char *message_text(struct arena *arena, const char *does,
                                const struct trace_event *event, const char *data, const char *to,
                                const char *other) {
  const bool empty = event->stored == 0;
  return arena_printf(arena, "%s %lld%s%s %s %s", does, (long long)event->value,
                      empty ? "" : " with ", empty ? "" : data, to, other);
}

const char *stored_text(struct arena *arena, const struct trace_event *event) {
  return *event->stored_name ? event->stored_name : value_text(arena, event->stored, event->size);
}

static const char *signal_text(struct arena *arena, const struct trace_event *event) {
  const char *const name = sigabbrev_np((int)event->value);
  return name ? arena_printf(arena, "SIG%s", name)
              : arena_printf(arena, "signal %llu", (unsigned long long)event->value);
}

const char *does_text(struct arena *arena, const struct trace *trace,
                      const struct trace_event *event) {
  const char *object = event->object, *other = trace_thread_name(trace, event->other);
  const char *value =
      *event->value_name ? event->value_name : value_text(arena, event->value, event->size);
  const char *stored = stored_text(arena, event);
  switch ((enum record_kind)event->kind) {
  case RECORD_READ:
    return is_long(event) ? arena_printf(arena, "reads %s (%u bytes)", object, event->size)
                          : arena_printf(arena, "reads %s = %s", object, value);
  case RECORD_WRITE:
    if (is_prevented(trace, event))
      return arena_printf(arena, "is about to write %s", object);
    return is_long(event) ? arena_printf(arena, "writes %s (%u bytes)", object, event->size)
                          : arena_printf(arena, "writes %s = %s", object, stored);
  case RECORD_UPDATE:
    return arena_printf(arena, "updates %s: %s -> %s", object, value, stored);
  case RECORD_CAS_FAILED:
    return arena_printf(arena, "compares %s: is %s, not %s", object, value, stored);
  case RECORD_FENCE:
    return "fence";
  case RECORD_LOCK:
    return arena_printf(arena, "locks %s", object);
  case RECORD_TRYLOCK:
    return arena_printf(arena, "tries to lock %s: %s", object, event->value ? "held" : "got it");
  case RECORD_UNLOCK:
    return arena_printf(arena, "unlocks %s", object);
  case RECORD_CREATE:
    return arena_printf(arena, "creates %s", other);
  case RECORD_JOIN:
    return arena_printf(arena, "joins %s", other);
  case RECORD_TRY_JOIN:
    return arena_printf(arena, "finds that %s has not ended", other);
  case RECORD_CANCEL:
    return arena_printf(arena, "cancels %s", other);
  case RECORD_TEST_CANCEL:
    return "is not cancelled";
  case RECORD_CANCELLED:
    return "is cancelled";
  case RECORD_ARRIVES:
    return arena_printf(arena, "%s interrupts %s", signal_text(arena, event), other);
  case RECORD_HANDLES:
    return arena_printf(arena, "handles %s", signal_text(arena, event));
  case RECORD_END:
    return "ends";
  case RECORD_EXIT:
    return arena_printf(arena, "exits with status %llu", (unsigned long long)event->value);
  case RECORD_CHOOSE:
    return arena_printf(arena, "chooses %llu of 0..%lld", (unsigned long long)event->value,
                        (long long)event->stored - 1);
  case RECORD_AWAIT:
    return arena_printf(arena, "waited for %s = %s", object, value);
  case RECORD_SEND:
    return message_text(arena, "sends", event, stored, "to", other);
  case RECORD_RECEIVE:
    return message_text(arena, "receives", event, stored, "from", other);
  case RECORD_LOOK_AT_MESSAGE:
    return message_text(arena, "looks at", event, stored, "from", other);
  case RECORD_INVOKE:
    return event->stored ? arena_printf(arena, "begins %s(%lld)", object, (long long)event->value)
                         : arena_printf(arena, "begins %s()", object);
  case RECORD_RETURN:
    return event->stored ? arena_printf(arena, "%s returns %lld", object, (long long)event->value)
                         : arena_printf(arena, "%s returns", object);
  case RECORD_BLOCK_BEGIN:
    return "begins an atomic block";
  case RECORD_BLOCK_END:
    return "ends it";
  case RECORD_DESTROY:
    return arena_printf(arena, "destroys %s", object);
  case RECORD_FREE:
    return arena_printf(arena, is_prevented(trace, event) ? "is about to free %s" : "frees %s",
                        object);
  case RECORD_SCOPE_END:
    return arena_printf(arena, "returns, and %s is no more", object);
  case RECORD_ERROR:
    return arena_printf(arena, "error: %s", *trace->error.kind ? trace->error.kind : "?");
  default:
    return synchronisation_text(arena, event);
  }
}

const char *event_text(struct arena *arena, const struct trace *trace,
                       const struct trace_event *event) {
  const char *does = does_text(arena, trace, event), *from = reads_from_text(arena, trace, event);
  return *from ? arena_printf(arena, "%s%s", does, from) : does;
}

/* --- the error ------------------------------------------------------------------------------- */

static void text_stack(struct arena *arena, const struct trace *trace, const char *title,
                       const struct trace_stack *stack, struct buffer *out) {
  if (stack->thread == RV_NO_THREAD || stack->n == 0)
    return;
  buffer_printf(out, "  %s thread %s\n", title, trace_thread_name(trace, stack->thread));
  for (uint32_t i = 0; i < stack->n; i++) {
    const struct location *frame = &trace->locations[stack->frames[i]];
    buffer_printf(out, "    #%u %s at %s\n", i, *frame->function ? frame->function : "?",
                  trace_place(arena, trace, stack->frames[i]));
  }
  for (uint32_t i = 0; i < stack->n_locks; i++)
    buffer_printf(out, "%s%s", i ? ", " : "    holding ", stack->locks[i]);
  if (stack->n_locks)
    buffer_putc(out, '\n');
}

const char *place_text(struct arena *arena, const struct trace *trace, uint32_t at) {
  const struct location *place = &trace->locations[at];
  if (at == 0 || place->line || !*place->function)
    return trace_place(arena, trace, at);
  return arena_printf(arena, "%.*s in %s", (int)strcspn(place->function, "("), place->function,
                      place->file);
}

static void text_waits(struct arena *arena, const struct trace *trace, struct buffer *out) {
  const struct trace_error *error = &trace->error;
  for (uint32_t i = 0; i < error->n_waits; i++) {
    const struct trace_wait *wait = &error->waits[i];
    buffer_printf(out, "  %s waits at %s %s", trace_thread_name(trace, wait->thread),
                  place_text(arena, trace, wait->at), wait_text(arena, trace, wait));
    if (wait->held_since)
      buffer_printf(out, " since %s", place_text(arena, trace, wait->held_since));
    buffer_putc(out, '\n');
  }
}

static void text_creation(struct arena *arena, const struct trace *trace, uint32_t thread,
                          struct buffer *out) {
  const struct trace_thread *made = thread < trace->n_threads ? &trace->threads[thread] : NULL;
  if (made && made->created_at)
    buffer_printf(out, "  %s was created by %s at %s\n", made->name,
                  trace_thread_name(trace, made->parent),
                  trace_place(arena, trace, made->created_at));
}

static const char *const side_titles[TRACE_SIDES] = {
    [SIDE_RACING] = "the other side,", [SIDE_ALLOCATED] = "allocated by", [SIDE_FREED] = "freed by",
    [SIDE_LOCKED] = "locked by",       [SIDE_DESTROYED] = "destroyed by",
};

static void text_error(struct arena *arena, const struct trace *trace, bool colour,
                       struct buffer *out) {
  const struct trace_error *error = &trace->error;
  const struct location *at = &trace->locations[error->at];
  if (!*error->kind) {
    buffer_printf(out, "%sno error%s: the program ended with status %d\n",
                  style(colour, STYLE_GOOD), style(colour, STYLE_PLAIN), trace->exit_status);
    return;
  }
  if (*error->headline)
    buffer_printf(out, "%s%s%s\n", style(colour, STYLE_BAD), error->headline,
                  style(colour, STYLE_PLAIN));
  else
    buffer_printf(out, "%s%s%s: %s%s%s\n", style(colour, STYLE_BAD), error->kind,
                  style(colour, STYLE_PLAIN), style(colour, STYLE_STRONG), error->message,
                  style(colour, STYLE_PLAIN));
  if (error->at) {
    buffer_printf(out, "  at %s", trace_place(arena, trace, error->at));
    if (*at->function)
      buffer_printf(out, " in %s", at->function);
    if (error->stack.thread != RV_NO_THREAD)
      buffer_printf(out, ", thread %s", trace_thread_name(trace, error->stack.thread));
    buffer_putc(out, '\n');
    if (*at->text)
      buffer_printf(out, "      %s%s%s\n", style(colour, STYLE_STRONG), at->text,
                    style(colour, STYLE_PLAIN));
  }
  if (*error->object)
    buffer_printf(out, "  memory: %s (%s)\n", error->object, counted(error->size, "byte"));
  text_waits(arena, trace, out);
  if (trace_is_endless(trace))
    text_loops(arena, trace, out);
  if (error->other.n || error->stack.n > 1)
    text_stack(arena, trace, error->other.n ? "this side," : "stack of", &error->stack, out);
  text_stack(arena, trace, side_titles[error->other.side], &error->other, out);
  text_stack(arena, trace, side_titles[error->origin.side], &error->origin, out);
  if (*error->order) {
    text_creation(arena, trace, error->stack.thread, out);
    text_creation(arena, trace, error->other.thread, out);
    buffer_printf(out, "  nothing orders the two: %s\n", error->order);
  }
  if (error->weak)
    buffer_puts(out, "  needs weak memory: with --memory=sc there is no error\n");
  for (uint32_t i = 0; i < error->n_remedies; i++)
    buffer_printf(out, "  pass with %s\n", error->remedies[i]);
}

static void text_blocks(struct arena *arena, const struct trace *trace, struct buffer *out) {
  for (uint32_t i = 0; i < trace->n_blocks; i++)
    buffer_printf(out, "  block%u%s%s%s: heap block of %s allocated at %s\n", i + 1,
                  *trace->blocks[i].reached ? " (" : "", trace->blocks[i].reached,
                  *trace->blocks[i].reached ? ")" : "", counted(trace->blocks[i].size, "byte"),
                  place_text(arena, trace, trace->blocks[i].allocated_at));
}

/* --- the commands ---------------------------------------------------------------------------- */

static const char *quoted(struct arena *arena, const char *word) {
  struct buffer out = {0};
  buffer_put_word(&out, word);
  const char *result = arena_string(arena, buffer_text(&out));
  buffer_free(&out);
  return result;
}

/* The rounds of a loop are all alike: a few of them will do. */
static struct text_options options_for(const struct trace *trace,
                                       const struct text_options *options) {
  enum { FEW = 12 };
  struct text_options changed = *options;
  if (trace_is_endless(trace) && !options->view.all && !options->view.around)
    changed.view.max_events = FEW;
  return changed;
}

void trace_text(const struct trace *trace, const struct text_options *options, struct buffer *out) {
  const struct text_options look = options_for(trace, options);
  struct arena arena = {0};
  const bool colour = options->colour;
  size_t from = out->length;
  text_error(&arena, trace, colour, out);
  fold_lines(out, from, options->width);
  if (*trace->output) {
    buffer_printf(out, "\n%sprogram output%s\n%s", style(colour, STYLE_STRONG),
                  style(colour, STYLE_PLAIN), trace->output);
    if (out->text[out->length - 1] != '\n')
      buffer_putc(out, '\n');
  }
  from = out->length; /* what the program printed stays as it is */
  if (trace->n_events)
    text_interleaving(&arena, trace, &look, out);
  if (trace->n_blocks) {
    buffer_puts(out, "\n");
    text_blocks(&arena, trace, out);
  }
  if (options->trace_path) {
    const char *path = quoted(&arena, options->trace_path);
    buffer_printf(out, "\n%sto run this schedule again%s   ravel replay %s\n",
                  style(colour, STYLE_STRONG), style(colour, STYLE_PLAIN), path);
    buffer_printf(out, "%sto read it again%s             ravel show %s\n",
                  style(colour, STYLE_STRONG), style(colour, STYLE_PLAIN), path);
    if (*trace->error.kind)
      buffer_printf(out, "%swhat this kind means%s         ravel explain %s\n",
                    style(colour, STYLE_STRONG), style(colour, STYLE_PLAIN), trace->error.kind);
  }
  fold_lines(out, from, options->width);
  arena_free(&arena);
}
