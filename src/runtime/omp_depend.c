/*
 * Tasks that depend on others of the same parent (`depend`): one that reads waits for those before
 * it that write, and one that writes for all before it that name the same address.
 */
#define _GNU_SOURCE
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/omp.h"

/* The list is a number of addresses, a number of those that are written, and the addresses; or 0
 * first, where there are kinds of dependence which are not supported. */
uint32_t omp_depends_on(void **list, uint64_t pc, void *frame) {
  enum { KINDS_AT = 2, KINDS = 3 };
  if (list[0])
    return (uint32_t)(uintptr_t)list[0];
  const uint64_t all = (uintptr_t)list[1], out = (uintptr_t)list[KINDS_AT];
  const uint64_t in = (uintptr_t)list[KINDS_AT + 2];
  if (list[KINDS_AT + 1] || out + in != all)
    unsupported("an OpenMP task that depends by `mutexinoutset` or `depobj`", pc, frame);
  return (uint32_t)all;
}

static struct omp_depended *depended_find(struct omp_team *team, const struct omp_task *parent,
                                          const void *address, uint64_t pc, void *frame) {
  for (uint32_t i = 0; i < team->n_depended; i++)
    if (team->depended[i].parent == parent && team->depended[i].address == address)
      return &team->depended[i];
  if (team->n_depended == OMP_MAX_DEPENDED)
    fail(ERROR_UNSUPPORTED, pc, frame,
         "OpenMP tasks that depend by more than %d addresses are not supported", OMP_MAX_DEPENDED);
  team->depended[team->n_depended] = (struct omp_depended){.parent = parent, .address = address};
  return &team->depended[team->n_depended++];
}

/* It comes last of those that depend. */
void omp_depend_begins(struct omp_task *task, void **list, uint64_t pc, void *frame) {
  struct omp_team *const team = omp_self()->team;
  const bool kinds = !list[0];
  void **const addresses = list + (kinds ? 5 : 2);
  const uint64_t written = (uintptr_t)list[kinds ? 2 : 1];
  for (uint32_t i = 0; i < task->n_edges; i++)
    task->edges[i] =
        (struct omp_edge){depended_find(team, task->parent, addresses[i], pc, frame), i < written};
  struct omp_task **last = &team->dependent;
  while (*last)
    last = &(*last)->later;
  *last = task;
  task->later = NULL;
}

void omp_depend_ends(struct omp_task *task) {
  struct omp_task **at = &omp_self()->team->dependent;
  for (uint32_t i = 0; i < task->n_edges; i++)
    object_release(task->edges[i].writes ? &task->edges[i].depended->written
                                         : &task->edges[i].depended->read);
  while (*at != task)
    at = &(*at)->later;
  *at = task->later;
}

static bool conflicts(const struct omp_task *a, const struct omp_task *b) {
  for (uint32_t i = 0; i < a->n_edges; i++)
    for (uint32_t j = 0; j < b->n_edges; j++)
      if (a->edges[i].depended == b->edges[j].depended &&
          (a->edges[i].writes || b->edges[j].writes))
        return true;
  return false;
}

/* `later` of those before it leads to it. */
bool omp_depend_is_met(const struct omp_task *task, const struct omp_team *team) {
  if (task->n_edges == 0)
    return true;
  for (const struct omp_task *at = team->dependent; at != task; at = at->later)
    if (conflicts(at, task))
      return false;
  return true;
}

void omp_depend_acquire(const struct omp_task *task) {
  for (uint32_t i = 0; i < task->n_edges; i++) {
    object_acquire(&task->edges[i].depended->written);
    if (task->edges[i].writes)
      object_acquire(&task->edges[i].depended->read);
  }
}
