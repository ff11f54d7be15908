#include "core/wakeup.h"

void rv_wakeup_init(struct rv_wakeup *wakeup, const struct rv_memory *memory) {
  enum { FEW_NODES = 1 << 14 };
  rv_pool_init(&wakeup->pool, memory);
  wakeup->few = FEW_NODES;
  rv_wakeup_clear(wakeup);
}

void rv_wakeup_clear(struct rv_wakeup *wakeup) {
  rv_pool_clear(&wakeup->pool);
  wakeup->steps = (struct rv_shared_steps){0};
  wakeup->planned = NULL;
  wakeup->nodes = wakeup->most = wakeup->bearable = wakeup->shared = 0;
}

static struct rv_node *new_node(struct rv_wakeup *wakeup) {
  if (++wakeup->nodes > wakeup->most)
    wakeup->most = wakeup->nodes;
  return rv_pool_alloc(&wakeup->pool, sizeof(struct rv_node));
}

struct rv_node *rv_wakeup_node_of(struct rv_wakeup *wakeup, struct rv_shared_step *step) {
  struct rv_node *const node = new_node(wakeup);
  *node = (struct rv_node){.step = step, .uses = 1};
  return node;
}

struct rv_node *rv_wakeup_node(struct rv_wakeup *wakeup, const struct rv_item *item) {
  const struct rv_shared_step like = {.thread = item->thread,
                                      .choice = item->choice,
                                      .op = *item->act.op,
                                      .footprint = item->footprint,
                                      .verdict = rv_unjudged(item->act.verdict)};
  return rv_wakeup_node_of(wakeup, rv_shared_step_take(&wakeup->steps, &wakeup->pool, &like));
}

static void free_node(struct rv_wakeup *wakeup, struct rv_node *node) {
  rv_shared_step_leave(&wakeup->steps, &wakeup->pool, node->step);
  rv_pool_free(&wakeup->pool, node, sizeof *node);
  wakeup->nodes--;
}

/* Nodes that nobody uses any more wait for their turn in a list, without what was next to them. */
void rv_wakeup_release(struct rv_wakeup *wakeup, struct rv_node *list) {
  struct rv_node *unused = NULL;
  for (;;) {
    while (list && --list->uses == 0) {
      struct rv_node *const next = list->next;
      list->next = unused;
      unused = list;
      list = next;
    }
    if (!unused)
      return;
    struct rv_node *const node = unused;
    unused = node->next;
    list = node->child;
    free_node(wakeup, node);
  }
}

static struct rv_node *copy_node(struct rv_wakeup *wakeup, const struct rv_node *node) {
  struct rv_node *const copy = new_node(wakeup);
  *copy = *node;
  copy->uses = 1;
  copy->step->uses++;
  rv_wakeup_use(copy->child);
  rv_wakeup_use(copy->next);
  return copy;
}

struct rv_node *rv_wakeup_own(struct rv_wakeup *wakeup, struct rv_node **list) {
  struct rv_node *const node = *list;
  if (node && node->uses > 1) {
    *list = copy_node(wakeup, node);
    node->uses--;
  }
  return *list;
}

struct rv_node *rv_wakeup_reversed(struct rv_wakeup *wakeup, struct rv_node *list) {
  struct rv_node *reversed = NULL;
  while (list) {
    struct rv_node *const node = rv_wakeup_own(wakeup, &list);
    list = node->next;
    node->next = reversed;
    reversed = node;
  }
  return reversed;
}

void rv_wakeup_take(struct rv_wakeup *wakeup, struct rv_node **branch, struct rv_node **explored,
                    rv_tid *thread, uint32_t *choice) {
  struct rv_node *const node = rv_wakeup_own(wakeup, branch);
  *thread = node->step->thread;
  *choice = node->step->choice;
  *branch = node->next;
  wakeup->planned = node->child;
  if (explored) {
    node->explored = !node->child;
    node->child = NULL;
    node->next = *explored;
    *explored = node;
  } else
    free_node(wakeup, node);
}

void rv_wakeup_drop(struct rv_wakeup *wakeup, struct rv_node **branch) {
  struct rv_node *const dropped = *branch;
  *branch = rv_wakeup_use(dropped->next);
  rv_wakeup_release(wakeup, dropped);
}

/* The joined clocks of the needed steps of v: these steps and all that happens before them have to
 * stay. */
static const struct rv_clock *known_to_needed(const struct rv_sequence *v,
                                              struct rv_arena *scratch) {
  struct rv_clock *const clock = rv_clock_copy(NULL, v->trace->width, scratch);
  for (uint32_t i = 0; i < v->n; i++)
    if (v->items[i].needed && v->items[i].thread != RV_NO_THREAD)
      rv_clock_join(clock, v->items[i].clock, v->items[i].thread, v->items[i].index,
                    v->items[i].position + UINT64_C(1));
  return clock;
}

/* Appends what is left of v as a new branch. It keeps only what makes it a wakeup sequence: for
 * every thread that sleeps at E, and every branch before it on its way through the tree, a step
 * that depends on that thread or branch; and what happens before these steps. The result u has u [=
 * v, which is all that insert has to guarantee beside Definition 6.1. */
static struct rv_node *append_branch(struct rv_wakeup *wakeup, struct rv_node **end,
                                     struct rv_sequence *v, struct rv_arena *scratch,
                                     uint64_t *rest) {
  struct rv_node **const begin = end;
  while (!v->late_given)
    rv_sequence_extend(v);
  const uint64_t top = scratch->top;
  const struct rv_clock *const known = known_to_needed(v, scratch);
  for (uint32_t i = 0; i < v->n; i++) {
    const struct rv_item *const item = &v->items[i];
    if (item->thread == RV_NO_THREAD ||
        !(item->needed || rv_clock_at(known, item->thread) >= item->index))
      continue;
    *end = rv_wakeup_node(wakeup, item);
    end = &(*end)->child;
    if (*rest < item->position)
      *rest = item->position;
  }
  rv_arena_release(scratch, top);
  return *begin;
}

/* The first branch p with p in WI(v), or the end of the list. The steps that keep the other
 * branches out of WI(v) are marked as needed. */
static struct rv_node **first_consistent(struct rv_wakeup *wakeup, struct rv_node **list,
                                         struct rv_sequence *v, struct rv_item **initial) {
  for (; *list; list = &(*list)->next) {
    uint32_t where;
    const struct rv_shared_step *const step = rv_wakeup_own(wakeup, list)->step;
    const enum rv_relation relation =
        rv_sequence_relation(v, step->thread, step->choice,
                             (struct rv_act){&step->op, step->verdict}, step->footprint, &where);
    if (relation != RV_DEPENDENT) {
      *initial = relation == RV_INITIAL ? &v->items[where] : NULL;
      break;
    }
    v->items[where].needed = true;
  }
  return list;
}

/* Goes down to the smallest sequence in the tree that is consistent with v: a branch p with p in
 * I(v) leads to v \\ p, one with p <> v to v itself (Lemma 4.6). Returns the end of the list there;
 * NULL if the tree has a leaf on the way. The nodes on the way have no other users then: as v is
 * mostly known not to be covered before it is made, they are about to be changed. */
static struct rv_node **end_of_way(struct rv_wakeup *wakeup, struct rv_node **list,
                                   struct rv_sequence *v, uint64_t *rest) {
  *rest = 0;
  for (;;) {
    struct rv_item *initial;
    struct rv_node **const branch = first_consistent(wakeup, list, v, &initial);
    if (!*branch)
      return branch;
    if (!initial)
      *rest = v->trace->n - 1;
    else if (*rest < initial->position)
      *rest = initial->position;
    if (!(*branch)->child)
      return NULL;
    if (initial)
      rv_item_take(initial);
    list = &(*branch)->child;
  }
}

const struct rv_node *rv_wakeup_insert(struct rv_wakeup *wakeup, struct rv_node **tree,
                                       struct rv_sequence *v, struct rv_arena *scratch,
                                       uint64_t *rest) {
  struct rv_node **const end = end_of_way(wakeup, tree, v, rest);
  return end ? append_branch(wakeup, end, v, scratch, rest) : NULL;
}

bool rv_wakeup_is_left(const struct rv_node *branch, struct rv_arena *scratch) {
  struct rv_way way = rv_way_begin(scratch, branch);
  const struct rv_node *node;
  do
    node = way.at[way.n - 1];
  while ((node->child || node->explored) && rv_way_next(&way) &&
         (way.n > 1 || way.at[0] == branch));
  rv_way_end(&way);
  return !node->child && !node->explored;
}
