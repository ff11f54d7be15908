#include "report/text_loops.h"

#include <string.h>

#include "report/text.h"

enum {
  LONGEST = 50,  /* events of a round that is recognised */
  ROUNDS = 4,    /* in a row at the end make a loop */
  RECENT = 4096, /* events before the end in which a thread that goes round takes part */
  MAX_LOOPS = 4, /* that are shown */
};

/* What one thread does again and again at the end: the shortest round of places. */
struct loop {
  uint32_t thread;
  uint32_t length; /* of a round, in events */
  uint64_t rounds; /* at the end, in a row; 0: it goes on round for ever */
  const struct trace_event *last[LONGEST * ROUNDS]; /* events, the last one first */
};

/* The thread's last events, the last one first. */
static uint32_t last_events(const struct trace *trace, struct loop *loop) {
  uint32_t n = 0;
  for (uint64_t i = trace->n_events; i-- > 0 && n < LONGEST * ROUNDS;) {
    const struct trace_event *event = &trace->events[i];
    if (event->thread == loop->thread && event->kind != RECORD_ERROR)
      loop->last[n++] = event;
  }
  return n;
}

static bool is_round(const struct loop *loop, uint32_t length) {
  for (uint32_t i = length; i < length * ROUNDS; i++)
    if (loop->last[i]->at != loop->last[i - length]->at)
      return false;
  return true;
}

/* How often the thread has gone round, counted backwards from the end. */
static uint64_t count_rounds(const struct trace *trace, const struct loop *loop) {
  uint64_t n = 0;
  for (uint64_t i = trace->n_events; i-- > 0;) {
    const struct trace_event *event = &trace->events[i];
    if (event->thread != loop->thread || event->kind == RECORD_ERROR)
      continue;
    if (event->at != loop->last[n % loop->length]->at)
      break;
    n++;
  }
  return n / loop->length;
}

/* What the thread does in the cycle at the end. */
static bool find_in_cycle(const struct trace *trace, struct loop *loop) {
  for (uint64_t i = trace->n_events; i-- > 0;)
    if (trace->events[i].thread == loop->thread && trace_in_cycle(trace, i)) {
      if (loop->length == LONGEST)
        return false;
      loop->last[loop->length++] = &trace->events[i];
    }
  return loop->length;
}

static bool find_loop(const struct trace *trace, uint32_t thread, struct loop *loop) {
  *loop = (struct loop){.thread = thread};
  if (trace->error.cycle)
    return find_in_cycle(trace, loop);
  const uint32_t n = last_events(trace, loop);
  for (uint32_t length = 1; length * ROUNDS <= n; length++)
    if (is_round(loop, length)) {
      loop->length = length;
      loop->rounds = count_rounds(trace, loop);
      return true;
    }
  return false;
}

static bool is_recent(const struct trace *trace, uint32_t thread) {
  const uint64_t first = trace->n_events > RECENT ? trace->n_events - RECENT : 0;
  for (uint64_t i = trace->n_events; i-- > first;)
    if (trace->events[i].thread == thread && trace->events[i].kind != RECORD_ERROR)
      return true;
  return false;
}

/* Whether the event does the same, with the same values, in the rounds before. */
static bool is_the_same(const struct loop *loop, uint32_t i) {
  if (!loop->rounds)
    return true;
  for (uint32_t k = i + loop->length; k < loop->length * ROUNDS; k += loop->length)
    if (loop->last[k]->value != loop->last[i]->value ||
        loop->last[k]->stored != loop->last[i]->stored)
      return false;
  return true;
}

static bool only_looks(const struct trace_event *event) {
  return event->kind == RECORD_READ || event->kind == RECORD_CAS_FAILED ||
         (event->kind == RECORD_TRYLOCK && event->value);
}

/* It only reads, and the same each time: it waits for a change. */
static bool waits(const struct loop *loop) {
  for (uint32_t i = 0; i < loop->length; i++)
    if (!only_looks(loop->last[i]) || !is_the_same(loop, i))
      return false;
  return true;
}

/* Where a round begins, as a reader sees it: with its first line. */
static uint32_t first_of_round(const struct trace *trace, const struct loop *loop) {
  uint32_t first = loop->length - 1;
  for (uint32_t i = loop->length; i-- > 0;)
    if (trace->locations[loop->last[i]->at].line < trace->locations[loop->last[first]->at].line)
      first = i;
  return first;
}

static void put_loop(struct arena *arena, const struct trace *trace, const struct loop *loop,
                     struct buffer *out) {
  const char *const name = trace_thread_name(trace, loop->thread);
  if (loop->rounds)
    buffer_printf(out, "  %s has gone round a loop %s times:\n", name, grouped(loop->rounds));
  else
    buffer_printf(out, "  %s goes round a loop:\n", name);
  const uint32_t first = first_of_round(trace, loop);
  for (uint32_t k = 0; k < loop->length; k++) {
    const uint32_t i = (first + loop->length - k) % loop->length;
    const struct trace_event *event = loop->last[i];
    buffer_printf(out, "    %s %s%s\n", place_text(arena, trace, event->at),
                  event_text(arena, trace, event),
                  is_the_same(loop, i) ? "" : ", each time another value");
  }
}

static void put_advice(const struct loop *loops, uint32_t n, struct buffer *out) {
  if (n > 1)
    buffer_puts(out,
                "  they keep each other going: a livelock, unless the program relies on a fair "
                "scheduler;\n  to explore a few rounds only, count them, and "
                "ravel_assume(rounds < 3) in each loop\n");
  else if (waits(&loops[0]))
    buffer_printf(out,
                  "  it waits for %s to change: write ravel_await(...) with the loop's condition,\n"
                  "  or take out of the loop what differs from round to round, such as a counter\n",
                  *loops[0].last[0]->object ? loops[0].last[0]->object : "a value");
  else
    buffer_puts(out, "  if it waits for another thread, write ravel_await(condition); if it tries "
                     "again, or works\n  until the program ends, give it a bound, or "
                     "ravel_assume(rounds < 3); if it is just long, raise\n  --max-steps\n");
}

void text_loops(struct arena *arena, const struct trace *trace, struct buffer *out) {
  struct loop loops[MAX_LOOPS];
  uint32_t n = 0;
  for (uint32_t thread = 0; thread < trace->n_threads && n < MAX_LOOPS; thread++)
    if (is_recent(trace, thread) && find_loop(trace, thread, &loops[n]))
      n++;
  for (uint32_t i = 0; i < n; i++)
    put_loop(arena, trace, &loops[i], out);
  if (n)
    put_advice(loops, n, out);
}
