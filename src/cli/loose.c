#include "cli/loose.h"

#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/message.h"
#include "cli/near.h"
#include "cli/signals.h"
#include "report/deviation.h"
#include "report/match.h"
#include "report/text.h"

enum { MOST_ROUNDS = 8, LONGEST = 200000 };

/* What is known after each round: the plan of the next one, and where the last one has left it. */
struct loose {
  const struct program *program;
  const struct trace *before;
  struct watch *watch;
  struct arena arena;
  struct plan plan;
  struct deviation deviation;
  struct trace other; /* with another error than the recorded one */
  bool has_other;
};

/* --- the plan -------------------------------------------------------------------------------- */

/* At first: the same threads, and the same order of their steps. Of memory nothing is known yet. */
static void plan_begin(struct loose *loose) {
  const struct trace *before = loose->before;
  struct plan *plan = &loose->plan;
  plan->n_threads = before->n_threads;
  plan->threads = arena_alloc(&loose->arena, (plan->n_threads + 1) * sizeof *plan->threads);
  for (uint32_t i = 0; i < plan->n_threads; i++)
    plan->threads[i] =
        (struct shared_thread){.parent = before->threads[i].parent, .nth = before->threads[i].nth};
  plan->n_choices = before->n_choices;
  plan->choices = before->choices;
}

/* Threads have the numbers that they had. One that is gone keeps its own, with a parentage that
 * there is not. */
static void plan_threads(struct loose *loose, const struct trace *now, const uint32_t *threads) {
  enum { NOBODY = UINT32_MAX - 1 };
  struct plan *plan = &loose->plan;
  struct shared_thread *table =
      arena_alloc(&loose->arena, (loose->before->n_threads + 1) * sizeof *table);
  plan->n_threads = loose->before->n_threads;
  for (uint32_t i = 0; i < plan->n_threads; i++)
    if (i == 0)
      table[i].parent = RV_NO_THREAD;
    else if (threads[i] == RV_NO_THREAD)
      table[i] = (struct shared_thread){.parent = NOBODY, .nth = i};
    else
      table[i] = (struct shared_thread){.parent = loose->before->threads[i].parent,
                                        .nth = now->threads[threads[i]].nth};
  plan->threads = table;
}

/* The steps that a thread has made in `now`, up to this one, and not yet in the plan. */
static void plan_up_to(struct plan *plan, const struct trace *now, uint64_t *done, uint64_t step,
                       uint32_t thread, uint32_t choice) {
  for (uint64_t i = *done; i <= step; i++)
    if (now->choices[i].thread == now->choices[step].thread)
      plan->choices[plan->n_choices++] =
          (struct shared_choice){thread, i == step ? choice : now->choices[i].choice};
  *done = step + 1;
}

/* Each step of the recording that is still there, with what its thread does before it. */
static void plan_steps(struct loose *loose, const struct trace *now, const struct match *match) {
  const struct trace *before = loose->before;
  struct plan *plan = &loose->plan;
  uint64_t *done = must_alloc((before->n_threads + 1) * sizeof *done);
  memset(done, 0, (before->n_threads + 1) * sizeof *done);
  plan->choices = arena_alloc(&loose->arena, (now->n_choices + 1) * sizeof *plan->choices);
  plan->n_choices = 0;
  for (uint64_t i = 0; i < before->n_choices; i++) {
    const uint32_t thread = before->choices[i].thread;
    if (match->steps[i] != ALIGN_NONE)
      plan_up_to(plan, now, &done[thread], match->steps[i], thread, before->choices[i].choice);
  }
  free(done);
}

static void plan_marks(struct loose *loose, const struct memory *memory) {
  struct plan *plan = &loose->plan;
  const struct rv_facts *facts = &memory->shared->facts;
  plan->n_marks = 0;
  plan->marks = arena_alloc(&loose->arena, (facts->n + 1) * sizeof *plan->marks);
  for (uint32_t i = 0; i < facts->n && i < RV_MAX_FACTS; i++)
    if (facts->at[i].kind == FACT_MARK)
      plan->marks[plan->n_marks++] = facts->at[i].value;
}

static bool same_plan(const struct plan *a, const struct plan *b) {
  if (a->n_marks != b->n_marks || a->n_choices != b->n_choices || a->n_threads != b->n_threads)
    return false;
  for (uint32_t i = 0; i < a->n_threads; i++)
    if (a->threads[i].parent != b->threads[i].parent || a->threads[i].nth != b->threads[i].nth)
      return false;
  return a->n_choices == 0 ||
         memcmp(a->choices, b->choices, a->n_choices * sizeof *a->choices) == 0;
}

/* --- rounds ---------------------------------------------------------------------------------- */

/* Takes the recorded error if the execution has shown it, and keeps another one. */
static bool take_error(struct loose *loose, const struct memory *memory, struct trace *now) {
  const struct trace *before = loose->before;
  for (uint32_t i = 0; i < memory->shared->n_errors && i < SHARED_MAX_ERRORS; i++) {
    struct trace found = {0};
    record_found(loose->program, memory, &before->request, &memory->shared->errors[i], loose->watch,
                 &found);
    if (found.error.shown && match_errors(before, &found)) {
      *now = found;
      return true;
    }
    if (found.error.shown && !loose->has_other) {
      loose->other = found;
      loose->has_other = true;
    } else {
      trace_free(&found);
    }
  }
  return false;
}

enum round { ROUND_FOUND, ROUND_NEW_PLAN, ROUND_SAME_PLAN, ROUND_FAILED };

static enum round follow_once(struct loose *loose, struct trace *now) {
  const struct plan before = loose->plan;
  struct memory memory;
  struct trace run = {0};
  char why[SHARED_MESSAGE];
  if (!record_loosely(loose->program, loose->before, &before, loose->watch, &memory, &run, why,
                      sizeof why)) {
    complain("'%s' cannot be run: %s", loose->program->about.name, why);
    return ROUND_FAILED;
  }
  enum round round = take_error(loose, &memory, now) ? ROUND_FOUND : ROUND_NEW_PLAN;
  if (round == ROUND_NEW_PLAN) {
    struct arena arena = {0};
    const struct match match = match_traces(&arena, loose->before, &run);
    deviation_find(&loose->deviation, &loose->arena, loose->before, &run, &match);
    plan_marks(loose, &memory);
    plan_threads(loose, &run, match.threads);
    plan_steps(loose, &run, &match);
    round = same_plan(&before, &loose->plan) ? ROUND_SAME_PLAN : ROUND_NEW_PLAN;
    arena_free(&arena);
  }
  memory_free(&memory);
  trace_free(&run);
  return round;
}

static enum round follow_schedule(struct loose *loose, struct trace *now) {
  enum round round = ROUND_NEW_PLAN;
  plan_begin(loose);
  for (unsigned i = 0; i < MOST_ROUNDS && round == ROUND_NEW_PLAN && !loose->watch->interrupted;
       i++)
    round = follow_once(loose, now);
  return round;
}

/* --- what is said ---------------------------------------------------------------------------- */

static void say_place(struct arena *arena, const struct trace *before, const struct trace *now,
                      struct buffer *out) {
  const char *here = trace_place(arena, now, now->error.at),
             *then = trace_place(arena, before, before->error.at);
  buffer_printf(out, "at %s", here);
  if (strcmp(here, then) != 0)
    buffer_printf(out, " (it was at %s)", then);
}

static void tell_error(const struct trace *now, const struct options *options, struct buffer *out) {
  const struct text_options look = {.colour = wants_colour(stdout, options->color),
                                    .columns = options->columns,
                                    .width = terminal_width(stdout),
                                    .view.max_events = TEXT_MAX_EVENTS};
  if (options->quiet)
    return;
  trace_text(now, &look, out);
  buffer_putc(out, '\n');
}

static int tell_failure(const struct trace *before, const struct trace *now, const char *how,
                        const struct options *options) {
  const bool colour = wants_colour(stdout, options->color), same = match_errors(before, now);
  struct arena arena = {0};
  struct buffer out = {0};
  tell_error(now, options, &out);
  buffer_printf(&out, "%s%s%s%s: ", style(colour, STYLE_BAD),
                same ? "still fails" : "fails in another way", style(colour, STYLE_PLAIN), how);
  if (same)
    buffer_printf(&out, "the same %s ", now->error.kind);
  else
    buffer_printf(&out, "%s where there was %s, ", now->error.kind, before->error.kind);
  say_place(&arena, before, now, &out);
  buffer_putc(&out, '\n');
  const int status = stream_write(1, &out) ? STATUS_ERRORS : STATUS_USAGE;
  buffer_free(&out);
  arena_free(&arena);
  return status;
}

/* The schedule has shown nothing: what is near it? */
static int look_near(struct loose *loose, const struct options *options, struct trace *now) {
  const bool colour = wants_colour(stdout, options->color);
  const uint64_t bound = near_bound(loose->before);
  struct buffer out = {0};
  deviation_text(&loose->deviation, &out);
  if (!stream_write(1, &out))
    return STATUS_USAGE;
  buffer_free(&out);
  const enum near_outcome outcome =
      near_search(loose->program, loose->before, bound, loose->watch, now);
  if (loose->watch->interrupted)
    return STATUS_INCOMPLETE;
  if (outcome == NEAR_FOUND)
    return tell_failure(loose->before, now, " in a schedule near it", options);
  if (outcome == NEAR_NOTHING)
    buffer_printf(&out,
                  "%sno longer fails%s: no execution with at most %s does\n"
                  "to explore all of them\n",
                  style(colour, STYLE_GOOD), style(colour, STYLE_PLAIN),
                  counted(bound, "preemption"));
  else
    buffer_printf(
        &out,
        "%sdoes not fail%s any more with this schedule, nor in %.0f seconds of search near "
        "it\nto search on\n",
        style(colour, STYLE_WARN), style(colour, STYLE_PLAIN), NEAR_SECONDS);
  near_command(loose->before, &loose->program->about,
               outcome == NEAR_NOTHING ? NEAR_NO_BOUND : bound, &out);
  const bool written = stream_write(1, &out);
  buffer_free(&out);
  return !written ? STATUS_USAGE : outcome == NEAR_NOTHING ? STATUS_PASS : STATUS_INCOMPLETE;
}

/* A thread of which no step is left was another program's. */
static uint32_t thread_without_steps(const struct loose *loose) {
  const struct trace *before = loose->before;
  for (uint64_t i = 0; i < before->n_choices; i++) {
    const uint32_t thread = before->choices[i].thread;
    uint64_t k = 0;
    while (k < loose->plan.n_choices && loose->plan.choices[k].thread != thread)
      k++;
    if (k == loose->plan.n_choices)
      return thread;
  }
  return RV_NO_THREAD;
}

/* The schedule is the whole test. */
static int judge_strictly(const struct loose *loose, const struct options *options) {
  const bool colour = wants_colour(stdout, options->color);
  const uint32_t lost = thread_without_steps(loose);
  struct buffer out = {0};
  deviation_text(&loose->deviation, &out);
  if (lost == RV_NO_THREAD)
    buffer_printf(&out, "%sdoes not fail%s with this schedule\n", style(colour, STYLE_GOOD),
                  style(colour, STYLE_PLAIN));
  const bool written = stream_write(1, &out);
  buffer_free(&out);
  if (lost != RV_NO_THREAD)
    return complain("the trace is not about this program any more: no step of %s is left; record "
                    "another one, or take it out",
                    trace_thread_name(loose->before, lost));
  return written ? STATUS_PASS : STATUS_USAGE;
}

int loose_replay(const struct program *program, const struct trace *before,
                 const struct options *options, struct watch *watch, struct trace *now) {
  struct loose loose = {.program = program, .before = before, .watch = watch};
  if (before->n_choices > LONGEST)
    return complain("the program has changed, and its schedule of %s is too long to be followed "
                    "loosely: check it again",
                    counted(before->n_choices, "step"));
  const enum round round = follow_schedule(&loose, now);
  int status = STATUS_USAGE;
  if (watch->interrupted) {
    status = STATUS_INCOMPLETE;
  } else if (round == ROUND_FOUND) {
    status = tell_failure(before, now, "", options);
  } else if (loose.has_other) {
    *now = loose.other;
    loose.other = (struct trace){0};
    status = tell_failure(before, now, "", options);
  } else if (round != ROUND_FAILED) {
    status = options->strict ? judge_strictly(&loose, options) : look_near(&loose, options, now);
  }
  trace_free(&loose.other);
  arena_free(&loose.arena);
  return status;
}
