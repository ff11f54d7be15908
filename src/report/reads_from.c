#include "report/reads_from.h"

#include "report/text.h"

static bool stores(const struct trace_event *event) {
  return event->kind == RECORD_WRITE || event->kind == RECORD_UPDATE;
}

/* Whether it is the event of its step, and not only shown with it. */
static bool is_event(const struct trace *trace, const struct trace_event *event) {
  return !event->plain || trace->request.races == RACES_INTERLEAVE;
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
    if (stores(&trace->events[low]) && is_event(trace, &trace->events[low]))
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

/* --- store buffers ------------------------------------------------------------------------------
 */

static bool has_buffers(const struct trace *trace) {
  const uint32_t model = trace->request.explorer.memory;
  return model == RV_MEMORY_TSO || model == RV_MEMORY_PSO;
}

/* The last step at which a store is still in the buffer: another thread reads, and does not read
 * it. 0: none does. */
static uint64_t buffered_until(const struct trace *trace, const struct trace_event *store) {
  uint64_t until = 0;
  for (uint64_t i = 0; has_buffers(trace) && i < trace->n_events; i++) {
    const struct trace_event *const read = &trace->events[i];
    if (!stores(read) && read->last == store->step && read->source != store->step &&
        read->thread != store->thread && read->step > until)
      until = read->step;
  }
  return until;
}

static const char *store_buffer_text(struct arena *arena, const struct trace *trace,
                                     const struct trace_event *event) {
  if (stores(event)) {
    const uint64_t until = is_event(trace, event) ? buffered_until(trace, event) : 0;
    return until ? arena_printf(arena, ", into its store buffer; it reaches memory after step %lu",
                                (unsigned long)until)
                 : "";
  }
  const struct trace_event *const source =
      event->source && has_buffers(trace) ? store_of(trace, event->source) : NULL;
  return source && source->thread == event->thread && buffered_until(trace, source) > event->step
             ? ", from its store buffer"
             : "";
}

const char *reads_from_text(struct arena *arena, const struct trace *trace,
                            const struct trace_event *event) {
  const struct trace_event *const last =
      event->last && event->last != event->source ? store_of(trace, event->last) : NULL;
  if (!last)
    return store_buffer_text(arena, trace, event);
  if (stores(event))
    return arena_printf(arena, ", in modification order before %s", store_text(arena, trace, last));
  return arena_printf(arena, ", %s, though %s came before", source_text(arena, trace, event),
                      store_text(arena, trace, last));
}
