#include "core/branch.h"

#include "core/backtrack.h"
#include "core/bitset.h"
#include "core/layer.h"
#include "core/order.h"
#include "core/tell.h"
#include "core/weak_initial.h"

/* Branches that are only there to cover what is inserted sleep behind those that come after them.
 */
static void pass_explored(struct rv_explorer *x, struct rv_state *state) {
  struct rv_branches *const branches = rv_branches(state);
  struct rv_node *branch;
  while ((branch = branches->wakeup) && !rv_wakeup_is_left(branch, &x->piece.scratch)) {
    branch = rv_wakeup_own(&x->wakeup, &branches->wakeup);
    const struct rv_shared_step *const step = branch->step;
    const struct rv_event made = {.step.thread = step->thread,
                                  .step.choice = step->choice,
                                  .step.op = step->op,
                                  .footprint = step->footprint};
    rv_put_to_sleep(x, state, &made);
    branches->wakeup = branch->next;
    branch->next = branches->explored;
    branches->explored = branch;
  }
}

/* A branch is justified by independence. If threads also share memory through accesses that are not
 * events, its thread may be blocked or may have ended: then there is nothing to explore. */
bool rv_branch_next(struct rv_explorer *x, struct rv_state *state) {
  rv_tid thread;
  uint32_t choice;
  struct rv_branches *const branches = rv_branches(state);
  struct rv_node **const tree = &branches->wakeup;
  if (branches->kept)
    pass_explored(x, state);
  while (*tree && !rv_bit(state->enabled, state->words, (*tree)->step->thread))
    rv_wakeup_drop(&x->wakeup, tree);
  if (!*tree)
    return false;
  rv_wakeup_take(&x->wakeup, tree, branches->kept ? &branches->explored : NULL, &thread, &choice);
  if (branches->kept) { /* the step may lead to where nothing is planned */
    rv_branches(&state[1])->kept = false;
    rv_branches(&state[1])->explored = NULL;
  }
  rv_plan(x, thread, choice);
  return true;
}

uint64_t rv_branch_left(const struct rv_explorer *x, const struct rv_state *state) {
  (void)x;
  uint64_t n = 0;
  for (const struct rv_node *branch = rv_branches(state)->wakeup; branch; branch = branch->next)
    n++;
  return n;
}

/* Any thread that does not sleep. */
static bool plan_awake(struct rv_explorer *x, const struct rv_state *state) {
  const uint64_t top = x->arena.top;
  uint64_t *const awake = rv_arena_alloc(&x->arena, state->words * sizeof *awake);
  rv_bits_copy(awake, state->enabled, state->words);
  rv_sleep_remove(state->sleep, awake, state->words);
  const rv_tid thread = rv_pick(x, awake, state->words);
  rv_arena_release(&x->arena, top);
  if (thread != RV_NO_THREAD)
    rv_plan(x, thread, 0);
  return thread != RV_NO_THREAD;
}

bool rv_branch_arrive(struct rv_explorer *x, struct rv_state *state) {
  const uint64_t depth = x->trace.n;
  struct rv_branches *const branches = rv_branches(state);
  branches->wakeup = x->wakeup.planned;
  branches->kept =
      branches->wakeup && (depth == x->piece.root ? x->piece.keeps : rv_branches(&state[-1])->kept);
  branches->explored = NULL;
  x->wakeup.planned = NULL;
  if (rv_branch_next(x, state))
    return true;
  rv_lemma(!state->sleep); /* Lemma 7.1 (2) */
  if (state->sleep)        /* of a program that is not deterministic */
    return plan_awake(x, state);
  const rv_tid thread = rv_pick(x, state->enabled, state->words);
  rv_plan(x, thread, rv_first_choice(x, thread, x->trace.threads[thread].events + 1));
  return true;
}

/* sleep(E') and WI_[E'](v) have nothing in common (Algorithm 2, line 6; Algorithm 4, line 13;
 * Algorithm 6, line 14). The steps of v that keep the sleeping threads out of WI(v) are marked as
 * needed: they wake them up. Otherwise `rest` is the last event of which that was judged. */
static bool nobody_sleeps_through(const struct rv_state *state, struct rv_sequence *v,
                                  uint64_t *rest) {
  for (const struct rv_sleeper *s = state->sleep; s; s = s->next) {
    uint32_t where;
    const enum rv_relation relation =
        rv_sequence_relation(v, s->thread, s->choice, rv_sleeper_act(s), s->footprint, &where);
    if (relation != RV_DEPENDENT) {
      *rest = relation == RV_INITIAL ? v->items[where].position : v->trace->n - 1;
      return false;
    }
    v->items[where].needed = true;
  }
  return true;
}

/* What is new for a state above the root is for whoever has that state to explore. It is kept here
 * until that is told (trunk.h): what it covers will be covered. */
static bool branch_insert(struct rv_explorer *x, struct rv_state *state, const struct rv_event *e,
                          const struct rv_late *late, uint64_t *rest) {
  if (late->changed)
    rv_sequence_need_late(&x->v);
  const struct rv_node *const new =
      rv_wakeup_insert(&x->wakeup, &rv_branches(state)->wakeup, &x->v, &x->hb.arena, rest);
  if (!new)
    return false;
  if (state < &x->states[x->piece.root]) {
    x->piece.untold = rv_branches(state)->untold = true;
    return false;
  }
  rv_tell_branch(x, e, late, new);
  return true;
}

/* Whether v is known, before it is made, to be covered: by a thread that sleeps, or by the tree. */
static bool is_covered(const struct rv_state *state, struct rv_reversal *v, uint64_t *rest) {
  for (const struct rv_sleeper *s = state->sleep; s; s = s->next)
    if (rv_is_weak_initial(v, s->thread, s->choice, &s->op, rest))
      return true;
  return rv_tree_covers(v, rv_branches(state)->wakeup, rest);
}

bool rv_branch_plan(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                    uint64_t *rest) {
  struct rv_state *const state = &x->states[e - x->trace.events];
  *rest = 0;
  bool new = false;
  struct rv_reversal unmade = {.hb = &x->hb,
                               .trace = &x->trace,
                               .e = e,
                               .late = late,
                               .position = (uint64_t)(state - x->states)};
  if (!is_covered(state, &unmade, rest)) {
    rv_sequence_begin(&x->v, &x->trace, e, late, x->trace.n);
    new = nobody_sleeps_through(state, &x->v, rest) && branch_insert(x, state, e, late, rest);
  }
  x->stats.reversed += new;
  /* If e' depends on more than it did in E, or follows events that it did not follow there, it
   * comes last in v. */
  if (late->grown || *rest == x->trace.n)
    *rest = x->trace.n - 1;
  return new;
}

/* What was explored from the state behind the last branch is its subtree. */
static void branch_is_explored(struct rv_explorer *x, struct rv_state *state) {
  struct rv_branches *const behind = rv_branches(&state[1]);
  struct rv_node *const branch = rv_wakeup_own(&x->wakeup, &rv_branches(state)->explored);
  if (branch && behind->kept) {
    branch->child = rv_wakeup_reversed(&x->wakeup, behind->explored);
    behind->explored = NULL;
  }
}

bool rv_branch_again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  branch_is_explored(x, state);
  if (!rv_branches(state)->wakeup)
    return false;
  rv_put_to_sleep(x, state, done);
  return rv_branch_next(x, state);
}

bool rv_branch_returns(const struct rv_state *state) {
  return rv_branches(state)->wakeup;
}

static void share_trees(struct rv_explorer *x) {
  struct rv_sharing sharing = rv_sharing_begin(&x->wakeup, &x->hb.arena);
  for (uint64_t i = 0; i < x->trace.n; i++) {
    rv_sharing_tree(&sharing, &rv_branches(&x->states[i])->wakeup);
    rv_sharing_tree(&sharing, &rv_branches(&x->states[i])->explored);
  }
  rv_sharing_end(&sharing);
}

void rv_branch_count(struct rv_explorer *x) {
  if (rv_wakeup_is_to_share(&x->wakeup, x->piece.member))
    share_trees(x);
  x->stats.tree_nodes = x->wakeup.nodes;
  x->stats.tree_peak = x->wakeup.most;
}
