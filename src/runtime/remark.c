#include "runtime/remark.h"

#include "runtime/frames.h"
#include "runtime/runtime.h"

void remark(enum remark_kind kind, uint64_t pc) {
  struct shared *shared = rt.shared;
  uint32_t i = 0;
  while (i < shared->n_remarks &&
         (shared->remarks[i].pc != pc || shared->remarks[i].kind != (uint32_t)kind))
    i++;
  if (i == shared->n_remarks && i < SHARED_MAX_REMARKS)
    shared->remarks[shared->n_remarks++] = (struct shared_remark){kind, pc};
}

/* NULL: there are too many to know of all. */
static struct shared_cond *find_cond(const void *cond) {
  struct shared *shared = rt.shared;
  uint32_t i = 0;
  while (i < shared->n_conds && shared->conds[i].addr != (uintptr_t)cond)
    i++;
  if (i == SHARED_MAX_CONDS) {
    shared->conds_unknown = 1;
    return NULL;
  }
  if (i == shared->n_conds)
    shared->conds[shared->n_conds++] = (struct shared_cond){.addr = (uintptr_t)cond};
  return &shared->conds[i];
}

void remark_signalled(const void *cond, uint64_t pc) {
  struct shared_cond *found = find_cond(cond);
  uint64_t callers[1];
  if (!found || found->signalled_at || found->waited)
    return;
  frames_callers(&pc, callers, 1);
  found->signalled_at = pc;
}

void remark_waited(const void *cond) {
  struct shared_cond *found = find_cond(cond);
  if (found)
    found->waited = 1;
}
