#include "cli/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/message.h"
#include "report/collect.h"

enum {
  MANY_RECORDS = 200000,
  NULL_PAGES = 65536, /* accesses near the null pointer can't be looked at */
};

/* What a recording starts from: as the search left it, or as a trace file has it. */
struct recipe {
  enum worker_task task;
  struct request request; /* of the search; the rest is filled in here */
  const struct shared_thread *threads;
  uint32_t n_threads;
  const uint64_t *marks;
  uint32_t n_marks;
  const struct shared_choice *choices;
  uint64_t n_choices;
  const char *algorithm;
  uint64_t max_records;             /* a longer recording is given up; 0: none is */
  enum error_kind kind;             /* of the error that is expected; ERROR_KINDS: none */
  uint64_t nth;                     /* error of the execution, from 0, where there is no `error` */
  const struct shared_error *error; /* as it was found; NULL: it is not known */
};

static bool prepare(struct memory *memory, const struct recipe *recipe) {
  struct request request = recipe->request;
  request.task = recipe->task;
  request.show_output = 1;
  request.schedule_first = 0;
  request.schedule_length = recipe->n_choices;
  if (!memory_new(memory, &request))
    return false;
  struct shared *shared = memory->shared;
  shared->n_threads = recipe->n_threads;
  memcpy(shared->threads, recipe->threads, recipe->n_threads * sizeof *recipe->threads);
  for (uint32_t i = 0; i < recipe->n_marks; i++)
    rv_facts_add(&shared->facts, (struct rv_fact){.kind = FACT_MARK, .value = recipe->marks[i]},
                 true);
  struct part schedule = memory_schedule(memory, 0, recipe->n_choices);
  if (schedule.first)
    memcpy(schedule.first, recipe->choices, recipe->n_choices * sizeof *recipe->choices);
  shared->schedules_used = recipe->n_choices;
  part_free(&schedule);
  return true;
}

/* With --keep-going an execution can have several errors: the one it is about. */
static const struct shared_error *find_error(const struct shared *shared,
                                             const struct recipe *recipe) {
  const struct shared_error *of_kind = NULL;
  for (uint32_t i = 0; i < shared->n_errors && i < SHARED_MAX_ERRORS; i++) {
    const struct shared_error *error = &shared->errors[i];
    if (error->kind != recipe->kind)
      continue;
    if (!of_kind || (!recipe->error && i == recipe->nth))
      of_kind = error;
    if (recipe->error && error->pc == recipe->error->pc &&
        error->stack_hash == recipe->error->stack_hash &&
        error->about_hash == recipe->error->about_hash &&
        strcmp(error->message, recipe->error->message) == 0)
      return error;
  }
  return of_kind ? of_kind : shared->n_errors ? &shared->errors[0] : NULL;
}

/* Where the last thread was, as far as it was written down; 0: it is not known. */
static uint64_t place_of_last(const struct memory *memory, uint32_t thread) {
  struct part part = memory_records(memory);
  const struct record *records = part.first;
  const uint64_t n = records ? memory->shared->records_used : 0;
  const uint64_t pc = n && records[n - 1].thread == thread ? records[n - 1].pc : 0;
  part_free(&part);
  return pc;
}

/* A step that kills its process kills the recording too; what is known comes from the search, or
 * is told as the search would (report_deadly() in runtime/system.c). */
static const struct shared_error *lost_in_step(const struct memory *memory,
                                               const struct recipe *recipe, int status,
                                               struct shared_error *made) {
  const struct shared *shared = memory->shared;
  if (shared->state != WORKER_RUNNING || shared->step_under_way == UNDER_WAY_NOTHING)
    return NULL;
  if (recipe->error)
    return recipe->error;
  *made = (struct shared_error){
      .kind = ERROR_CRASH, .other.thread = RV_NO_THREAD, .origin.thread = RV_NO_THREAD};
  made->thread = recipe->n_choices ? recipe->choices[recipe->n_choices - 1].thread : 0;
  made->pc = made->frames[0] = place_of_last(memory, made->thread);
  made->n_frames = made->pc != 0;
  snprintf(made->message, sizeof made->message, "the process ended %s: %s %d",
           shared->step_under_way == UNDER_WAY_STEP ? "in the middle of a step"
                                                    : "before the first visible operation",
           WIFSIGNALED(status) ? "killed by signal" : "exit status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  return made;
}

static void copy_schedule(struct trace *trace, const struct recipe *recipe) {
  trace->n_marks = recipe->n_marks;
  trace->marks = arena_alloc(&trace->arena, recipe->n_marks * sizeof *trace->marks);
  if (recipe->n_marks)
    memcpy(trace->marks, recipe->marks, recipe->n_marks * sizeof *trace->marks);
  trace->n_choices = recipe->n_choices;
  trace->choices = arena_alloc(&trace->arena, recipe->n_choices * sizeof *trace->choices);
  if (recipe->n_choices)
    memcpy(trace->choices, recipe->choices, recipe->n_choices * sizeof *trace->choices);
}

static void copy_order(struct trace *trace, const struct memory *memory) {
  const uint64_t end = trace->n_choices + 1;
  struct part part = memory_edges(memory);
  const struct shared_edge *edges = part.first;
  const uint64_t n = edges ? memory->shared->edges_used : 0;
  trace->ordered = memory->shared->state == WORKER_FINISHED;
  trace->edges = arena_alloc(&trace->arena, (n + 1) * sizeof *edges);
  for (uint64_t i = 0; i < n; i++)
    if (edges[i].before && edges[i].before < edges[i].after && edges[i].after <= end)
      trace->edges[trace->n_edges++] = edges[i];
  part_free(&part);
}

static void make_trace(struct trace *trace, const struct program *program,
                       const struct recipe *recipe, const struct memory *memory,
                       const struct shared_error *error, struct buffer *output) {
  const struct shared *shared = memory->shared;
  struct part records = memory_records(memory), image = memory_image(memory);
  trace->ravel = RAVEL_VERSION;
  trace->program = program->about;
  trace->request = recipe->request;
  trace->algorithm = recipe->algorithm;
  trace->exit_status = shared->exit_status;
  for (size_t i = 0; i < output->length; i++) /* a string from here on */
    output->text[i] = output->text[i] ? output->text[i] : ' ';
  trace->output = arena_string(&trace->arena, buffer_text(output));
  copy_schedule(trace, recipe);
  copy_order(trace, memory);
  trace_collect(trace, shared, records.first, image.first, error, program->path);
  part_free(&records);
  part_free(&image);
}

/* The error that came up, or the one that should have. */
static const struct shared_error *error_of(const struct memory *memory, const struct recipe *recipe,
                                           int status, struct shared_error *made) {
  const struct shared_error *error = find_error(memory->shared, recipe);
  if (!error)
    error = lost_in_step(memory, recipe, status, made);
  return error ? error : recipe->error;
}

/* It went where it was to go, and nothing was wrong there. Where marks have lost their meaning, it
 * did not even get there. */
static bool refutes(const struct shared *shared, bool moves) {
  return shared->n_errors == 0 && !(moves && shared->facts.n) &&
         (shared->state == WORKER_FINISHED || shared->state == WORKER_DIVERGED);
}

static bool record_trace(const struct program *program, const struct recipe *recipe,
                         struct watch *watch, struct trace *trace, char *why, size_t why_size) {
  struct memory memory;
  struct buffer output = {0};
  struct shared_error made;
  int status;
  snprintf(why, why_size, "no process could be started");
  if (!prepare(&memory, recipe))
    return false;
  const struct shared *shared = memory.shared;
  watch->output = &output;
  watch->max_records = recipe->max_records;
  bool good = worker_run(program, &memory, watch, &status);
  watch->output = NULL;
  watch->max_records = 0;
  if (good && *shared->failure) {
    snprintf(why, why_size, "%s", shared->failure);
    good = false;
  } else if (good && recipe->max_records && shared->records_used > recipe->max_records) {
    snprintf(why, why_size, "it is too long");
    good = false;
  }
  if (good) {
    const struct shared_error *error = error_of(&memory, recipe, status, &made);
    make_trace(trace, program, recipe, &memory, error, &output);
    for (uint32_t i = 0; i < shared->n_errors && i < SHARED_MAX_ERRORS; i++)
      if (error == &shared->errors[i]) {
        trace->error.nth = i;
        trace->error.shown = true;
      }
    trace->error.refuted = recipe->error && refutes(shared, program->moves);
  }
  memory_free(&memory);
  buffer_free(&output);
  return good;
}

/* A data race is about one place, and what it needs to know is who was there last. For any other
 * error all plain accesses are watched, but for those near the null pointer, which can't be looked
 * at. Where that does not work, because there are too many of them or one of them can't be looked
 * at, it goes without. */
static void record_error(const struct program *program, struct recipe *recipe,
                         const struct memory *search, struct watch *watch, struct trace *trace) {
  struct buffer none = {0};
  char why[SHARED_MESSAGE];
  if (recipe->error->kind != ERROR_DATA_RACE && recipe->request.races == RACES_REPORT) {
    recipe->request.watch_addr = NULL_PAGES;
    recipe->request.watch_size = UINT64_MAX / 2;
    recipe->max_records = MANY_RECORDS;
    if (record_trace(program, recipe, watch, trace, why, sizeof why))
      return;
    recipe->max_records = 0;
  }
  recipe->request.watch_addr = recipe->error->addr;
  recipe->request.watch_size = recipe->error->size;
  if (record_trace(program, recipe, watch, trace, why, sizeof why))
    return;
  mention("the execution could not be recorded: %s", why);
  make_trace(trace, program, recipe, search, recipe->error, &none);
}

/* The marks with which the schedule of an error holds: those that were known when its exploration
 * began, and what became shared on the way. */
static uint32_t marks_of(const struct shared *shared, const struct shared_error *error,
                         uint64_t *marks) {
  const uint64_t other_kinds = SPINLOOP_MARK | HIDDEN_READ_MARK | COMBINING_MARK;
  uint32_t n = 0;
  for (uint32_t i = 0; i < error->n_facts_met && i < RV_MAX_FACTS; i++) {
    const struct rv_fact *fact = &shared->facts.at[i];
    if (fact->kind == FACT_MARK && i < error->n_facts)
      marks[n++] = fact->value;
    else if (fact->kind == FACT_MARK && !(fact->value & other_kinds))
      marks[n++] = fact->value | PRIVATE_MARK_LATER;
  }
  return n;
}

void record_found(const struct program *program, const struct memory *memory,
                  const struct request *request, const struct shared_error *error,
                  struct watch *watch, struct trace *trace) {
  const struct shared *shared = memory->shared;
  struct part schedule = memory_schedule(memory, error->schedule_first, error->schedule_length);
  uint64_t *marks = must_alloc((error->n_facts_met + 1) * sizeof *marks);
  struct recipe recipe = {.task = TASK_RECORD,
                          .request = *request,
                          .threads = shared->threads,
                          .n_threads = shared->n_threads,
                          .marks = marks,
                          .n_marks = marks_of(shared, error, marks),
                          .choices = schedule.first,
                          .n_choices = schedule.first ? error->schedule_length : 0,
                          .algorithm = rv_search_name(&request->explorer),
                          .kind = (enum error_kind)error->kind,
                          .error = error};
  record_error(program, &recipe, memory, watch, trace);
  trace->error.execution = error->execution;
  free(marks);
  part_free(&schedule);
}

/* What the trace needs to be run again with this schedule; recipe_free() takes its threads. */
static struct recipe recipe_of(const struct trace *trace, const struct shared_choice *choices,
                               uint64_t n_choices) {
  struct shared_thread *threads = must_alloc((trace->n_threads + 1) * sizeof *threads);
  for (uint32_t i = 0; i < trace->n_threads; i++)
    threads[i] = (struct shared_thread){.parent = trace->threads[i].parent,
                                        .nth = trace->threads[i].nth,
                                        .start = trace->threads[i].start};
  return (struct recipe){.task = TASK_RECORD,
                         .request = trace->request,
                         .threads = threads,
                         .n_threads = trace->n_threads,
                         .marks = trace->marks,
                         .n_marks = trace->n_marks,
                         .choices = choices,
                         .n_choices = n_choices,
                         .algorithm = trace->algorithm,
                         .kind = (enum error_kind)error_kind_number(trace->error.kind),
                         .nth = trace->error.nth};
}

static void recipe_free(struct recipe *recipe) {
  free((void *)recipe->threads);
}

bool record_memory(struct memory *memory, const struct trace *trace) {
  struct recipe recipe = recipe_of(trace, trace->choices, trace->n_choices);
  const bool good = prepare(memory, &recipe);
  recipe_free(&recipe);
  return good;
}

bool record_again(const struct program *program, const struct trace *before,
                  const struct shared_choice *choices, uint64_t n_choices,
                  const struct shared_error *error, struct watch *watch, struct trace *now,
                  char *why, size_t why_size) {
  struct recipe recipe = recipe_of(before, choices, n_choices);
  recipe.error = error;
  const bool good = record_trace(program, &recipe, watch, now, why, why_size);
  recipe_free(&recipe);
  return good;
}

/* --- loosely --------------------------------------------------------------------------------- */

/* All plain accesses are watched, as for any error: where the old one's memory was is of no use.
 * Where there are too many of them, it goes without. */
static struct request loose_request(const struct request *recorded, bool plain) {
  struct request request = *recorded;
  request.watch_addr = NULL_PAGES;
  request.watch_size = plain && request.races == RACES_REPORT ? UINT64_MAX / 2 : 0;
  return request;
}

static bool follow_plan(const struct program *program, const struct recipe *recipe,
                        struct watch *watch, struct memory *memory, struct buffer *output,
                        int *status, char *why, size_t why_size) {
  snprintf(why, why_size, "no process could be started");
  if (!prepare(memory, recipe))
    return false;
  watch->output = output;
  watch->max_records = recipe->max_records;
  const bool good = worker_run(program, memory, watch, status) && !*memory->shared->failure;
  watch->output = NULL;
  watch->max_records = 0;
  if (!good && *memory->shared->failure)
    snprintf(why, why_size, "%s", memory->shared->failure);
  if (!good)
    memory_free(memory);
  return good;
}

bool record_loosely(const struct program *program, const struct trace *before,
                    const struct plan *plan, struct watch *watch, struct memory *memory,
                    struct trace *now, char *why, size_t why_size) {
  struct recipe recipe = {.task = TASK_FOLLOW,
                          .request = loose_request(&before->request, true),
                          .threads = plan->threads,
                          .n_threads = plan->n_threads,
                          .marks = plan->marks,
                          .n_marks = plan->n_marks,
                          .choices = plan->choices,
                          .n_choices = plan->n_choices,
                          .algorithm = before->algorithm,
                          .max_records = MANY_RECORDS,
                          .kind = (enum error_kind)error_kind_number(before->error.kind)};
  struct buffer output = {0};
  struct shared_error made;
  int status;
  bool good = follow_plan(program, &recipe, watch, memory, &output, &status, why, why_size);
  if (good && memory->shared->records_used > MANY_RECORDS) {
    memory_free(memory);
    recipe.request = loose_request(&before->request, false);
    recipe.max_records = 0;
    good = follow_plan(program, &recipe, watch, memory, &output, &status, why, why_size);
  }
  if (good) {
    const uint64_t planned = plan->n_choices, used = memory->shared->schedules_used;
    struct part part = memory_schedule(memory, planned, used > planned ? used - planned : 0);
    recipe.choices = part.first;
    recipe.n_choices = part.first ? used - planned : 0;
    make_trace(now, program, &recipe, memory, error_of(memory, &recipe, status, &made), &output);
    part_free(&part);
  }
  buffer_free(&output);
  return good;
}
