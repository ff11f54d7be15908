#include "runtime/kept_stand.h"

#include <string.h>

#include "runtime/liveness.h"
#include "runtime/local_state.h"
#include "runtime/turn_state.h"

static struct {
  bool kept;
  struct turn stood;
  char local[MAX_LOCAL];
} last;

void kept_stand_forget(void) {
  last.kept = false;
}

bool kept_stand_is_kept(void) {
  return last.kept;
}

bool kept_stand_keep(const struct thread *self, const void *entry) {
  const char *from = local_state_begins(entry);
  const size_t size = local_state_size(self, from);
  if (size == 0 || size > MAX_LOCAL)
    return false;
  last.stood = (struct turn){.pc = self->pc,
                             .access = self->pending.access,
                             .registers = self->registers,
                             .from = from,
                             .kind = self->pending.kind,
                             .size = (uint32_t)size};
  memcpy(last.stood.operands, self->operands, sizeof self->operands);
  local_state_copy(last.local, self, from);
  last.kept = true;
  return true;
}

bool kept_stand_is_same(const struct thread *self, const void *entry) {
  return last.kept && last.stood.pc == self->pc && last.stood.from == local_state_begins(entry) &&
         turn_same_operation(&last.stood, self) &&
         liveness_same_state(last.local, last.stood.size, self, entry, NULL, 0);
}
