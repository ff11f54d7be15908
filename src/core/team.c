#include "core/team.h"

#include <assert.h>
#include <string.h>

#include "core/bytes.h"

void rv_team_init(struct rv_team *team, void *(*resize)(void *memory, size_t bytes)) {
  *team = (struct rv_team){.resize = resize};
}

static void task_free(struct rv_team *team, struct rv_task *task) {
  if (task->bytes)
    team->resize(task->bytes, 0);
  *task = team->tasks[--team->n];
}

void rv_team_free(struct rv_team *team) {
  while (team->n)
    task_free(team, &team->tasks[0]);
  if (team->tasks)
    team->resize(team->tasks, 0);
  rv_team_init(team, team->resize);
}

static struct rv_task *task_new(struct rv_team *team, uint64_t parent) {
  if (team->n == team->capacity) {
    team->capacity = team->capacity ? 2 * team->capacity : 64;
    team->tasks = team->resize(team->tasks, team->capacity * sizeof *team->tasks);
  }
  struct rv_task *const task = &team->tasks[team->n++];
  *task = (struct rv_task){.id = ++team->last, .parent = parent};
  return task;
}

static struct rv_task *task_find(const struct rv_team *team, uint64_t id) {
  for (struct rv_task *task = team->tasks; task < team->tasks + team->n; task++)
    if (task->id == id)
      return task;
  return NULL;
}

static struct rv_task *task_of(const struct rv_team *team, uint32_t worker) {
  for (struct rv_task *task = team->tasks; task < team->tasks + team->n; task++)
    if (task->state == RV_TASK_OUT && task->worker == worker)
      return task;
  return NULL;
}

static void set_bytes(struct rv_team *team, struct rv_task *task, struct rv_flat flat) {
  task->bytes = team->resize(task->bytes, flat.n ? flat.n : 1);
  if (flat.n)
    memcpy(task->bytes, flat.at, flat.n);
  task->n = flat.n;
}

void rv_team_begin(struct rv_team *team, uint32_t worker) {
  struct rv_task *const task = task_new(team, 0);
  if (worker == RV_NO_WORKER)
    return;
  task->state = RV_TASK_OUT;
  task->worker = worker;
  task->loads = 1;
}

/* What was begun comes first, as others wait for it; then the task that was handed out first. */
static bool comes_before(const struct rv_task *a, const struct rv_task *b) {
  return !a->loads != !b->loads ? a->loads > 0 : a->id < b->id;
}

const struct rv_task *rv_team_take(struct rv_team *team, uint32_t worker) {
  struct rv_task *taken = NULL;
  for (struct rv_task *task = team->tasks; task < team->tasks + team->n; task++)
    if (task->state == RV_TASK_READY && (!taken || comes_before(task, taken)))
      taken = task;
  if (taken) {
    taken->state = RV_TASK_OUT;
    taken->worker = worker;
    taken->loads++;
  }
  return taken;
}

/* Whether a task is of no use any more: it belongs to none. */
static bool is_orphan(const struct rv_team *team, const struct rv_task *task) {
  return task->parent && !task_find(team, task->parent);
}

static void free_orphans(struct rv_team *team) {
  for (uint32_t i = 0; i < team->n;)
    if (is_orphan(team, &team->tasks[i])) {
      task_free(team, &team->tasks[i]);
      i = 0;
    } else
      i++;
}

/* Tasks of a parent: those whose results it has used, those handed out since it was loaded, all. */
enum which { USED, SINCE_LOADED, ALL };

static void free_tasks_of(struct rv_team *team, uint64_t parent, uint64_t load, enum which which) {
  for (uint32_t i = 0; i < team->n;) {
    struct rv_task *const task = &team->tasks[i];
    if (task->parent == parent &&
        (which == ALL || (which == USED ? task->used : task->load == load)))
      task_free(team, task);
    else
      i++;
  }
  free_orphans(team);
}

uint64_t rv_team_offer(struct rv_team *team, uint32_t worker, struct rv_flat piece) {
  const struct rv_task *const parent = task_of(team, worker);
  if (!parent)
    return 0;
  const uint64_t load = parent->loads;
  struct rv_task *const task = task_new(team, parent->id);
  task->load = load;
  set_bytes(team, task, piece);
  return task->id;
}

enum rv_ask rv_team_ask(struct rv_team *team, uint32_t worker, uint64_t id,
                        struct rv_flat *result) {
  struct rv_task *const task = task_find(team, id);
  (void)worker;
  if (task && task->state == RV_TASK_DONE) {
    *result = (struct rv_flat){task->bytes, task->n};
    task->used = true;
    return RV_ASK_RESULT;
  }
  if (task && (task->loads || task->state != RV_TASK_READY))
    return RV_ASK_LATER;
  if (task)
    task_free(team, task);
  return RV_ASK_EXPLORE;
}

void rv_team_put_aside(struct rv_team *team, uint32_t worker, struct rv_flat piece,
                       uint64_t awaits) {
  struct rv_task *const task = task_of(team, worker);
  if (!task)
    return;
  const struct rv_task *const other = awaits ? task_find(team, awaits) : NULL;
  const bool waits = other && other->state != RV_TASK_DONE;
  task->state = waits ? RV_TASK_WAITING : RV_TASK_READY;
  task->awaits = waits ? awaits : 0;
  set_bytes(team, task, piece);
  free_tasks_of(team, task->id, 0, USED);
}

void rv_team_done(struct rv_team *team, uint32_t worker, struct rv_flat result) {
  struct rv_task *const task = task_of(team, worker);
  if (!task)
    return;
  const uint64_t id = task->id;
  task->state = RV_TASK_DONE;
  set_bytes(team, task, result);
  team->done |= !task->parent;
  for (uint32_t i = 0; i < team->n; i++)
    if (team->tasks[i].state == RV_TASK_WAITING && team->tasks[i].awaits == id) {
      team->tasks[i].state = RV_TASK_READY;
      team->tasks[i].awaits = 0;
    }
  free_tasks_of(team, id, 0, ALL);
}

void rv_team_lost(struct rv_team *team, uint32_t worker) {
  struct rv_task *const task = task_of(team, worker);
  if (!task)
    return;
  const uint64_t id = task->id, load = task->loads;
  task->state = RV_TASK_READY;
  for (uint32_t i = 0; i < team->n; i++)
    if (team->tasks[i].parent == id)
      team->tasks[i].used = false;
  free_tasks_of(team, id, load, SINCE_LOADED);
}

bool rv_team_is_busy(const struct rv_team *team, uint32_t worker) {
  return task_of(team, worker) != NULL;
}

bool rv_team_is_out(const struct rv_team *team, uint64_t id) {
  const struct rv_task *const task = task_find(team, id);
  return task && task->state == RV_TASK_OUT;
}

/* --- all of it ------------------------------------------------------------------------------- */

void rv_team_stats(const struct rv_team *team, struct rv_stats *stats) {
  for (uint32_t i = 0; i < team->n; i++) {
    const struct rv_task *const task = &team->tasks[i];
    struct rv_stats own;
    if (task->state != RV_TASK_OUT && !task->used && task->n &&
        rv_piece_stats((struct rv_flat){task->bytes, task->n}, task->state == RV_TASK_DONE, &own))
      rv_stats_add(stats, &own);
  }
}

/* Bytes in the caller's memory. */
struct growing {
  const struct rv_team *team;
  unsigned char *at;
  size_t n, capacity;
};

static void append_bytes(struct growing *to, const void *bytes, size_t n) {
  if (to->n + n > to->capacity) {
    to->capacity = 2 * (to->n + n);
    to->at = to->team->resize(to->at, to->capacity);
  }
  if (n)
    memcpy(to->at + to->n, bytes, n);
  to->n += n;
}

static void add_number(struct growing *to, uint64_t number) {
  unsigned char digits[RV_MOST_DIGITS];
  append_bytes(to, digits, rv_digits(number, digits));
}

unsigned char *rv_team_write(const struct rv_team *team, size_t *n) {
  struct growing to = {.team = team};
  add_number(&to, team->last);
  add_number(&to, team->n);
  for (uint32_t i = 0; i < team->n; i++) {
    const struct rv_task *const task = &team->tasks[i];
    assert(task->state != RV_TASK_OUT);
    const uint64_t numbers[] = {task->id,    task->parent, task->state, task->awaits,
                                task->loads, task->load,   task->used,  task->n};
    for (unsigned k = 0; k < sizeof numbers / sizeof *numbers; k++)
      add_number(&to, numbers[k]);
    append_bytes(&to, task->bytes, task->n);
  }
  *n = to.n;
  return to.at;
}

static void read_task(struct rv_team *team, struct rv_reader *from) {
  struct rv_task *const task = task_new(team, 0);
  task->id = rv_read_up_to(from, team->last);
  task->parent = rv_read_up_to(from, team->last);
  task->state = (uint32_t)rv_read_up_to(from, RV_TASK_STATES - 1);
  task->awaits = rv_read_up_to(from, team->last);
  task->loads = rv_read(from);
  task->load = rv_read(from);
  task->used = rv_read_up_to(from, 1);
  const struct rv_reader bytes = rv_read_part(from, rv_read(from));
  if (!from->bad)
    set_bytes(team, task, (struct rv_flat){bytes.at, bytes.n});
}

/* Whether every task has its place: one is all of the search, the others are branches of an older
 * one, and whoever waits waits for one of its own branches. */
static bool is_whole(const struct rv_team *team) {
  uint32_t first = 0;
  for (uint32_t i = 0; i < team->n; i++) {
    const struct rv_task *const task = &team->tasks[i];
    const struct rv_task *const awaited = task_find(team, task->awaits);
    first += !task->parent;
    if (!task->id || task_find(team, task->id) != task || task->state == RV_TASK_OUT ||
        task->parent >= task->id || is_orphan(team, task))
      return false;
    if (task->state == RV_TASK_WAITING
            ? !awaited || awaited->parent != task->id || awaited->state == RV_TASK_DONE
            : task->awaits != 0)
      return false;
  }
  return first == 1;
}

bool rv_team_read(struct rv_team *team, struct rv_flat flat) {
  struct rv_reader from = rv_reader(flat.at, flat.n);
  const uint64_t last = rv_read(&from);
  team->last = last;
  for (uint64_t n = rv_read(&from); n && !from.bad; n--)
    read_task(team, &from);
  team->last = last;
  const struct rv_task *const all = task_find(team, 1);
  team->done = all && all->state == RV_TASK_DONE;
  return !from.bad && from.i == from.n && is_whole(team);
}
