#include "report/collect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/filter.h"
#include "report/lines.h"
#include "report/sharing.h"
#include "report/symbols.h"

struct collector {
  struct trace *trace;
  const struct shared *shared;
  const struct record *records;
  struct lines lines;
  struct arena arena; /* for what is not needed afterwards */
  struct symbols symbols[SHARED_MAX_MODULES];
  struct sharing sharing;
  uint64_t *block_bases; /* of trace->blocks */
  bool mangled;          /* some name is one of C++ */
};

/* --- places ---------------------------------------------------------------------------------- */

static void add_all_addresses(struct collector *c, const struct shared_error *error) {
  const struct shared *shared = c->shared;
  for (uint64_t i = 0; i < shared->records_used; i++) {
    lines_add(&c->lines, c->records[i].pc);
    lines_add(&c->lines, c->records[i].block_pc);
  }
  if (!error)
    return;
  lines_add(&c->lines, error->pc);
  lines_add(&c->lines, error->other_pc);
  for (uint32_t i = 0; i < error->n_frames; i++)
    lines_add(&c->lines, error->frames[i]);
  for (uint32_t i = 0; i < error->other_n_frames; i++)
    lines_add(&c->lines, error->other_frames[i]);
  for (uint32_t i = 0; i < error->n_waits; i++) {
    lines_add(&c->lines, error->waits[i].pc);
    lines_add(&c->lines, error->waits[i].held_since);
  }
}

/* Line `number` of a file, without the space around it; "" when it cannot be read. */
static const char *source_text(struct collector *c, const char *file, uint32_t number) {
  char path[SHARED_PATH * 2];
  snprintf(path, sizeof path, "%s%s%s", *file == '/' ? "" : c->trace->program.directory,
           *file == '/' ? "" : "/", file);
  FILE *stream = fopen(path, "re");
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length = -1;
  for (uint32_t i = 0; stream && i < number; i++)
    if ((length = getline(&line, &capacity, stream)) < 0)
      break;
  const char *text = "";
  if (length > 0) {
    while (length > 0 && strchr(" \t\r\n", line[length - 1]))
      line[--length] = 0;
    text = arena_string(&c->trace->arena, line + strspn(line, " \t"));
  }
  free(line);
  if (stream)
    fclose(stream);
  return text;
}

static uint32_t location(struct collector *c, const char *file, uint32_t line,
                         const char *function) {
  struct trace *trace = c->trace;
  for (uint32_t i = 1; i < trace->n_locations; i++) {
    const struct location *known = &trace->locations[i];
    if (known->line == line && !strcmp(known->file, file) && !strcmp(known->function, function))
      return i;
  }
  if ((trace->n_locations & (trace->n_locations - 1)) == 0) { /* full: double it */
    struct location *larger = arena_alloc(&trace->arena, 2 * trace->n_locations * sizeof *larger);
    memcpy(larger, trace->locations, trace->n_locations * sizeof *larger);
    trace->locations = larger;
  }
  trace->locations[trace->n_locations] =
      (struct location){.file = arena_string(&trace->arena, file),
                        .line = line,
                        .function = arena_string(&trace->arena, function),
                        .text = line ? source_text(c, file, line) : ""};
  return trace->n_locations++;
}

/* Without debug information: the function, if it has a symbol, and the module. */
static uint32_t location_without_line(struct collector *c, uint64_t pc) {
  const struct shared *shared = c->shared;
  const struct shared_module *module = module_of(shared->modules, shared->n_modules, pc - 1);
  if (!module)
    return 0;
  const struct symbol *symbol =
      symbols_find(&c->symbols[module - shared->modules], pc - 1 - module->bias, true);
  const char *base = strrchr(module->path, '/');
  const char *file = *module->path ? (base ? base + 1 : module->path) : c->trace->program.name;
  return location(c, file, 0, symbol ? symbol->name : "");
}

static uint32_t location_of_pc(struct collector *c, uint64_t pc) {
  if (pc == 0)
    return 0;
  const struct place *place = lines_own_place(lines_find(&c->lines, pc));
  return place ? location(c, place->file, place->line, place->function)
               : location_without_line(c, pc);
}

/* --- names ----------------------------------------------------------------------------------- */

static const struct symbol *symbol_at(struct collector *c, uint64_t address, bool function,
                                      uint64_t *offset) {
  const struct shared *shared = c->shared;
  const struct shared_module *module = module_of(shared->modules, shared->n_modules, address);
  if (!module)
    return NULL;
  const uint64_t in_file = address - module->bias;
  const struct symbol *symbol =
      symbols_find(&c->symbols[module - shared->modules], in_file, function);
  if (symbol) {
    *offset = in_file - symbol->address;
    c->mangled |= strncmp(symbol->name, "_Z", 2) == 0;
  }
  return symbol;
}

/* The number of the heap block that starts at `base`. */
static uint32_t block_number(struct collector *c, uint64_t base, const struct record *record) {
  struct trace *trace = c->trace;
  for (uint32_t i = trace->n_blocks; i > 0; i--)
    if (c->block_bases[i - 1] == base)
      return i;
  if ((trace->n_blocks & (trace->n_blocks - 1)) == 0) {
    const uint32_t capacity = trace->n_blocks ? 2 * trace->n_blocks : 1;
    struct trace_block *larger = arena_alloc(&trace->arena, capacity * sizeof *larger);
    uint64_t *bases = arena_alloc(&c->arena, capacity * sizeof *bases);
    if (trace->n_blocks) {
      memcpy(larger, trace->blocks, trace->n_blocks * sizeof *larger);
      memcpy(bases, c->block_bases, trace->n_blocks * sizeof *bases);
    }
    trace->blocks = larger;
    c->block_bases = bases;
  }
  c->block_bases[trace->n_blocks] = base;
  trace->blocks[trace->n_blocks++] = (struct trace_block){
      .size = record->block_size, .allocated_at = location_of_pc(c, record->block_pc)};
  return trace->n_blocks;
}

static const char *with_offset(struct collector *c, const char *name, uint64_t offset) {
  struct arena *arena = &c->trace->arena;
  return offset ? arena_printf(arena, "%s+%llu", name, (unsigned long long)offset)
                : arena_string(arena, name);
}

static const char *object_at(struct collector *c, uint64_t address, const struct record *record) {
  uint64_t offset = 0;
  char name[32];
  if (address == 0)
    return "";
  if (record && record->block_size) {
    const uint64_t base = record->addr - record->block_offset;
    snprintf(name, sizeof name, "block%u", block_number(c, base, record));
    return with_offset(c, name, address - base);
  }
  const struct symbol *symbol = symbol_at(c, address, false, &offset);
  if (symbol)
    return with_offset(c, symbol->name, offset);
  return arena_printf(&c->trace->arena, "0x%llx", (unsigned long long)address);
}

/* A record of an access to the same memory knows whether it is on the heap. */
static const struct record *record_of(struct collector *c, uint64_t address) {
  for (uint64_t i = c->shared->records_used; i > 0; i--) {
    const struct record *record = &c->records[i - 1];
    if (record->addr <= address && address - record->addr < record->size)
      return record;
  }
  return NULL;
}

/* --- the parts of a trace -------------------------------------------------------------------- */

static void collect_threads(struct collector *c) {
  struct trace *trace = c->trace;
  trace->n_threads = c->shared->n_threads;
  trace->threads = arena_alloc(&trace->arena, (trace->n_threads + 1) * sizeof *trace->threads);
  for (uint32_t i = 0; i < trace->n_threads; i++) {
    const struct shared_thread *from = &c->shared->threads[i];
    uint64_t offset;
    const struct symbol *start = symbol_at(c, from->start, true, &offset);
    const char *name = *from->name ? from->name : start ? start->name : "";
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

/* The story ends with its error; what other threads did before they were stopped is no part. */
static uint64_t story_length(const struct collector *c, bool has_error) {
  uint64_t n = c->shared->records_used;
  for (uint64_t i = n; has_error && i > 0; i--)
    if (c->records[i - 1].kind == RECORD_ERROR)
      return i;
  return n;
}

/* Which plain accesses are worth telling: those to memory that two threads touch and one writes. */
static bool worth_telling(const struct collector *c, const struct record *record) {
  return !record->plain || sharing_is_shared(&c->sharing, record->addr, record->size);
}

static void collect_events(struct collector *c, bool has_error) {
  struct trace *trace = c->trace;
  const uint64_t n = story_length(c, has_error);
  trace->events = arena_alloc(&trace->arena, (n + 1) * sizeof *trace->events);
  for (uint64_t i = 0; i < n; i++) {
    const struct record *record = &c->records[i];
    if (record->thread >= trace->n_threads || record->kind >= RECORD_KINDS ||
        !worth_telling(c, record))
      continue;
    const bool of_two = record->kind == RECORD_CREATE || record->kind == RECORD_JOIN;
    trace->events[trace->n_events++] =
        (struct trace_event){.kind = record->kind,
                             .plain = record->plain,
                             .thread = record->thread,
                             .other = of_two ? record->other : RV_NO_THREAD,
                             .size = record->size,
                             .step = record->step,
                             .object = object_at(c, record->addr, record),
                             .value = record->value,
                             .stored = record->stored,
                             .at = location_of_pc(c, record->pc)};
    trace->threads[record->thread].present = true;
    if (record->kind == RECORD_CREATE && record->other < trace->n_threads) {
      trace->threads[record->other].present = true;
      trace->threads[record->other].created_at = location_of_pc(c, record->pc);
    }
  }
}

/* Ravel's own library is below every thread. */
static bool in_ravel(struct collector *c, uint64_t pc) {
  const struct shared_module *module = module_of(c->shared->modules, c->shared->n_modules, pc - 1);
  const char *slash = module ? strrchr(module->path, '/') : NULL;
  return slash && strcmp(slash + 1, "libravel.so") == 0;
}

/* Every function of the stack that has a source line, inlined ones too, down to main. */
static void collect_stack(struct collector *c, struct trace_stack *stack, uint32_t thread,
                          const uint64_t *frames, uint32_t n) {
  enum { MAX_SHOWN = 64 };
  stack->thread = thread;
  stack->frames = arena_alloc(&c->trace->arena, MAX_SHOWN * sizeof *stack->frames);
  for (uint32_t i = 0; i < n && i < SHARED_MAX_FRAMES; i++) {
    const struct lines_entry *entry =
        in_ravel(c, frames[i]) ? NULL : lines_find(&c->lines, frames[i]);
    for (uint32_t k = 0; entry && k < entry->n && stack->n < MAX_SHOWN; k++) {
      const struct place *place = &entry->places[k];
      if (!*place->file)
        continue;
      stack->frames[stack->n++] = location(c, place->file, place->line, place->function);
      if (strcmp(place->function, "main") == 0)
        return;
    }
  }
}

static void collect_waits(struct collector *c, const struct shared_error *from) {
  struct trace_error *error = &c->trace->error;
  error->n_waits = from->n_waits < SHARED_MAX_WAITS ? from->n_waits : SHARED_MAX_WAITS;
  error->waits = arena_alloc(&c->trace->arena, (error->n_waits + 1) * sizeof *error->waits);
  for (uint32_t i = 0; i < error->n_waits; i++) {
    const struct shared_wait *wait = &from->waits[i];
    error->waits[i] =
        (struct trace_wait){.thread = wait->thread,
                            .kind = wait->kind,
                            .object = object_at(c, wait->object, record_of(c, wait->object)),
                            .holder = wait->holder,
                            .at = location_of_pc(c, wait->pc),
                            .held_since = location_of_pc(c, wait->held_since)};
  }
}

static void collect_error(struct collector *c, const struct shared_error *from) {
  struct trace_error *error = &c->trace->error;
  *error = (struct trace_error){.kind = "", .message = "", .object = ""};
  error->stack.thread = error->other.thread = RV_NO_THREAD;
  if (!from)
    return;
  error->kind = error_kind_name(from->kind) ? error_kind_name(from->kind) : "unsupported";
  error->message = arena_string(&c->trace->arena, from->message);
  error->execution = from->execution;
  error->at = location_of_pc(c, from->pc);
  if (*from->file) {
    const struct place *place = lines_own_place(lines_find(&c->lines, from->pc));
    error->at = location(c, from->file, from->line, place ? place->function : "");
  }
  error->size = from->size;
  error->object = object_at(c, from->addr, record_of(c, from->addr));
  collect_stack(c, &error->stack, from->thread, from->frames, from->n_frames);
  if (from->other_pc)
    collect_stack(c, &error->other, from->other_thread, from->other_frames, from->other_n_frames);
  collect_waits(c, from);
}

/* Names of C++ as they were written; one run of c++filt for all of them. */
static void demangle(struct collector *c) {
  struct trace *trace = c->trace;
  struct buffer in = {0}, out = {0};
  const char **names =
      must_alloc((trace->n_events + trace->n_threads + trace->error.n_waits + 1) * sizeof *names);
  const char ***slots =
      must_alloc((trace->n_events + trace->n_threads + trace->error.n_waits + 1) * sizeof *slots);
  size_t n = 0;
  for (uint64_t i = 0; i < trace->n_events; i++)
    slots[n++] = &trace->events[i].object;
  for (uint32_t i = 0; i < trace->n_threads; i++)
    slots[n++] = &trace->threads[i].name;
  for (uint32_t i = 0; i < trace->error.n_waits; i++)
    slots[n++] = &trace->error.waits[i].object;
  slots[n++] = &trace->error.object;
  for (size_t i = 0; i < n; i++)
    buffer_printf(&in, "%s\n", *slots[i]);
  if (filter((const char *const[]){"c++filt", NULL}, &in, &out) && out.text) {
    size_t answers = 0;
    char *text = out.text, *line;
    while (answers < n && (line = strsep(&text, "\n")))
      names[answers++] = line;
    for (size_t i = 0; answers == n && i < n; i++)
      *slots[i] = arena_string(&trace->arena, names[i]);
  }
  free(names);
  free(slots);
  buffer_free(&in);
  buffer_free(&out);
}

void trace_collect(struct trace *trace, const struct shared *shared, const struct record *records,
                   const struct shared_error *error, const char *program) {
  struct collector *c = must_alloc(sizeof *c);
  *c = (struct collector){.trace = trace, .shared = shared, .records = records};
  add_all_addresses(c, error);
  lines_resolve(&c->lines, shared->modules, shared->n_modules, program, trace->program.directory);
  for (uint32_t i = 0; i < shared->n_modules; i++)
    symbols_load(&c->symbols[i], &c->arena,
                 *shared->modules[i].path ? shared->modules[i].path : program);
  trace->locations = arena_alloc(&trace->arena, sizeof *trace->locations);
  trace->locations[0] = (struct location){.file = "", .function = "", .text = ""};
  trace->n_locations = 1;
  sharing_find(&c->sharing, records, shared->records_used);
  collect_threads(c);
  collect_events(c, error != NULL);
  collect_error(c, error);
  if (c->mangled)
    demangle(c);
  sharing_free(&c->sharing);
  lines_free(&c->lines);
  arena_free(&c->arena);
  free(c);
}
