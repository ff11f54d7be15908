/*
 * Tasks. One that is created is put into the queue of the team; threads take from it, the oldest
 * first, wherever they have to wait: at the end of a region, at barriers, for tasks of their own.
 * Which thread takes the next task is explored; in which order one thread takes them is not.
 *
 * A thread that has come to a barrier and has found nothing in the queue stays there. It does not
 * get what others create later: that it comes later itself is another execution.
 */
#define _GNU_SOURCE
#include <string.h>

#include "runtime/error.h"
#include "runtime/heap.h"
#include "runtime/object.h"
#include "runtime/omp.h"
#include "runtime/real.h"
#include "runtime/spinloop.h"

enum task_flags { TASK_FINAL = 2, TASK_DEPEND = 8, TASK_DETACH = 64, TASK_REDUCTION = 1 << 12 };
enum taskloop_flags {
  LOOP_UP = 1 << 8,
  LOOP_GRAIN = 1 << 9,
  LOOP_IF = 1 << 10,
  NO_GROUP = 1 << 11
};

static bool tasks_exist;

void omp_has_tasks(bool can) {
  tasks_exist = can;
}

/* --- the queue -----------------------------------------------------------------------------------
 */

/* What a thread waits for: tasks that it may take, and a count that comes to nothing. */
struct wanted {
  struct omp_team *team;
  const struct omp_task *parent;
  const struct omp_group *group; /* neither: it takes any */
  const uint32_t *count;
  const struct omp_task *undeferred; /* which the thread is about to run itself */
};

static bool is_wanted(const struct wanted *wanted, const struct omp_task *task) {
  if (wanted->parent)
    return task->parent == wanted->parent;
  return !wanted->group || task->group == wanted->group;
}

static struct omp_task *queue_find(const struct wanted *wanted, struct omp_task **before) {
  *before = NULL;
  for (struct omp_task *at = wanted->team->first; at; *before = at, at = at->next)
    if (is_wanted(wanted, at) && omp_depend_is_met(at, wanted->team))
      return at;
  return NULL;
}

static struct omp_task *queue_take(const struct wanted *wanted) {
  struct omp_team *const team = wanted->team;
  struct omp_task *before, *const task = queue_find(wanted, &before);
  if (!task)
    return NULL;
  if (before)
    before->next = task->next;
  else
    team->first = task->next;
  if (team->last == task)
    team->last = before;
  object_acquire(task);
  omp_depend_acquire(task);
  return task;
}

static void queue_change(struct omp_team *team, uint64_t pc) {
  object_access(&team->queued, sizeof team->queued, RV_READ | RV_WRITE, RV_OP_RELEASES, pc);
  performed(0);
}

static void queue_put(struct omp_team *team, struct omp_task *task) {
  object_release(task);
  if (team->last)
    team->last->next = task;
  else
    team->first = task;
  team->last = task;
}

/* --- running -------------------------------------------------------------------------------------
 */

/* Whoever comes last, the task itself or one of its own. */
static void task_drop(struct omp_task *task, uint64_t pc) {
  if (task->ended && task->children == 0)
    heap_free(rt.current->tid, task, pc);
}

static void task_ends(struct omp_task *task, uint64_t pc) {
  struct omp_task *const parent = task->parent;
  struct omp_group *const group = task->group;
  struct omp_team *const team = omp_self()->team;
  struct rv_access more[2];
  uint16_t n = 0;
  if (group)
    more[n++] = (struct rv_access){(uintptr_t)&group->tasks, sizeof group->tasks, RV_ADD};
  if (task->n_edges) /* others may be taken then */
    more[n++] =
        (struct rv_access){(uintptr_t)&team->queued, sizeof team->queued, RV_READ | RV_WRITE};
  visible_operation(
      &(struct rv_op){.kind = RV_OP_MEMORY,
                      .flags = RV_OP_RELEASES,
                      .access = {(uintptr_t)&parent->children, sizeof parent->children, RV_ADD},
                      .more = more,
                      .more_count = n},
      NULL, pc);
  performed(0);
  if (task->n_edges)
    omp_depend_ends(task);
  object_release(&parent->children);
  parent->children--;
  if (group) {
    object_release(&group->tasks);
    group->tasks--;
  }
  task->ended = true;
  if (parent->ended)
    task_drop(parent, pc);
  task_drop(task, pc);
}

static void task_run(struct omp_task *task) {
  struct omp_thread *const self = omp_self();
  struct omp_task *const outer = self->task;
  self->task = task;
  task->function(task->data);
  self->task = outer;
  task_ends(task, (uintptr_t)task->function + 1);
}

void omp_tasks_run(uint64_t pc) {
  struct omp_thread *const self = omp_self();
  if (!tasks_exist || !omp_is_shared(self))
    return;
  for (;;) {
    const struct wanted any = {.team = self->team};
    object_access(&self->team->queued, sizeof self->team->queued, RV_READ | RV_WRITE, RV_OP_VARIES,
                  pc);
    struct omp_task *const task = queue_take(&any);
    performed_as(task != NULL, task ? RV_READ | RV_WRITE : RV_READ, RV_OP_VARIES);
    if (!task)
      return;
    task_run(task);
  }
}

/* --- waiting for tasks ---------------------------------------------------------------------------
 */

static bool is_there_or_done(struct thread *thread) {
  const struct wanted *const wanted = thread->ticket;
  struct omp_task *before;
  return *wanted->count == 0 || queue_find(wanted, &before);
}

static void describe_tasks(const struct thread *thread, struct shared_wait *wait) {
  const struct wanted *const wanted = thread->ticket;
  wait->kind = WAIT_TASKS;
  wait->object = 0;
  wait->missing = *wanted->count;
}

static const struct blocking until_there_or_done = {is_there_or_done, describe_tasks};

static void tasks_wait(const struct wanted *wanted, uint64_t pc) {
  const struct rv_access count = {(uintptr_t)wanted->count, sizeof *wanted->count, RV_READ};
  for (;;) {
    rt.current->ticket = (void *)wanted;
    visible_operation(&(struct rv_op){.kind = RV_OP_AWAIT,
                                      .flags = RV_OP_VARIES,
                                      .access = {(uintptr_t)&wanted->team->queued,
                                                 sizeof wanted->team->queued, RV_READ | RV_WRITE},
                                      .more = &count,
                                      .more_count = 1},
                      &until_there_or_done, pc);
    struct omp_task *const task = queue_take(wanted);
    performed_as(task != NULL, task ? RV_READ | RV_WRITE : RV_READ, RV_OP_VARIES);
    if (!task)
      break;
    task_run(task);
  }
  object_acquire(wanted->count);
}

static void task_wait_for_children(uint64_t pc) {
  struct omp_thread *const self = omp_self();
  struct omp_task *const task = self->task;
  if (omp_is_shared(self) && task && task->has_created)
    tasks_wait(&(struct wanted){self->team, task, NULL, &task->children, NULL}, pc);
}

/* --- creating ------------------------------------------------------------------------------------
 */

struct body {
  omp_function *function;
  void (*copy)(void *to, void *from);
  void *data;
  uint64_t size, align;
};

/* Runs at once, as part of the task that creates it. */
static void task_run_here(const struct body *body, void *data, bool final) {
  struct omp_thread *const self = omp_self();
  struct omp_task *const outer = self->task;
  struct omp_task here = {.final = final || (outer && outer->final),
                          .group = outer ? outer->group : NULL,
                          .parent = outer};
  self->task = &here;
  body->function(data);
  /* Its own tasks refer to it. */
  if (here.has_created)
    tasks_wait(&(struct wanted){self->team, &here, NULL, &here.children, NULL},
               (uintptr_t)body->function + 1);
  self->task = outer;
}

static char *aligned(char *at, uint64_t align) {
  return (char *)(((uintptr_t)at + align - 1) & ~(uintptr_t)(align - 1));
}

/* With what it depends on and a copy of the data behind it, on the heap. */
static struct omp_task *task_new(const struct body *body, uint32_t n_edges, uint64_t pc) {
  const uint64_t align = body->align ? body->align : 1;
  const uint64_t before = sizeof(struct omp_task) + n_edges * sizeof(struct omp_edge);
  struct omp_task *const task = heap_malloc(rt.current->tid, before + body->size + align, 16, pc);
  *task = (struct omp_task){.function = body->function,
                            .data = aligned((char *)task + before, align),
                            .edges = (struct omp_edge *)(task + 1),
                            .n_edges = n_edges};
  if (body->copy)
    body->copy(task->data, body->data);
  else if (body->size)
    memcpy(task->data, body->data, body->size);
  return task;
}

static bool is_deferred(const struct omp_thread *self, bool wanted) {
  return wanted && omp_is_shared(self) && self->task && !self->task->final;
}

static void task_put(struct omp_task *task, void **depend, uint64_t pc, void *frame) {
  struct omp_thread *const self = omp_self();
  task->parent = self->task;
  task->group = self->task->group;
  self->task->has_created = true;
  self->task->children++;
  if (task->group)
    task->group->tasks++;
  not_spinning();
  queue_change(self->team, pc);
  if (task->n_edges)
    omp_depend_begins(task, depend, pc, frame);
  queue_put(self->team, task);
}

/* What a task depends on is waited for by the one that creates it, which runs others meanwhile. */
static bool is_there_or_met(struct thread *thread) {
  const struct wanted *const wanted = thread->ticket;
  struct omp_task *before;
  return omp_depend_is_met(wanted->undeferred, wanted->team) || queue_find(wanted, &before);
}

static const struct blocking until_there_or_met = {is_there_or_met, describe_tasks};

static void depend_wait(void **depend, uint64_t pc, void *frame) {
  struct omp_thread *const self = omp_self();
  const uint32_t n = depend ? omp_depends_on(depend, pc, frame) : 0;
  struct omp_edge edges[OMP_MAX_DEPENDED];
  if (n == 0 || !omp_is_shared(self) || !self->task || !self->task->has_created)
    return;
  if (n > OMP_MAX_DEPENDED)
    unsupported("an OpenMP task that depends by so many addresses", pc, frame);
  struct omp_task here = {.parent = self->task, .edges = edges, .n_edges = n};
  const struct wanted wanted = {.team = self->team,
                                .parent = self->task,
                                .count = &self->task->children,
                                .undeferred = &here};
  queue_change(self->team, pc);
  omp_depend_begins(&here, depend, pc, frame);
  for (;;) {
    rt.current->ticket = (void *)&wanted;
    object_await(&self->team->queued, sizeof self->team->queued, RV_READ | RV_WRITE, RV_OP_VARIES,
                 &until_there_or_met, pc);
    const bool met = omp_depend_is_met(&here, self->team);
    struct omp_task *const task = met ? NULL : queue_take(&wanted);
    performed_as(task != NULL, RV_READ | RV_WRITE, RV_OP_VARIES);
    if (!task)
      break;
    task_run(task);
  }
  omp_depend_acquire(&here);
  omp_depend_ends(&here);
}

EXPORT void GOMP_task(omp_function *function, void *data, void (*copy)(void *, void *), long size,
                      long align, bool deferred, unsigned flags, void **depend, int priority,
                      void *detach);
EXPORT void GOMP_task(omp_function *function, void *data, void (*copy)(void *, void *), long size,
                      long align, bool deferred, unsigned flags, void **depend, int priority,
                      void *detach) {
  if (!rt.current) {
    REAL(GOMP_task)(function, data, copy, size, align, deferred, flags, depend, priority, detach);
    return;
  }
  const struct body body = {function, copy, data, (uint64_t)size, (uint64_t)align};
  void **const on = flags & TASK_DEPEND ? depend : NULL;
  if (flags & TASK_DETACH)
    unsupported("a detached OpenMP task", CALLER, FRAME);
  if (is_deferred(omp_self(), deferred && !(flags & TASK_FINAL))) {
    const uint32_t n = on ? omp_depends_on(on, CALLER, FRAME) : 0;
    task_put(task_new(&body, n, CALLER), on, CALLER, FRAME);
    return;
  }
  depend_wait(on, CALLER, FRAME);
  if (copy) {
    struct omp_task *const task = task_new(&body, 0, CALLER);
    task_run_here(&body, task->data, flags & TASK_FINAL);
    heap_free(rt.current->tid, task, CALLER);
  } else {
    task_run_here(&body, data, flags & TASK_FINAL);
  }
  LEAVE_NOTHING;
}

EXPORT void GOMP_taskwait(void);
EXPORT void GOMP_taskwait(void) {
  if (rt.current)
    task_wait_for_children(CALLER);
  else
    REAL(GOMP_taskwait)();
  LEAVE_NOTHING;
}

EXPORT void GOMP_taskwait_depend(void **depend);
EXPORT void GOMP_taskwait_depend(void **depend) {
  if (rt.current)
    depend_wait(depend, CALLER, FRAME);
  else
    REAL(GOMP_taskwait_depend)(depend);
  LEAVE_NOTHING;
}

EXPORT void GOMP_taskyield(void);
EXPORT void GOMP_taskyield(void) {
  if (!rt.current)
    REAL(GOMP_taskyield)();
}

/* --- groups --------------------------------------------------------------------------------------
 */

static void group_start(uint64_t pc) {
  struct omp_thread *const self = omp_self();
  if (!self->task)
    return;
  struct omp_group *const group = heap_malloc(rt.current->tid, sizeof *group, 16, pc);
  *group = (struct omp_group){.outer = self->task->group};
  self->task->group = group;
}

static void group_end(uint64_t pc) {
  struct omp_thread *const self = omp_self();
  struct omp_group *const group = self->task ? self->task->group : NULL;
  if (!group)
    return;
  if (omp_is_shared(self) && self->task->has_created)
    tasks_wait(&(struct wanted){self->team, NULL, group, &group->tasks, NULL}, pc);
  self->task->group = group->outer;
  heap_free(rt.current->tid, group, pc);
}

EXPORT void GOMP_taskgroup_start(void);
EXPORT void GOMP_taskgroup_start(void) {
  if (rt.current)
    group_start(CALLER);
  else
    REAL(GOMP_taskgroup_start)();
}

EXPORT void GOMP_taskgroup_end(void);
EXPORT void GOMP_taskgroup_end(void) {
  if (rt.current)
    group_end(CALLER);
  else
    REAL(GOMP_taskgroup_end)();
  LEAVE_NOTHING;
}

/* --- loops of tasks ------------------------------------------------------------------------------
 */

static uint64_t taskloop_parts(uint64_t iterations, unsigned flags, uint64_t wanted) {
  uint64_t parts = wanted ? wanted : omp_is_shared(omp_self()) ? omp_self()->team->size : 1;
  if (flags & LOOP_GRAIN && wanted)
    parts = iterations / wanted;
  return parts < 1 ? 1 : parts < iterations ? parts : iterations;
}

/* The data of each begins with its own first iteration and the end of its iterations. */
static void taskloop_part(const struct body *body, bool deferred, uint64_t from, uint64_t to,
                          uint64_t pc) {
  struct omp_task *const task = task_new(body, 0, pc);
  ((uint64_t *)task->data)[0] = from;
  ((uint64_t *)task->data)[1] = to;
  if (deferred) {
    task_put(task, NULL, pc, NULL);
    return;
  }
  task_run_here(body, task->data, false);
  heap_free(rt.current->tid, task, pc);
}

static void taskloop(const struct body *body, unsigned flags, uint64_t wanted, uint64_t begin,
                     uint64_t iterations, uint64_t step, uint64_t pc, void *frame) {
  if (flags & TASK_REDUCTION)
    unsupported("an OpenMP taskloop with a reduction", pc, frame);
  if (iterations == 0)
    return;
  const uint64_t parts = taskloop_parts(iterations, flags, wanted);
  const bool deferred = is_deferred(omp_self(), flags & LOOP_IF && !(flags & TASK_FINAL));
  if (!(flags & NO_GROUP))
    group_start(pc);
  for (uint64_t i = 0, at = 0; i < parts; i++) {
    const uint64_t n = iterations / parts + (i < iterations % parts);
    taskloop_part(body, deferred, begin + at * step, begin + (at + n) * step, pc);
    at += n;
  }
  if (!(flags & NO_GROUP))
    group_end(pc);
}

EXPORT void GOMP_taskloop(omp_function *function, void *data, void (*copy)(void *, void *),
                          long size, long align, unsigned flags, unsigned long wanted, int priority,
                          long begin, long end, long step);
EXPORT void GOMP_taskloop(omp_function *function, void *data, void (*copy)(void *, void *),
                          long size, long align, unsigned flags, unsigned long wanted, int priority,
                          long begin, long end, long step) {
  if (!rt.current) {
    REAL(GOMP_taskloop)
    (function, data, copy, size, align, flags, wanted, priority, begin, end, step);
    return;
  }
  const struct body body = {function, copy, data, (uint64_t)size, (uint64_t)align};
  const long far = step > 0 ? end - begin + step - 1 : end - begin + step + 1;
  taskloop(&body, flags, wanted, (uint64_t)begin, far / step > 0 ? (uint64_t)(far / step) : 0,
           (uint64_t)step, CALLER, FRAME);
  LEAVE_NOTHING;
}

EXPORT void GOMP_taskloop_ull(omp_function *function, void *data, void (*copy)(void *, void *),
                              long size, long align, unsigned flags, unsigned long wanted,
                              int priority, unsigned long long begin, unsigned long long end,
                              unsigned long long step);
EXPORT void GOMP_taskloop_ull(omp_function *function, void *data, void (*copy)(void *, void *),
                              long size, long align, unsigned flags, unsigned long wanted,
                              int priority, unsigned long long begin, unsigned long long end,
                              unsigned long long step) {
  if (!rt.current) {
    REAL(GOMP_taskloop_ull)
    (function, data, copy, size, align, flags, wanted, priority, begin, end, step);
    return;
  }
  const struct body body = {function, copy, data, (uint64_t)size, (uint64_t)align};
  const bool up = flags & LOOP_UP;
  const uint64_t far = up ? (begin < end ? end - begin : 0) : (begin > end ? begin - end : 0);
  const uint64_t stride = up ? step : -step;
  taskloop(&body, flags, wanted, begin, (far + stride - 1) / stride, step, CALLER, FRAME);
  LEAVE_NOTHING;
}
