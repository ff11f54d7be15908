#include "report/error_names.h"

#include <string.h>

static void add_name(struct naming *naming, const char *text, struct trace_name name) {
  struct trace *trace = naming->trace;
  struct trace_error *error = &trace->error;
  if (!*text)
    return;
  if ((error->n_names & (error->n_names - 1)) == 0) { /* full: double it */
    struct trace_name *larger =
        arena_alloc(&trace->arena, 2 * (error->n_names + 1) * sizeof *larger);
    if (error->n_names)
      memcpy(larger, error->names, error->n_names * sizeof *larger);
    error->names = larger;
  }
  name.text = arena_string(&trace->arena, text);
  error->names[error->n_names++] = name;
}

static void add_place(struct naming *naming, const char *function, const char *file,
                      struct trace_name name) {
  name.of = NAME_FUNCTION;
  add_name(naming, function, name);
  name.of = NAME_FILE;
  add_name(naming, file, name);
}

/* Inlined functions are calls of their own: the innermost comes first. */
static void add_pc(struct naming *naming, uint64_t pc, struct trace_name name) {
  if (!pc || in_ravel(naming, pc))
    return;
  name.of = NAME_LIBRARY;
  add_name(naming, module_path(naming, pc), name);
  const struct lines_entry *entry = lines_find(&naming->lines, pc);
  for (uint32_t i = 0; i < entry->n; i++) {
    add_place(naming, entry->places[i].function, entry->places[i].file, name);
    name.top = false;
  }
  if (entry->n == 0) {
    const struct location *location = &naming->trace->locations[location_of_pc(naming, pc)];
    add_place(naming, location->function, "", name);
  }
}

static void add_stack(struct naming *naming, const uint64_t *frames, uint32_t n, bool own) {
  bool top = true;
  for (uint32_t i = 0; i < n && i < SHARED_MAX_FRAMES; i++) {
    const uint32_t before = naming->trace->error.n_names;
    add_pc(naming, frames[i], (struct trace_name){.top = top, .own = own});
    top &= naming->trace->error.n_names == before;
  }
}

void error_names_collect(struct naming *naming, const struct shared_error *from) {
  const struct trace_error *error = &naming->trace->error;
  const struct trace_name variable = {.of = NAME_VARIABLE}, waiting = {.top = true};
  add_stack(naming, from->frames, from->n_frames, true);
  add_stack(naming, from->other.frames, from->other.n, false);
  add_stack(naming, from->origin.frames, from->origin.n, false);
  add_name(naming, error->object, variable);
  for (uint32_t i = 0; i < error->n_waits; i++) {
    add_name(naming, error->waits[i].object, variable);
    add_pc(naming, from->waits[i].pc, waiting);
    add_pc(naming, from->waits[i].held_since, waiting);
  }
}
