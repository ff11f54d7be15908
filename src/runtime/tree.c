#include "runtime/tree.h"

#include "protocol/tree.h"
#include "runtime/memory_image.h"
#include "runtime/runtime.h"
#include "runtime/system.h"

/* In shared memory: every execution may be in a process of its own. */
static struct shared_tree *tree(void) {
  return (struct shared_tree *)(SHARED_BASE + SHARED_ORDER_OFFSET);
}

void tree_clear(void) {
  struct shared_tree *t = tree();
  t->full = 0;
  t->n_nodes = 1;
  t->nodes[0] = (struct shared_node){0};
  t->n_executions = t->length = t->n_plans = t->n_steps = 0;
  rt.shared->records_used = 0;
}

/* Of what a step has recorded, the operation that it begins with is kept. */
static void keep_operation(uint32_t *made, uint64_t before) {
  struct record *records = (struct record *)(SHARED_BASE + SHARED_RECORDS_OFFSET);
  uint64_t i = before;
  while (i < rt.shared->records_used && records[i].kind == RECORD_ERROR)
    i++;
  const bool found = i < rt.shared->records_used;
  if (found) {
    records[before] = records[i];
    records[before].plain = 0;
  }
  rt.shared->records_used = before + found;
  *made = found ? (uint32_t)before + 1 : 0;
}

static enum rv_status tree_step(void *self, rv_tid tid, uint32_t choice, struct rv_step *done) {
  struct shared_tree *t = tree();
  const uint64_t depth = rt.steps, before = rt.shared->records_used;
  /* Steps that are only tried, to find something out, are recorded too, and forgotten. */
  t->full |= depth >= TREE_MAX_NODES || before >= 4 * TREE_MAX_NODES;
  rt.telling = !t->full;
  const enum rv_status status = runtime_system.step(self, tid, choice, done);
  rt.telling = false;
  if (!t->full)
    keep_operation(&t->made[depth], before);
  return status;
}

/* --- executions ------------------------------------------------------------------------------ */

static const struct rv_replay *step_at(const struct rv_replay *first, size_t stride, size_t i) {
  return (const struct rv_replay *)((const char *)first + i * stride);
}

/* The plan of the branch that begins with the step after the first `depth` ones; NULL: none. */
static struct tree_plan *find_plan(struct shared_tree *t, const struct rv_replay *first,
                                   size_t stride, size_t depth) {
  for (uint32_t i = 0; i < t->n_plans; i++) {
    struct tree_plan *plan = &t->plans[i];
    const size_t from = depth + 1 - plan->n_steps;
    if (!plan->n_steps || plan->n_steps > depth + 1 || t->path[from] != plan->from)
      continue;
    uint32_t same = 0;
    for (; same < plan->n_steps; same++) {
      const struct rv_replay *step = step_at(first, stride, from + same);
      const struct tree_step *planned = &t->steps[plan->steps + same];
      if (step->thread != planned->thread || step->choice != planned->choice)
        break;
    }
    if (same == plan->n_steps)
      return plan;
  }
  return NULL;
}

static void add_node(struct shared_tree *t, size_t depth, const struct rv_replay *step) {
  t->path[depth + 1] = t->n_nodes;
  t->nodes[t->n_nodes++] = (struct shared_node){.parent = t->path[depth],
                                                .thread = step->thread,
                                                .choice = step->choice,
                                                .record = t->made[depth]};
}

static void add_branch(struct shared_tree *t, size_t depth, const struct rv_replay *first,
                       size_t stride) {
  struct tree_plan *plan = find_plan(t, first, stride, depth);
  add_node(t, depth, step_at(first, stride, depth));
  if (!plan)
    return;
  struct shared_node *node = &t->nodes[t->n_nodes - 1];
  node->first = plan->first;
  node->second = plan->second;
  node->late = plan->late;
  node->index = plan->index;
  plan->n_steps = 0;
}

/* How many steps it has in common with the execution before: the search goes depth first, and makes
 * no step from a state twice. */
static size_t common(const struct shared_tree *t, const struct rv_replay *first, size_t stride,
                     size_t n) {
  size_t i = 0;
  for (; i < n && i < t->length; i++) {
    const struct shared_node *node = &t->nodes[t->path[i + 1]];
    const struct rv_replay *step = step_at(first, stride, i);
    if (step->thread != node->thread || step->choice != node->choice)
      break;
  }
  return i;
}

static void tree_explored(void *self, const struct rv_replay *first, size_t stride, size_t n,
                          enum rv_ending ending) {
  (void)self;
  struct shared_tree *t = tree();
  const size_t same = common(t, first, stride, n);
  t->full |= t->n_executions == TREE_MAX_EXECUTIONS || n - same > TREE_MAX_NODES - t->n_nodes;
  if (t->full)
    return;
  if (!t->n_executions)
    memory_image_take(); /* for the names of heap blocks */
  if (same < n)
    add_branch(t, same, first, stride);
  for (size_t i = same + 1; i < n; i++)
    add_node(t, i, step_at(first, stride, i));
  t->length = (uint32_t)n;
  struct shared_node *end = &t->nodes[t->path[n]];
  end->ending = (uint16_t)ending;
  end->error = !rt.erroneous ? 0 : rt.error ? (uint16_t)rt.error : TREE_ERROR_UNKNOWN;
  end->execution = ++t->n_executions;
}

/* --- branches -------------------------------------------------------------------------------- */

/* The index-th step of a thread in the last execution; 0: it was not made. */
static uint32_t step_of(const struct shared_tree *t, rv_tid thread, uint32_t index) {
  for (uint32_t i = 1; i <= t->length; i++)
    if (t->nodes[t->path[i]].thread == thread && --index == 0)
      return t->path[i];
  return 0;
}

static void tree_reversed(void *self, const struct rv_reversed *why) {
  (void)self;
  struct shared_tree *t = tree();
  t->full |= t->n_plans == TREE_MAX_PLANS || why->n_steps > TREE_MAX_PLAN_STEPS - t->n_steps;
  if (t->full)
    return;
  t->plans[t->n_plans++] = (struct tree_plan){.from = t->path[why->first],
                                              .first = t->path[why->first + 1],
                                              .second = step_of(t, why->thread, why->index),
                                              .late = why->thread,
                                              .index = why->index,
                                              .steps = t->n_steps,
                                              .n_steps = why->n_steps};
  for (uint32_t i = 0; i < why->n_steps; i++)
    t->steps[t->n_steps++] = (struct tree_step){why->steps[i].thread, why->steps[i].choice};
}

struct rv_system tree_system;

void tree_init(bool begins) {
  tree_system = runtime_system;
  tree_system.step = tree_step;
  tree_system.explored = tree_explored;
  tree_system.reversed = tree_reversed;
  if (begins)
    tree_clear();
}
