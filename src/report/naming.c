#include "report/naming.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/block_type.h"
#include "report/cxx_name.h"
#include "report/unwind.h"
#include "report/values.h"

/* --- places ---------------------------------------------------------------------------------- */

/* Line `number` of a file, without the space around it; "" when it cannot be read. */
static const char *source_text(struct naming *c, const char *file, uint32_t number) {
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

uint32_t location(struct naming *c, const char *file, uint32_t line, const char *function) {
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

/* The symbols of the module that an address lies in, or NULL. */
static const struct symbols *symbols_at(struct naming *c, uint64_t address) {
  struct debug_module *module = debug_module_at(&c->debug, address);
  struct symbols *symbols = module ? &c->symbols[module - c->debug.module] : NULL;
  if (symbols && !symbols->loaded)
    symbols_load(symbols, &c->arena, module);
  return symbols;
}

static const struct symbol *symbol_at(struct naming *c, uint64_t address, bool function) {
  const struct symbols *symbols = symbols_at(c, address);
  return symbols ? symbols_find(symbols, address, function) : NULL;
}

/* Without debug information: the function, if it has a symbol, and the module. */
static uint32_t location_without_line(struct naming *c, uint64_t pc) {
  const struct debug_module *module = debug_module_at(&c->debug, pc - 1);
  if (!module)
    return 0;
  const struct symbol *symbol = symbol_at(c, pc - 1, true);
  const char *path = c->shared->modules[module - c->debug.module].path;
  const char *base = strrchr(path, '/');
  const char *file = *path ? (base ? base + 1 : path) : c->trace->program.name;
  return location(c, file, 0, symbol ? cxx_name(&c->arena, symbol->name) : "");
}

const char *module_path(const struct naming *c, uint64_t pc) {
  for (uint32_t i = 0; i < c->shared->n_modules; i++)
    if (pc - 1 >= c->shared->modules[i].begin && pc - 1 < c->shared->modules[i].end)
      return c->shared->modules[i].path;
  return "";
}

bool in_ravel(const struct naming *c, uint64_t pc) {
  const char *slash = strrchr(module_path(c, pc), '/');
  return slash && strcmp(slash + 1, "libravel.so") == 0;
}

bool in_system(const struct naming *c, uint64_t pc) {
  return path_of_the_system(module_path(c, pc));
}

uint32_t location_of_pc(struct naming *c, uint64_t pc) {
  if (pc == 0 || in_ravel(c, pc))
    return 0;
  const struct place *place = lines_own_place(lines_find(&c->lines, pc));
  return place ? location(c, place->file, place->line, place->function)
               : location_without_line(c, pc);
}

uint64_t own_pc(struct naming *c, uint64_t pc, const uint64_t *callers) {
  uint64_t at = pc;
  for (uint32_t i = 0; i <= RECORD_CALLERS && at; i++) {
    const struct place *place = lines_own_place(lines_find(&c->lines, at));
    if (place && !file_of_the_system(place->file))
      return at;
    at = i < RECORD_CALLERS ? callers[i] : 0;
  }
  return pc;
}

/* --- names ----------------------------------------------------------------------------------- */

/* A block that is still there when the error happens is known with the stack. */
static uint32_t allocated_at(struct naming *c, uint64_t base, uint64_t pc) {
  const struct shared_region *region = memory_view_find(&c->view, base);
  const bool known = region && region->kind == REGION_BLOCK && region->pc == pc;
  return location_of_pc(c, known ? own_pc(c, pc, region->callers) : pc);
}

/* A heap block gets a number, if it has none. */
static void number_block(struct naming *c, uint64_t base, uint64_t size, uint64_t pc) {
  struct trace *trace = c->trace;
  for (uint32_t i = trace->n_blocks; i > 0; i--)
    if (c->block_bases[i - 1] == base)
      return;
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
  trace->blocks[trace->n_blocks++] =
      (struct trace_block){.size = size, .allocated_at = allocated_at(c, base, pc), .reached = ""};
}

void name_block(struct naming *c, const struct record *record) {
  if (record->block_size)
    number_block(c, record->addr - record->block_offset, record->block_size, record->block_pc);
}

const char *function_at(struct naming *c, uint64_t address) {
  const struct symbol *symbol = symbol_at(c, address, true);
  return symbol && symbol->address == address ? cxx_name(&c->arena, symbol->name) : NULL;
}

/* --- stacks ---------------------------------------------------------------------------------- */

/* The variables of a function that is at a place, with its frame. */
struct frame_names {
  uint64_t frame, pc;
  uint64_t low, high; /* where they are */
  uint32_t n, capacity;
  struct variable *all;
};

static void add_local(void *self, const struct variable *variable) {
  struct frame_names *names = self;
  if (names->n == names->capacity) {
    names->capacity = names->capacity ? 2 * names->capacity : 8;
    names->all = must_realloc(names->all, names->capacity * sizeof *names->all);
  }
  names->all[names->n++] = *variable;
  if (names->n == 1 || variable->address < names->low)
    names->low = variable->address;
  if (names->n == 1 || variable->address + variable->size > names->high)
    names->high = variable->address + variable->size;
}

/* The frame that was named last is the last one. */
void name_frame(struct naming *c, uint64_t frame, uint64_t pc) {
  struct frame_names names = {.frame = frame, .pc = pc};
  if (!frame)
    return;
  uint32_t i = c->n_frames;
  while (i > 0 && (c->frames[i - 1].frame != frame || c->frames[i - 1].pc != pc))
    i--;
  if (i) {
    names = c->frames[--i];
    memmove(&c->frames[i], &c->frames[i + 1], (c->n_frames - i - 1) * sizeof names);
    c->n_frames--;
  } else {
    locals_each(&c->debug, &c->arena, pc, frame, NULL, add_local, &names);
    c->frames = must_realloc(c->frames, (c->n_frames + 1) * sizeof names);
  }
  c->frames[c->n_frames++] = names;
}

static const struct variable *local_at(const struct naming *c, uint64_t address) {
  for (uint32_t i = c->n_frames; i-- > 0;) {
    const struct frame_names *names = &c->frames[i];
    for (uint32_t k = 0; address >= names->low && address < names->high && k < names->n; k++)
      if (address - names->all[k].address < names->all[k].size)
        return &names->all[k];
  }
  return NULL;
}

static bool on_stack(const struct naming *c, uint64_t address, uint32_t *thread) {
  *thread = (uint32_t)((address - SHARED_STACKS_BASE) / SHARED_STACK_STRIDE);
  return address >= SHARED_STACKS_BASE &&
         address - SHARED_STACKS_BASE < c->trace->n_threads * SHARED_STACK_STRIDE;
}

/* A variable on a stack is named with its function, "main: count", and with the thread that runs it
 * if that is not the first one. */
static const char *name_of_local(struct naming *c, const struct variable *local, uint32_t thread) {
  return thread ? arena_printf(&c->arena, "T%u %s: %s", thread, local->function, local->name)
                : arena_printf(&c->arena, "%s: %s", local->function, local->name);
}

/* Something on the stack of a thread that has no name: it is numbered. */
static const char *number_local(struct naming *c, const char *prefix, uint64_t address) {
  uint32_t thread, i = 0;
  if (!on_stack(c, address, &thread))
    return NULL;
  while (i < c->n_locals && c->locals[i] != address)
    i++;
  if (i == c->n_locals) {
    c->locals = must_realloc(c->locals, ++c->n_locals * sizeof *c->locals);
    c->locals[i] = address;
  }
  return arena_printf(&c->trace->arena, "%slocal%u of %s", prefix, i + 1,
                      trace_thread_name(c->trace, thread));
}

/* --- memory ---------------------------------------------------------------------------------- */

static const struct variable *variable_at(struct naming *c, uint64_t address) {
  struct debug_module *module = debug_module_at(&c->debug, address);
  struct variables *variables = module ? &c->variables[module - c->debug.module] : NULL;
  if (variables && !variables->loaded)
    variables_load(variables, &c->arena, module);
  const struct variable *variable = variables ? variables_find(variables, address) : NULL;
  return variable ? variable : local_at(c, address);
}

/* Where the variable's entry is not in its namespace, its symbol has the whole name. */
static const char *name_of_variable(struct naming *c, const struct variable *variable) {
  uint32_t thread;
  if (*variable->function && on_stack(c, variable->address, &thread))
    return name_of_local(c, variable, thread);
  const struct symbol *symbol = symbol_at(c, variable->address, false);
  return symbol && symbol->address == variable->address && strncmp(symbol->name, "_Z", 2) == 0
             ? cxx_name(&c->arena, symbol->name)
             : variable->name;
}

/* The part of a variable that `size` bytes at `address` are. */
static const char *name_part(struct naming *c, const char *prefix, const struct variable *variable,
                             uint64_t address, uint64_t size) {
  struct buffer path = {0};
  Dwarf_Die type = variable->type;
  type_path(&type, address - variable->address, size, &path, &(struct bit_range){0});
  const char *name = arena_printf(&c->trace->arena, "%s%s%s", prefix, name_of_variable(c, variable),
                                  buffer_text(&path));
  buffer_free(&path);
  return name;
}

static const char *name_symbol(struct naming *c, const char *prefix, const struct symbol *symbol,
                               uint64_t address) {
  const char *name = cxx_name(&c->arena, symbol->name);
  const uint64_t offset = address - symbol->address;
  return offset
             ? arena_printf(&c->trace->arena, "%s%s+%llu", prefix, name, (unsigned long long)offset)
             : arena_printf(&c->trace->arena, "%s%s", prefix, name);
}

/* The part of a heap block as the program gets there. What a pointer's value leads to is told by
 * the number of the block, since pointers change and blocks do not. */
static const char *name_way(struct naming *c, struct way *way, uint64_t address, uint64_t size) {
  struct buffer path = {0};
  Dwarf_Die type;
  reach_path(way, address, size, &path, &type, &(struct bit_range){0});
  const char *name = arena_string(&c->trace->arena, buffer_text(&path));
  buffer_free(&path);
  return name;
}

void name_ways(struct naming *c) {
  for (uint32_t i = 0; i < c->trace->n_blocks; i++) {
    struct way *way = reach_block(&c->reach, c->block_bases[i]);
    const size_t length = way ? strlen(way->pointer) : 0;
    const bool class = length > 2 && strcmp(way->pointer + length - 2, "::") == 0;
    c->trace->blocks[i].reached =
        way ? arena_printf(&c->trace->arena, "%s%.*s", way->from.within,
                           (int)(class ? length - 2 : length), way->pointer)
            : "";
  }
}

/* The part of a block that the program has no way to: by its type, where its allocation tells that.
 */
static const char *name_in_block(struct naming *c, const char *prefix, uint32_t number,
                                 uint64_t offset, uint64_t size) {
  const uint64_t base = c->block_bases[number - 1];
  const struct shared_region *region = memory_view_find(&c->view, base);
  struct arena *arena = &c->trace->arena;
  Dwarf_Die type;
  if (offset && region && region->addr == base && region->kind == REGION_BLOCK &&
      block_type(&c->debug, region, &type) && region->size == type_size(&type)) {
    struct buffer path = {0};
    type_path(&type, offset, size, &path, &(struct bit_range){0});
    const char *name = arena_printf(arena, "%sblock%u%s", prefix, number, buffer_text(&path));
    buffer_free(&path);
    return name;
  }
  return offset ? arena_printf(arena, "%sblock%u+%llu", prefix, number, (unsigned long long)offset)
                : arena_printf(arena, "%sblock%u", prefix, number);
}

/* The part of a variable, of a known heap block or of a stack that `size` bytes at `address` are,
 * with a prefix such as "&"; NULL: none of those. */
static const char *name_of(struct naming *c, const char *prefix, uint64_t address, uint64_t size) {
  struct trace *trace = c->trace;
  const struct variable *variable = variable_at(c, address);
  if (variable)
    return name_part(c, prefix, variable, address, size);
  const struct symbol *symbol = symbol_at(c, address, false);
  if (symbol)
    return name_symbol(c, prefix, symbol, address);
  struct way *way = *prefix ? NULL : reach_find(&c->reach, address);
  if (way)
    return name_way(c, way, address, size);
  for (uint32_t i = trace->n_blocks; i > 0; i--) {
    const uint64_t offset = address - c->block_bases[i - 1];
    if (offset < trace->blocks[i - 1].size)
      return name_in_block(c, prefix, i, offset, size);
  }
  return number_local(c, prefix, address);
}

/* What a place of state.h stands for, or NULL: it is no such place. */
static const char *name_state(struct naming *c, uint64_t address) {
  static const char *const names[] = SHARED_STATE_NAMES;
  _Static_assert(sizeof names / sizeof *names == STATE_KINDS, "every kind of state has a name");
  const uint64_t at = address - SHARED_STATE_BASE, kind = at / SHARED_STATE_KIND;
  const uint32_t index = (uint32_t)(at % SHARED_STATE_KIND / SHARED_STATE_STRIDE);
  if (kind >= STATE_KINDS)
    return NULL;
  if (kind == STATE_THREAD_NAME)
    return arena_printf(&c->trace->arena, "the name of %s", trace_thread_name(c->trace, index));
  return arena_printf(&c->trace->arena, names[kind], index);
}

const char *object_at(struct naming *c, uint64_t address, uint64_t size) {
  if (address == 0)
    return "";
  const char *name = name_state(c, address);
  if (!name)
    name = name_of(c, "", address, size);
  return name ? name : arena_printf(&c->trace->arena, "0x%llx", (unsigned long long)address);
}

/* Numbers as wide as a pointer that lead to something with a name. */
static const char *pointee(struct naming *c, uint64_t value, uint32_t size) {
  if (size != sizeof(void *) || value < 4096)
    return "";
  const struct shared_region *region = memory_view_find(&c->view, value);
  if (region && region->kind == REGION_BLOCK)
    number_block(c, region->addr, region->size, region->pc);
  const char *name = name_of(c, "&", value, SIZE_MAX);
  const char *function = name ? NULL : function_at(c, value);
  return name ? name : function ? arena_string(&c->trace->arena, function) : "";
}

/* A bit-field is told without its neighbours. */
static const char *bits_text(struct arena *arena, uint64_t value, uint64_t width) {
  return arena_printf(arena, "%llu", (unsigned long long)(value & ((UINT64_C(1) << width) - 1)));
}

const char *value_at(struct naming *c, uint64_t address, uint64_t value, uint32_t size) {
  const struct variable *variable = size <= 8 ? variable_at(c, address) : NULL;
  struct buffer path = {0};
  struct way *way;
  Dwarf_Die type;
  struct bit_range bits = {0};
  const char *text = "";
  if (variable) {
    type = variable->type;
    if (type_path(&type, address - variable->address, size, &path, &bits))
      text = value_by_type(&c->trace->arena, &type, value);
    if (!*text && type_is_string(&type))
      text = debug_literal(&c->debug, &c->trace->arena, value);
  } else if (size <= 8 && (way = reach_find(&c->reach, address))) {
    if (reach_path(way, address, size, &path, &type, &bits))
      text = value_by_type(&c->trace->arena, &type, value);
  }
  buffer_free(&path);
  if (bits.width && bits.width < 64)
    return bits_text(&c->trace->arena, value >> bits.first, bits.width);
  return text && *text ? text : pointee(c, value, size);
}

/* --- beginning and end ----------------------------------------------------------------------- */

/* A way from a variable of main is better than one from another thread's, unless it is longer by
 * two pointers, and one from a global variable is better still. */
enum { COST_OF_MAIN = 3, COST_OF_THREAD = 5 };

/* The object that a function of its class runs for is called after the class, as long as there is
 * one alone that is. */
static const char *name_of_class(struct naming *c, const struct variable *local) {
  Dwarf_Die class, type = local->type;
  uint64_t value = local->value;
  if (strcmp(local->name, "this") != 0 ||
      (!local->in_register && !memory_view_read(&c->view, local->address, &value)) ||
      !type_pointee(&type, &class))
    return NULL;
  const char *name = cxx_short(&c->arena, dwarf_diename(&class));
  for (uint32_t i = 0; i < c->n_called; i++)
    if (strcmp(c->called[i].class, name) == 0)
      return c->called[i].object == value ? name : NULL;
  c->called = must_realloc(c->called, (c->n_called + 1) * sizeof *c->called);
  c->called[c->n_called++] = (struct called){.class = name, .object = value};
  return name;
}

/* What a lambda has captured is in a class that its author does not see. */
static bool is_of_lambda(const struct variable *local) {
  Dwarf_Die class, type = local->type;
  return strcmp(local->name, "this") == 0 && type_pointee(&type, &class) && !dwarf_diename(&class);
}

static void find_ways_from(struct naming *c, const struct variable *local, uint64_t thread) {
  struct reach_root root = {.cost = thread ? COST_OF_THREAD : COST_OF_MAIN, .within = ""};
  if (local->of_library || name_is_reserved(local->name) || is_of_lambda(local))
    return;
  const char *class = name_of_class(c, local);
  if (!class)
    root.within =
        thread ? arena_printf(&c->arena, "T%llu %s: ", (unsigned long long)thread, local->function)
               : arena_printf(&c->arena, "%s: ", local->function);
  reach_from(&c->reach, local, &root, class ? arena_printf(&c->arena, "%s::", class) : local->name);
}

struct registers_of {
  struct naming *naming;
  uint64_t thread;
};

static void find_ways_in_register(void *self, const struct variable *local) {
  const struct registers_of *of = self;
  if (local->in_register)
    find_ways_from(of->naming, local, of->thread);
}

static void find_ways_at(void *self, uint64_t pc, const uint64_t *registers) {
  const struct registers_of *of = self;
  locals_each(&of->naming->debug, &of->naming->arena, pc, registers[6], registers,
              find_ways_in_register, self);
}

/* The variables of the program's own modules come first, then those of its stacks. */
static void find_ways(struct naming *c) {
  for (uint32_t i = 0; i < c->shared->n_modules; i++) {
    variable_at(c, c->shared->modules[i].begin); /* has them loaded */
    for (uint32_t k = 0; k < c->variables[i].n; k++) {
      const struct variable *variable = &c->variables[i].all[k];
      reach_from(&c->reach, variable, &(struct reach_root){.within = ""},
                 name_of_variable(c, variable));
    }
  }
  for (uint32_t i = 0; i < c->view.n_frames; i++) {
    name_frame(c, c->view.frames[i]->addr, c->view.frames[i]->pc);
    const struct frame_names *frame = &c->frames[c->n_frames - 1];
    for (uint32_t k = 0; k < frame->n; k++)
      find_ways_from(c, &frame->all[k],
                     (frame->all[k].address - SHARED_STACKS_BASE) / SHARED_STACK_STRIDE);
  }
  for (uint32_t i = 0; i < c->view.n_registers; i++) {
    struct registers_of of = {.naming = c, .thread = c->view.registers[i]->addr};
    if (c->view.registers[i]->kept == SHARED_REGISTERS * sizeof(uint64_t))
      unwind(&c->debug, &c->view, (const uint64_t *)(c->view.registers[i] + 1), find_ways_at, &of);
  }
  reach_follow(&c->reach);
}

void naming_begin(struct naming *c, const char *program, const void *image) {
  const struct shared *shared = c->shared;
  struct trace *trace = c->trace;
  c->program = program;
  debug_open(&c->debug, shared->modules, shared->n_modules, program);
  lines_open(&c->lines, &c->debug, trace->program.directory);
  memory_view_open(&c->view, image, image ? shared->image_used : 0);
  reach_begin(&c->reach, &c->view, &c->debug);
  find_ways(c);
  trace->locations = arena_alloc(&trace->arena, sizeof *trace->locations);
  trace->locations[0] = (struct location){.file = "", .function = "", .text = ""};
  trace->n_locations = 1;
}

void naming_end(struct naming *c) {
  for (uint32_t i = 0; i < c->shared->n_modules; i++)
    variables_free(&c->variables[i]);
  for (uint32_t i = 0; i < c->n_frames; i++)
    free(c->frames[i].all);
  free(c->frames);
  free(c->locals);
  free(c->called);
  reach_end(&c->reach);
  memory_view_close(&c->view);
  lines_close(&c->lines);
  debug_close(&c->debug);
  arena_free(&c->arena);
}
