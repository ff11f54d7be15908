#include "cli/answer.h"

#include <stdio.h>

#include "liveness/liveness.h"
#include "report/image.h"
#include "report/uninstrumented.h"

static const struct shared_module *module_of(const struct shared *shared, uint64_t pc) {
  for (uint32_t i = 0; i < shared->n_modules; i++)
    if (shared->modules[i].begin <= pc && pc < shared->modules[i].end)
      return &shared->modules[i];
  return NULL;
}

/* Whether any of the modules that are built with Ravel has code that is not instrumented, and
 * reads. Looked at once. */
static bool reads_unseen(const struct program *program, const struct shared *shared) {
  static const struct program *looked_at;
  static bool found;
  if (looked_at == program)
    return found;
  looked_at = program;
  struct buffer text = {0};
  found = uninstrumented_describe(program->path, &text);
  for (uint32_t i = 0; i < shared->n_modules && !found; i++) {
    const char *path = shared->modules[i].path;
    found = *path && elf_needs(path, "libravel.so") == ELF_NEEDS &&
            uninstrumented_describe(path, &text);
  }
  buffer_free(&text);
  return found;
}

void answer(const struct program *program, struct shared *shared) {
  const uint64_t pc = __atomic_load_n(&shared->asked, __ATOMIC_SEQ_CST);
  if (!pc)
    return;
  const struct shared_module *module = module_of(shared, pc);
  struct shared_liveness *live = &shared->liveness[shared->n_liveness];
  char itself[32];
  snprintf(itself, sizeof itself, "/proc/self/fd/%d", program->fd);
  *live = (struct shared_liveness){0};
  if (module)
    liveness_of(*module->path ? module->path : itself, pc - module->bias, live);
  live->pc = pc;
  live->unseen = reads_unseen(program, shared);
  shared->n_liveness++;
  __atomic_store_n(&shared->asked, 0, __ATOMIC_SEQ_CST);
}
