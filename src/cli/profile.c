#include "cli/profile.h"

#include "report/lines.h"

static const char *place_text(struct lines *lines, uint64_t pc, struct arena *arena) {
  const struct place *place = lines_own_place(lines_find(lines, pc));
  return place ? arena_printf(arena, "%s:%u", place->file, place->line)
               : arena_printf(arena, "%#lx", (unsigned long)pc);
}

void profile_collect(struct result_profile *profile, const struct shared *shared,
                     const struct program *program, struct arena *arena) {
  struct debug debug;
  struct lines lines;
  *profile = (struct result_profile){.executions = shared->stats.executions};
  if (!shared->n_profile)
    return;
  debug_open(&debug, shared->modules, shared->n_modules, program->path);
  lines_open(&lines, &debug, program->directory);
  for (uint32_t i = 0; i < shared->n_profile && i < SHARED_MAX_PAIRS; i++) {
    profile->pairs[profile->n].first = place_text(&lines, shared->profile[i].first, arena);
    profile->pairs[profile->n].second = place_text(&lines, shared->profile[i].second, arena);
    profile->pairs[profile->n++].executions = shared->profile[i].executions;
  }
  lines_close(&lines);
  debug_close(&debug);
}
