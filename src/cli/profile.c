#include "cli/profile.h"

#include <string.h>

#include "cli/habits.h"
#include "report/lines.h"
#include "report/symbols.h"
#include "report/variables.h"

/* All that is needed to name what a search has met; nothing is known of its heap and stacks. */
struct names {
  struct arena *arena;
  const struct shared *shared;
  struct debug debug;
  struct lines lines;
  struct variables variables[SHARED_MAX_MODULES];
};

/* Of a function of a library, the outermost place is the one that its users may know. */
static const struct place *find_place(struct names *names, uint64_t pc) {
  const struct lines_entry *entry = lines_find(&names->lines, pc);
  const struct place *place = lines_own_place(entry);
  return place && file_of_the_system(place->file) ? &entry->places[entry->n - 1] : place;
}

static bool is_own(const struct place *place) {
  return place && !file_of_the_system(place->file);
}

static const char *place_text(struct names *names, uint64_t pc) {
  const struct place *place = find_place(names, pc);
  if (!place)
    return arena_printf(names->arena, "%#lx", (unsigned long)pc);
  if (is_own(place) || !*place->function)
    return arena_printf(names->arena, "%s:%u", place->file, place->line);
  const char *slash = strrchr(place->file, '/');
  return arena_printf(names->arena, "%s (%s:%u)", place->function, slash ? slash + 1 : place->file,
                      place->line);
}

static const char *function_text(struct names *names, uint64_t pc) {
  const struct place *place = find_place(names, pc);
  return place ? arena_string(names->arena, place->function) : "";
}

/* The variable at an address; NULL: it has none at a fixed one. */
static const char *variable_text(struct names *names, uint64_t address, uint64_t size) {
  struct debug_module *module = debug_module_at(&names->debug, address);
  struct variables *variables = module ? &names->variables[module - names->debug.module] : NULL;
  if (variables && !variables->loaded)
    variables_load(variables, names->arena, module);
  const struct variable *found = variables ? variables_find(variables, address) : NULL;
  if (!found)
    return NULL;
  struct buffer path = {0};
  Dwarf_Die type = found->type;
  type_path(&type, address - found->address, size, &path, &(struct bit_range){0});
  const char *name = arena_printf(names->arena, "%s%s", found->name, buffer_text(&path));
  buffer_free(&path);
  return name;
}

/* By what one execution does to it. */
static const char *object_text(struct names *names, uint64_t address, uint64_t size) {
  const char *name = address ? variable_text(names, address, size) : "";
  for (uint32_t i = 0; !name && i < names->shared->n_profile_steps; i++) {
    const struct rv_profile_step *step = &names->shared->profile_steps[i];
    if (step->object == address)
      name = arena_printf(names->arena, "what %s %s", place_text(names, step->place),
                          step->kind == RV_OP_LOCK || step->kind == RV_OP_TRYLOCK ? "locks"
                          : step->kind == RV_OP_UNLOCK                            ? "unlocks"
                                                                                  : "accesses");
  }
  return name ? name : "other memory";
}

static void collect_objects(struct result_profile *profile, struct names *names) {
  const struct shared *shared = names->shared;
  for (uint32_t i = 0; i < shared->n_profile_objects && i < SHARED_MAX_PAIRS; i++) {
    const struct rv_profile_pair *object = &shared->profile_objects[i];
    profile->objects[profile->n_objects].name = object_text(names, object->first, object->second);
    profile->objects[profile->n_objects++].executions = object->executions;
  }
}

static bool counts(const struct shared *shared, uint64_t place) {
  for (uint32_t i = 0; i < shared->n_profile && i < SHARED_MAX_PAIRS; i++)
    if (shared->profile[i].first == place || shared->profile[i].second == place)
      return true;
  return false;
}

/* How often the thread of a step does the same at its line in one execution: compilers unroll
 * loops, so it need not be the same instruction. */
static uint32_t times_at(const struct habit_step *steps, uint32_t n, const struct habit_step *at) {
  uint32_t times = 0;
  for (uint32_t i = 0; i < n; i++) {
    const struct rv_profile_step *step = steps[i].step;
    times += step->thread == at->step->thread && step->kind == at->step->kind &&
             step->mode == at->step->mode && strcmp(steps[i].place, at->place) == 0 &&
             strcmp(steps[i].object, at->object) == 0;
  }
  return times;
}

static void collect_loops(struct result_profile *profile, const struct habit_step *steps,
                          uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t times = steps[i].counts ? times_at(steps, n, &steps[i]) : 0;
    uint32_t k = 0;
    while (k < profile->n_loops && strcmp(profile->loops[k].place, steps[i].place) != 0)
      k++;
    if (times < 2 || k == RESULT_MAX_LOOPS)
      continue;
    if (k == profile->n_loops) {
      profile->loops[profile->n_loops].place = steps[i].place;
      profile->loops[profile->n_loops++].function = steps[i].function;
    }
    if (profile->loops[k].times < times)
      profile->loops[k].times = times;
  }
}

/* What follows from the steps of one execution. */
static void collect_steps(struct result_profile *profile, struct names *names) {
  const struct shared *shared = names->shared;
  struct habit_step *steps =
      arena_alloc(names->arena, (shared->n_profile_steps + 1) * sizeof *steps);
  const char **starts = arena_alloc(names->arena, (shared->n_threads + 1) * sizeof *starts);
  for (uint32_t i = 0; i < shared->n_profile_steps; i++) {
    const struct rv_profile_step *step = &shared->profile_steps[i];
    steps[i] = (struct habit_step){.step = step,
                                   .place = place_text(names, step->place),
                                   .function = function_text(names, step->place),
                                   .object = object_text(names, step->object, 1),
                                   .counts = counts(shared, step->place),
                                   .own = is_own(find_place(names, step->place))};
  }
  for (uint32_t i = 0; i < shared->n_threads; i++)
    starts[i] = function_text(names, shared->threads[i].start + 1);
  collect_loops(profile, steps, shared->n_profile_steps);
  struct habits habits = {.arena = names->arena,
                          .shared = shared,
                          .steps = steps,
                          .n = shared->n_profile_steps,
                          .starts = starts,
                          .advice = profile->advice,
                          .most = RESULT_MAX_ADVICE};
  habits_find(&habits);
  profile->n_advice = habits.n_advice;
}

void profile_collect(struct result_profile *profile, const struct shared *shared,
                     const struct program *program, struct arena *arena) {
  struct names names = {.arena = arena, .shared = shared};
  *profile = (struct result_profile){.executions = shared->stats.executions};
  if (!shared->n_profile)
    return;
  debug_open(&names.debug, shared->modules, shared->n_modules, program->path);
  lines_open(&names.lines, &names.debug, program->directory);
  for (uint32_t i = 0; i < shared->n_profile && i < SHARED_MAX_PAIRS; i++) {
    profile->pairs[profile->n].first = place_text(&names, shared->profile[i].first);
    profile->pairs[profile->n].second = place_text(&names, shared->profile[i].second);
    profile->pairs[profile->n++].executions = shared->profile[i].executions;
  }
  collect_objects(profile, &names);
  collect_steps(profile, &names);
  for (uint32_t i = 0; i < shared->n_modules; i++)
    variables_free(&names.variables[i]);
  lines_close(&names.lines);
  debug_close(&names.debug);
}
