#include "report/deviation.h"

#include "report/steps.h"
#include "report/text.h"
#include "report/text_synchronisation.h"

static const char *step_text(struct arena *arena, const struct trace *trace, uint32_t thread,
                             const struct trace_event *event) {
  if (!event)
    return arena_printf(arena, "%s makes a step", trace_thread_name(trace, thread));
  return arena_printf(arena, "%s %s at %s", trace_thread_name(trace, thread),
                      event_text(arena, trace, event), place_text(arena, trace, event->at));
}

/* A step comes in its turn if all that were made before it correspond to what came before it, or
 * are new. */
static uint64_t first_out_of_turn(const struct trace *before, const struct match *match) {
  uint64_t last = 0;
  for (uint64_t i = 0; i < before->n_choices; i++) {
    const uint64_t there = match->steps[i];
    if (there == ALIGN_NONE || there + 1 < last)
      return i + 1;
    last = there + 1;
  }
  return 0;
}

/* A step came too early: the first of those that it has overtaken is the one that was held up. */
static uint64_t overtaken_step(const struct match *match, uint64_t step) {
  for (uint64_t i = 0; i + 1 < step; i++)
    if (match->steps[i] > match->steps[step - 1])
      return i + 1;
  return step;
}

static const char *wait_words(struct arena *arena, const struct trace *now,
                              const struct trace_wait *wait) {
  const char *since = wait->held_since ? place_text(arena, now, wait->held_since) : NULL;
  return arena_printf(arena, "%s waits at %s %s%s%s", trace_thread_name(now, wait->thread),
                      place_text(arena, now, wait->at), wait_text(arena, now, wait),
                      since ? " since " : "", since ? since : "");
}

/* What the thread does after the last of its steps that correspond to something before this one. */
static const char *does_instead(struct arena *arena, const struct trace *before,
                                const struct trace *now, const struct match *match, uint64_t step) {
  const uint32_t thread = before->choices[step - 1].thread, other = match->threads[thread];
  const struct trace_event **first = steps_first_events(arena, now);
  uint64_t from = 0;
  if (other == RV_NO_THREAD)
    return arena_printf(arena, "there is no such thread any more");
  if (now->missed.entry && now->missed.thread == other && now->missed.why == MISSED_WAITS)
    return wait_words(arena, now, &now->missed.wait);
  for (uint64_t i = 0; i + 1 < step; i++)
    if (before->choices[i].thread == thread && match->steps[i] != ALIGN_NONE)
      from = match->steps[i] + 1;
  for (uint64_t i = from; i < now->n_choices; i++)
    if (now->choices[i].thread == other)
      return step_text(arena, now, other, first[i]);
  return arena_printf(arena, "%s makes no further step", trace_thread_name(now, other));
}

void deviation_find(struct deviation *deviation, struct arena *arena, const struct trace *before,
                    const struct trace *now, const struct match *match) {
  const struct trace_event **first = steps_first_events(arena, before);
  *deviation =
      (struct deviation){.steps = before->n_choices, .step = first_out_of_turn(before, match)};
  if (!deviation->step)
    return;
  const bool late = match->steps[deviation->step - 1] != ALIGN_NONE;
  if (late) /* one before it came too late: that is the one that could not be made */
    deviation->step = overtaken_step(match, deviation->step);
  const uint32_t thread = before->choices[deviation->step - 1].thread;
  deviation->expected = step_text(arena, before, thread, first[deviation->step - 1]);
  deviation->instead = does_instead(arena, before, now, match, deviation->step);
}

void deviation_text(const struct deviation *deviation, struct buffer *out) {
  if (!deviation->step) {
    buffer_printf(out, "the schedule applies, all %s, and the error does not come up\n",
                  counted(deviation->steps, "step"));
    return;
  }
  buffer_printf(out, "the schedule does not apply any more from step %llu of %llu on\n",
                (unsigned long long)deviation->step, (unsigned long long)deviation->steps);
  buffer_printf(out, "  expected  %s\n  instead   %s\n", deviation->expected, deviation->instead);
}
