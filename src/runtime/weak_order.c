#include "runtime/weak_order.h"

#include "runtime/frames.h"

static bool is_around(const uint64_t *callers, uint64_t pc) {
  for (uint32_t i = 0; i < RECORD_CALLERS && callers[i]; i++)
    if (callers[i] == pc)
      return true;
  return false;
}

/* A place is that of the operation, or of the call into a library that makes it. */
static const struct stronger *find(uint64_t pc) {
  const struct request *const request = &rt.shared->request;
  uint64_t callers[RECORD_CALLERS] = {0};
  if (likely(!request->n_stronger))
    return NULL;
  frames_callers(&pc, callers, RECORD_CALLERS);
  for (uint32_t i = 0; i < request->n_stronger; i++)
    if (request->stronger[i].pc == pc || is_around(callers, request->stronger[i].pc))
      return &request->stronger[i];
  return NULL;
}

struct weak_access weak_order_of(const struct weak_access *access) {
  struct weak_access made = *access;
  const struct stronger *const stronger = find(access->pc);
  if (!stronger || stronger->fence)
    return made;
  made.order = (int)stronger->order;
  if (made.order == __ATOMIC_SEQ_CST)
    made.failure = made.order;
  else if (made.order != __ATOMIC_RELEASE && made.failure == __ATOMIC_RELAXED)
    made.failure = __ATOMIC_ACQUIRE;
  return made;
}

int weak_order_of_fence(int order, uint64_t pc) {
  const struct stronger *const stronger = find(pc);
  return stronger && !stronger->fence ? (int)stronger->order : order;
}

bool weak_order_fences(uint64_t pc) {
  const struct stronger *const stronger = find(pc);
  return stronger && stronger->fence;
}
