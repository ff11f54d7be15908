#include "cli/answer.h"

#include <stdio.h>

#include "liveness/liveness.h"

static const struct shared_module *module_of(const struct shared *shared, uint64_t pc) {
  for (uint32_t i = 0; i < shared->n_modules; i++)
    if (shared->modules[i].begin <= pc && pc < shared->modules[i].end)
      return &shared->modules[i];
  return NULL;
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
  shared->n_liveness++;
  __atomic_store_n(&shared->asked, 0, __ATOMIC_SEQ_CST);
}
