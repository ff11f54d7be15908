#include "report/reads_from.h"

#include "report/text.h"

static bool stores(const struct trace_event *event) {
  return event->kind == RECORD_WRITE || event->kind == RECORD_UPDATE;
}

/* The event of a step that stores; events are in the order of steps. NULL: it is not told. */
static const struct trace_event *store_of(const struct trace *trace, uint64_t step) {
  uint64_t low = 0, high = trace->n_events;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (trace->events[middle].step < step)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < trace->n_events && trace->events[low].step == step; low++)
    if (stores(&trace->events[low]) && !trace->events[low].plain)
      return &trace->events[low];
  return NULL;
}

static const char *store_text(struct arena *arena, const struct trace *trace,
                              const struct trace_event *store) {
  return arena_printf(arena, "%s's store of %s", trace_thread_name(trace, store->thread),
                      stored_text(arena, store));
}

static const char *source_text(struct arena *arena, const struct trace *trace,
                               const struct trace_event *event) {
  const struct trace_event *const source = event->source ? store_of(trace, event->source) : NULL;
  if (!event->source)
    return "the initial value";
  return source ? arena_printf(arena, "of step %u by %s", event->source,
                               trace_thread_name(trace, source->thread))
                : arena_printf(arena, "of step %u", event->source);
}

const char *reads_from_text(struct arena *arena, const struct trace *trace,
                            const struct trace_event *event) {
  const struct trace_event *const last =
      event->last && event->last != event->source ? store_of(trace, event->last) : NULL;
  if (!last)
    return "";
  if (stores(event))
    return arena_printf(arena, ", in modification order before %s", store_text(arena, trace, last));
  return arena_printf(arena, ", %s, though %s came before", source_text(arena, trace, event),
                      store_text(arena, trace, last));
}
