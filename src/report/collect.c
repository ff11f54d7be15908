#include "report/collect.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "report/error_names.h"
#include "report/naming.h"
#include "report/race.h"
#include "report/sharing.h"

struct collector {
  struct trace *trace;
  const struct shared_error *error; /* NULL: none */
  const struct shared *shared;
  const struct record *records;
  struct naming naming;
  struct sharing sharing;
  uint64_t *told; /* the records that the events of the trace are made from */
};

static uint64_t pc_of(struct collector *c, const struct record *record) {
  return own_pc(&c->naming, record->pc, record->callers);
}

/* Where the thread was created, as the recording has it. */
static uint64_t created_at(struct collector *c, uint32_t thread) {
  for (uint64_t i = 0; i < c->shared->records_used; i++)
    if (c->records[i].kind == RECORD_CREATE && c->records[i].other == thread)
      return pc_of(c, &c->records[i]);
  return c->shared->threads[thread].created_at;
}

/* What a thread is called: as the program says, after its function, or after the place where it was
 * made, if its function is one of a library, as that of a lambda is. */
static const char *name_of_thread(struct collector *c, uint32_t thread) {
  const struct shared_thread *from = &c->shared->threads[thread];
  const char *start =
      in_system(&c->naming, from->start + 1) ? NULL : function_at(&c->naming, from->start);
  if (*from->name)
    return from->name;
  if (start)
    return start;
  const struct place *place = lines_own_place(lines_find(&c->naming.lines, created_at(c, thread)));
  if (!place || !thread)
    return "";
  const char *slash = strrchr(place->file, '/');
  return arena_printf(&c->trace->arena, "%s:%u", slash ? slash + 1 : place->file, place->line);
}

static void collect_threads(struct collector *c) {
  struct trace *trace = c->trace;
  trace->n_threads = c->shared->n_threads;
  trace->threads = arena_alloc(&trace->arena, (trace->n_threads + 1) * sizeof *trace->threads);
  for (uint32_t i = 0; i < trace->n_threads; i++) {
    const struct shared_thread *from = &c->shared->threads[i];
    const char *name = name_of_thread(c, i);
    trace->threads[i] = (struct trace_thread){
        .parent = from->parent,
        .nth = from->nth,
        .start = from->start,
        .name = i == 0 && !*from->name
                    ? "main"
                    : arena_printf(&trace->arena, "T%u%s%s", i, *name ? " " : "", name),
        .present = i == 0};
  }
}

static bool is_of_this_error(const struct collector *c, const struct record *record) {
  return record->pc == c->error->pc && record->thread == c->error->thread;
}

/* The story ends with its error; what other threads did before they were stopped is no part, nor
 * what came after it with --keep-going. */
static uint64_t story_length(const struct collector *c) {
  uint64_t last = 0, first_of_this = 0;
  for (uint64_t i = c->shared->records_used; c->error && i > 0; i--) {
    const struct record *record = &c->records[i - 1];
    if (record->kind == RECORD_ERROR && !last)
      last = i;
    if (record->kind == RECORD_ERROR && is_of_this_error(c, record))
      first_of_this = i;
  }
  return first_of_this ? first_of_this : last ? last : c->shared->records_used;
}

static bool touches_its_memory(const struct collector *c, const struct record *record) {
  return c->error && c->error->addr - record->addr < record->size;
}

/* Memory that the C++ library keeps for itself, such as what a lambda has captured that a new
 * thread is to run: it was allocated there, and the program has no other way to it. */
static bool is_of_library(struct collector *c, const struct record *record) {
  const struct lines_entry *entry =
      record->block_size ? lines_find(&c->naming.lines, record->block_pc) : NULL;
  return entry && entry->n && file_of_the_system(entry->places[0].file) &&
         !reach_find(&c->naming.reach, record->addr);
}

/* What is worth telling: the operation that each step begins with and all that synchronises; of the
 * plain accesses in between, those of the user's own code to memory that two threads touch and one
 * writes; both sides of a data race; and the frees of the block that the error is about. */
static bool worth_telling(struct collector *c, uint64_t index, uint64_t n) {
  const struct record *record = &c->records[index];
  const uint64_t step_before = index ? record[-1].step : 0;
  if (record->kind == RECORD_ERROR)
    return index + 1 == n;
  if (!record->plain || record->step != step_before)
    return true;
  if (touches_its_memory(c, record) &&
      (record->kind == RECORD_FREE || c->error->kind == ERROR_DATA_RACE))
    return true;
  const struct lines_entry *entry = lines_find(&c->naming.lines, record->pc);
  return entry->n && *entry->places[0].file && !file_of_the_system(entry->places[0].file) &&
         sharing_is_shared(&c->sharing, record->addr, record->size) && !is_of_library(c, record);
}

/* A descriptor is known by its number. */
static const char *object_of(struct collector *c, const struct record *record) {
  if (record->kind == RECORD_INVOKE || record->kind == RECORD_RETURN)
    return arena_printf(&c->trace->arena, "%.*s", RECORD_NAME, record->name);
  const bool numbered = record->kind >= RECORD_STATE_LOOK && record->kind <= RECORD_STATE_CHANGE &&
                        (int64_t)record->value >= 0;
  return numbered
             ? arena_printf(&c->trace->arena, "descriptor %llu", (unsigned long long)record->value)
             : object_at(&c->naming, record->addr, record->size);
}

/* Whether it could be made stronger: by another order, or by a fence before it. */
static bool is_weaker(const struct collector *c, const struct record *record) {
  const bool atomic = record->kind == RECORD_READ || record->kind == RECORD_WRITE ||
                      record->kind == RECORD_UPDATE || record->kind == RECORD_CAS_FAILED ||
                      record->kind == RECORD_FENCE;
  return atomic && (record->plain ? c->trace->request.races == RACES_INTERLEAVE
                                  : record->order < __ATOMIC_SEQ_CST);
}

/* The reading part of a read-modify-write is told too. */
static bool has_site(struct trace *trace, uint64_t pc, uint8_t kind) {
  for (uint32_t i = 0; i < trace->n_sites; i++)
    if (trace->sites[i].pc == pc) {
      if (kind == RECORD_UPDATE || kind == RECORD_CAS_FAILED)
        trace->sites[i].kind = RECORD_UPDATE;
      return true;
    }
  return false;
}

static void collect_sites(struct collector *c) {
  struct trace *trace = c->trace;
  trace->sites = arena_alloc(&trace->arena, (REQUEST_STRONGER + 1) * sizeof *trace->sites);
  for (uint64_t i = 0; i < c->shared->records_used && trace->n_sites <= REQUEST_STRONGER; i++) {
    const struct record *record = &c->records[i];
    if (!is_weaker(c, record) || has_site(trace, pc_of(c, record), record->kind))
      continue;
    trace->sites[trace->n_sites++] =
        (struct trace_site){.pc = pc_of(c, record),
                            .at = location_of_pc(&c->naming, pc_of(c, record)),
                            .kind = record->kind,
                            .order = record->order,
                            .plain = record->plain};
  }
}

/* A call of an operation is at the operation, if that is a function of the program and not one of
 * Ravel's headers that calls it. */
static uint32_t place_of(struct collector *c, const struct record *record) {
  const uint32_t at = location_of_pc(&c->naming, pc_of(c, record));
  const bool of_call = record->kind == RECORD_INVOKE || record->kind == RECORD_RETURN;
  return of_call && file_of_the_system(c->trace->locations[at].file) ? 0 : at;
}

static void collect_events(struct collector *c) {
  struct trace *trace = c->trace;
  const uint64_t n = story_length(c);
  trace->events = arena_alloc(&trace->arena, (n + 1) * sizeof *trace->events);
  c->told = must_alloc((n + 1) * sizeof *c->told);
  for (uint64_t i = 0; i < n; i++) {
    const struct record *record = &c->records[i];
    if (record->thread >= trace->n_threads || record->kind >= RECORD_KINDS ||
        !worth_telling(c, i, n))
      continue;
    name_block(&c->naming, record);
    name_frame(&c->naming, record->frame, record->frame_pc);
    c->told[trace->n_events] = i;
    const bool of_two = record->kind == RECORD_CREATE || record->kind == RECORD_JOIN ||
                        record->kind == RECORD_TRY_JOIN || record->kind == RECORD_CANCEL ||
                        record->kind == RECORD_ARRIVES || record->kind == RECORD_SEND ||
                        record->kind == RECORD_RECEIVE || record->kind == RECORD_LOOK_AT_MESSAGE;
    trace->events[trace->n_events++] =
        (struct trace_event){.kind = record->kind,
                             .plain = record->plain,
                             .preempts = record->preempts && record[-1].step != record->step,
                             .thread = record->thread,
                             .other = of_two ? record->other : RV_NO_THREAD,
                             .size = record->size,
                             .step = record->step,
                             .source = record->source,
                             .last = record->last,
                             .object = object_of(c, record),
                             .value = record->value,
                             .stored = record->stored,
                             .at = place_of(c, record)};
    trace->threads[record->thread].present = true;
    if (record->kind == RECORD_CREATE && record->other < trace->n_threads) {
      trace->threads[record->other].present = true;
      trace->threads[record->other].created_at = location_of_pc(&c->naming, pc_of(c, record));
    }
  }
}

/* Whether an event is about values in memory; in others they are counts and the like. */
static bool has_values(const struct trace_event *event) {
  return event->kind <= RECORD_CAS_FAILED || event->kind == RECORD_AWAIT;
}

/* A read of heap memory that nobody has written since it was allocated. Fewer bytes may hold that
 * value by chance. */
static bool is_uninitialised(const struct record *record) {
  const uint64_t garbage = SHARED_GARBAGE * UINT64_C(0x0101010101010101);
  return record->kind == RECORD_READ && record->block_size &&
         ((record->size == 4 && record->value == (uint32_t)garbage) ||
          (record->size == 8 && record->value == garbage));
}

/* Once all blocks have their numbers. */
static void name_values(struct collector *c) {
  for (uint64_t i = 0; i < c->trace->n_events; i++) {
    struct trace_event *event = &c->trace->events[i];
    const struct record *record = &c->records[c->told[i]];
    const uint64_t at = has_values(event) ? record->addr : 0;
    name_frame(&c->naming, record->frame, record->frame_pc);
    event->value_name = is_uninitialised(record)
                            ? "uninitialised"
                            : value_at(&c->naming, at, event->value, event->size);
    event->stored_name = value_at(&c->naming, at, event->stored, event->size);
  }
}

/* Every function of the stack that has a source line, inlined ones too, down to main. What the
 * standard library calls on the way is folded into the program's own lines. */
static void collect_stack(struct collector *c, struct trace_stack *stack, uint32_t thread,
                          const uint64_t *frames, uint32_t n) {
  enum { MAX_SHOWN = 64 };
  stack->thread = thread;
  stack->frames = arena_alloc(&c->trace->arena, MAX_SHOWN * sizeof *stack->frames);
  for (uint32_t i = 0; i < n && i < SHARED_MAX_FRAMES; i++) {
    const struct lines_entry *entry =
        in_ravel(&c->naming, frames[i]) ? NULL : lines_find(&c->naming.lines, frames[i]);
    for (uint32_t k = 0; entry && k < entry->n && stack->n < MAX_SHOWN; k++) {
      const struct place *place = &entry->places[k];
      if (!*place->file || file_of_the_system(place->file))
        continue;
      stack->frames[stack->n++] = location(&c->naming, place->file, place->line, place->function);
      if (strcmp(place->function, "main") == 0)
        return;
    }
  }
}

/* An error inside a library is put down to who called it: the innermost place on the stack that is
 * in a source of the program. */
static uint32_t own_location(struct collector *c, const struct shared_error *error) {
  for (uint32_t i = 0; i < error->n_frames && i < SHARED_MAX_FRAMES; i++) {
    const struct place *place = lines_own_place(lines_find(&c->naming.lines, error->frames[i]));
    if (place && !in_system(&c->naming, error->frames[i]) && !file_of_the_system(place->file))
      return location(&c->naming, place->file, place->line, place->function);
  }
  return location_of_pc(&c->naming, error->pc);
}

/* Of an error that says where it is. What a header of Ravel finds is put down to who called it. */
static const char *function_that_failed(struct collector *c, const struct shared_error *error) {
  const struct place *place = lines_own_place(lines_find(&c->naming.lines, error->pc));
  if (place && file_of_the_system(place->file) && !file_of_the_system(error->file))
    return c->trace->locations[own_location(c, error)].function;
  return place ? place->function : "";
}

/* How large the object is that is waited for; that of a condition is not known. */
static uint64_t size_of_object(uint32_t wait) {
  static const uint64_t sizes[] = {[WAIT_MUTEX] = sizeof(pthread_mutex_t),
                                   [WAIT_JOIN] = 1,
                                   [WAIT_AWAIT] = 1,
                                   [WAIT_LOOP] = 1,
                                   [WAIT_COND] = sizeof(pthread_cond_t),
                                   [WAIT_SEMAPHORE] = sizeof(sem_t),
                                   [WAIT_RWLOCK] = sizeof(pthread_rwlock_t),
                                   [WAIT_SPIN] = sizeof(pthread_spinlock_t),
                                   [WAIT_BARRIER] = sizeof(pthread_barrier_t),
                                   [WAIT_ONCE] = sizeof(pthread_once_t)};
  return wait < sizeof sizes / sizeof *sizes ? sizes[wait] : 1;
}

/* Where its holder took what a thread waits for, as the recording has it. */
static uint64_t held_since(struct collector *c, const struct shared_wait *wait) {
  for (uint64_t i = c->shared->records_used; wait->held_since && i-- > 0;) {
    const struct record *record = &c->records[i];
    if (record->thread == wait->holder && record->addr == wait->object &&
        record->pc == wait->held_since)
      return pc_of(c, record);
  }
  return wait->held_since;
}

static struct trace_wait wait_of(struct collector *c, const struct shared_wait *wait) {
  return (struct trace_wait){
      .thread = wait->thread,
      .kind = wait->kind,
      .object = object_at(&c->naming, wait->object, size_of_object(wait->kind)),
      .holder = wait->holder,
      .missing = wait->missing,
      .tag = wait->tag,
      .at = location_of_pc(&c->naming, own_pc(&c->naming, wait->pc, wait->callers)),
      .held_since = location_of_pc(&c->naming, held_since(c, wait))};
}

static void collect_waits(struct collector *c, const struct shared_error *from) {
  struct trace_error *error = &c->trace->error;
  error->n_waits = from->n_waits < SHARED_MAX_WAITS ? from->n_waits : SHARED_MAX_WAITS;
  error->waits = arena_alloc(&c->trace->arena, (error->n_waits + 1) * sizeof *error->waits);
  for (uint32_t i = 0; i < error->n_waits; i++)
    error->waits[i] = wait_of(c, &from->waits[i]);
}

static void collect_missed(struct collector *c) {
  const struct shared_missed *from = &c->shared->missed;
  c->trace->missed =
      (struct trace_missed){.entry = from->entry, .thread = from->thread, .why = from->why};
  if (from->entry && from->why == MISSED_WAITS)
    c->trace->missed.wait = wait_of(c, &from->wait);
}

static void collect_error(struct collector *c, const struct shared_error *from) {
  struct trace_error *error = &c->trace->error;
  *error =
      (struct trace_error){.kind = "", .message = "", .headline = "", .order = "", .object = ""};
  error->stack.thread = error->other.thread = error->origin.thread = RV_NO_THREAD;
  if (!from)
    return;
  error->kind = error_kind_name(from->kind) ? error_kind_name(from->kind) : "unsupported";
  error->message = arena_string(&c->trace->arena, from->message);
  error->execution = from->execution;
  error->cycle = from->cycle;
  error->at = own_location(c, from);
  collect_waits(c, from);
  for (uint32_t i = 0; i < error->n_waits; i++) /* the stack is not that of another thread */
    if (from->kind == ERROR_DEADLOCK && error->waits[i].thread == from->thread)
      error->at = error->waits[i].at;
  if (*from->file)
    error->at = location(&c->naming, from->file, from->line, function_that_failed(c, from));
  struct trace_event *last = c->trace->n_events ? &c->trace->events[c->trace->n_events - 1] : NULL;
  if (last && last->kind == RECORD_ERROR)
    last->at = error->at;
  error->size = from->size;
  error->object = object_at(&c->naming, from->addr, from->size);
  collect_stack(c, &error->stack, from->thread, from->frames, from->n_frames);
  collect_stack(c, &error->other, from->other.thread, from->other.frames, from->other.n);
  collect_stack(c, &error->origin, from->origin.thread, from->origin.frames, from->origin.n);
  error->other.side = from->other.side % TRACE_SIDES;
  error->origin.side = from->origin.side % TRACE_SIDES;
  if (c->trace->request.suppress)
    error_names_collect(&c->naming, from);
  if (from->kind == ERROR_DATA_RACE)
    race_describe(&c->naming, from, c->records, story_length(c));
}

void trace_collect(struct trace *trace, const struct shared *shared, const struct record *records,
                   const void *image, const struct shared_error *error, const char *program) {
  struct collector *c = must_alloc(sizeof *c);
  *c = (struct collector){.trace = trace,
                          .error = error,
                          .shared = shared,
                          .records = records,
                          .naming = {.trace = trace, .shared = shared}};
  naming_begin(&c->naming, program, image);
  sharing_find(&c->sharing, records, shared->records_used);
  collect_threads(c);
  collect_events(c);
  name_values(c);
  name_ways(&c->naming);
  collect_error(c, error);
  if (trace->request.explorer.memory != RV_MEMORY_SC)
    collect_sites(c);
  collect_missed(c);
  sharing_free(&c->sharing);
  free(c->told);
  naming_end(&c->naming);
  free(c);
}
