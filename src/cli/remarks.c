#include "cli/remarks.h"

#include "report/lines.h"

/* A place in the program's own sources; NULL: it is in none. */
static const struct place *own_place(struct lines *lines, uint64_t pc) {
  const struct place *place = pc ? lines_own_place(lines_find(lines, pc)) : NULL;
  return place && !file_of_the_system(place->file) ? place : NULL;
}

/* Whether the standard library itself reads there: it may copy what has no value yet. */
static bool is_of_library(struct lines *lines, uint64_t pc) {
  const struct lines_entry *entry = lines_find(lines, pc);
  return entry->n && file_of_the_system(entry->places[0].file);
}

static bool is_suppressed(struct suppressions *suppressions, const struct shared_remark *remark,
                          const struct place *place) {
  return remark->kind == REMARK_UNJOINED &&
         suppressions_match_thread(suppressions, place->function, place->file);
}

static void tell_remark(struct lines *lines, const struct shared_remark *remark,
                        struct suppressions *suppressions, struct arena *arena,
                        struct result *result) {
  static const char *const sentences[] = {
      [REMARK_UNJOINED] = "the thread created at %s:%u is neither joined nor detached",
      [REMARK_ENDS_LOCKED] = "a thread ends with a mutex locked, at %s:%u: nobody can lock it any "
                             "more",
      [REMARK_LOCKED] = "the thread created at %s:%u ends with a mutex locked: nobody can lock it "
                        "any more",
      [REMARK_UNWRITTEN] = "heap memory is read at %s:%u that nobody has written since it was "
                           "allocated",
  };
  const struct place *place = own_place(lines, remark->pc);
  if (remark->kind == REMARK_UNWRITTEN && is_of_library(lines, remark->pc))
    return;
  if (place && remark->kind < sizeof sentences / sizeof *sentences &&
      !is_suppressed(suppressions, remark, place))
    result_warn(result, arena_printf(arena, sentences[remark->kind], place->file, place->line));
}

/* A test in which nobody waits for it does not test that. */
static void tell_unheard(struct lines *lines, const struct shared_cond *cond, struct arena *arena,
                         struct result *result) {
  const struct place *place = own_place(lines, cond->signalled_at);
  if (place && !cond->waited)
    result_note(result, arena_printf(arena,
                                     "the condition variable signalled at %s:%u is never waited "
                                     "for, in any schedule",
                                     place->file, place->line));
}

void remarks_tell(const struct program *program, const struct shared *shared, bool all,
                  struct suppressions *suppressions, struct arena *arena, struct result *result) {
  struct debug debug;
  struct lines lines;
  debug_open(&debug, shared->modules, shared->n_modules, program->path);
  lines_open(&lines, &debug, program->directory);
  for (uint32_t i = 0; i < shared->n_remarks && i < SHARED_MAX_REMARKS; i++)
    if (!shared->n_errors || shared->remarks[i].kind == REMARK_UNJOINED)
      tell_remark(&lines, &shared->remarks[i], suppressions, arena, result);
  for (uint32_t i = 0; all && !shared->conds_unknown && i < shared->n_conds && i < SHARED_MAX_CONDS;
       i++)
    tell_unheard(&lines, &shared->conds[i], arena, result);
  lines_close(&lines);
  debug_close(&debug);
}
