#include "runtime/state.h"

#include "runtime/access.h"
#include "runtime/object.h"

static enum record_kind kind_of(uint32_t mode) {
  return mode & RV_WRITE ? RECORD_STATE_CHANGE
         : mode & RV_ADD ? RECORD_STATE_ADD
                         : RECORD_STATE_LOOK;
}

void state_access(uint64_t place, uint32_t mode, uint64_t pc) {
  not_spinning();
  if (rt.solo || touch_privately(place, SHARED_STATE_STRIDE))
    return;
  object_access((const void *)(uintptr_t)place, SHARED_STATE_STRIDE, mode, 0, pc);
  performed(0);
  record_access(kind_of(mode), place, SHARED_STATE_STRIDE, 0, 0, pc);
}
