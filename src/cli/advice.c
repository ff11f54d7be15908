#include "cli/advice.h"

#include "cli/profile.h"
#include "cli/signals.h"
#include "cli/supervise.h"
#include "report/built.h"
#include "report/image.h"
#include "report/uninstrumented.h"

/* A trial takes no longer than this, and no more than a twentieth of the time that was given. */
static const double most_seconds = 0.5;

static enum ending try_search(struct memory *memory, const struct program *program,
                              const struct result *result, bool stdout_is_ours) {
  struct watch watch = {.stdout_is_ours = stdout_is_ours};
  const double given = result->max_seconds;
  const double seconds = given > 0 && given / 20 < most_seconds ? given / 20 : most_seconds;
  watch.deadline = clock_seconds() + seconds;
  return supervise(program, memory, &watch);
}

/* The program, and the libraries that it has loaded. */
static bool has_unseen_code(const struct program *program, const struct shared *shared) {
  struct buffer text = {0};
  bool unseen = uninstrumented_describe(program->path, &text);
  for (uint32_t i = 0; !unseen && i < shared->n_modules && i < SHARED_MAX_MODULES; i++) {
    const char *path = shared->modules[i].path;
    const bool own = *path && elf_needs(path, "libravel.so") == ELF_NEEDS;
    unseen = own ? uninstrumented_describe(path, &text) : library_without_ravel(path, &text);
  }
  buffer_free(&text);
  return unseen;
}

static void try_profile(struct result *result, const struct program *program, struct arena *arena,
                        bool stdout_is_ours) {
  struct request request = *result->request;
  struct memory memory;
  request.show_output = request.suppress = false;
  request.explorer.profile = true;
  if (!memory_new(&memory, &request))
    return;
  if (try_search(&memory, program, result, stdout_is_ours) != ENDING_FAILED)
    profile_collect(&result->begin, memory.shared, program, arena);
  memory_free(&memory);
}

/* Counts only if it explores all there is, and that is less. */
static void try_observers(struct result *result, const struct program *program,
                          bool stdout_is_ours) {
  struct request request = *result->request;
  struct memory memory;
  request.show_output = request.suppress = false;
  request.explorer.observers = true;
  if (!memory_new(&memory, &request))
    return;
  if (try_search(&memory, program, result, stdout_is_ours) == ENDING_DONE &&
      !memory.shared->n_errors && !memory.shared->bounds_met &&
      memory.shared->stats.executions < result->stats.executions &&
      !has_unseen_code(program, memory.shared))
    result->observed = memory.shared->stats;
  memory_free(&memory);
}

/* Threads that are interchangeable, as far as the beginning of the search can tell. */
static void try_symmetry(struct result *result, const struct program *program,
                         bool stdout_is_ours) {
  struct request request = *result->request;
  struct memory memory;
  request.show_output = request.suppress = false;
  request.explorer.symmetry = true;
  if (!memory_new(&memory, &request))
    return;
  const enum ending ending = try_search(&memory, program, result, stdout_is_ours);
  const struct shared *shared = memory.shared;
  const bool good = ending != ENDING_FAILED && shared->twins_seen && !*shared->told_apart &&
                    !shared->n_errors && !shared->bounds_met;
  if (good && ending != ENDING_DONE)
    result->symmetry = SYMMETRY_HELPS;
  else if (good && shared->stats.executions < result->stats.executions)
    result->symmetry = SYMMETRY_EXPLORES_ALL;
  memory_free(&memory);
}

void advice_find(struct result *result, const struct program *program, struct arena *arena,
                 bool stdout_is_ours) {
  const struct rv_options *explorer = &result->request->explorer;
  if (result->n_errors || explorer->sample || explorer->preemptions ||
      result->stats.executions == 0) /* there is nothing that a trial would get on with */
    return;
  if (!explorer->profile)
    try_profile(result, program, arena, stdout_is_ours);
  if (!explorer->observers &&
      (explorer->algorithm == RV_OPTIMAL || explorer->algorithm == RV_SOURCE))
    try_observers(result, program, stdout_is_ours);
  if (!explorer->symmetry && !explorer->observers && !explorer->context &&
      result->request->races != RACES_IGNORE &&
      (explorer->algorithm == RV_OPTIMAL || explorer->algorithm == RV_SOURCE))
    try_symmetry(result, program, stdout_is_ours);
}
