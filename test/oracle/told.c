#include "told.h"

#include <stdlib.h>
#include <string.h>

#include "core/dependence.h"

struct told_branch {
  struct told_branch *next;
  size_t n;
  struct rv_branch_step steps[];
};

static const struct rv_replay *step_at(const struct told *told, size_t i) {
  return (const struct rv_replay *)((const char *)told->steps + i * told->stride);
}

static bool same(struct rv_branch_step a, struct rv_branch_step b) {
  return a.thread == b.thread && a.choice == b.choice;
}

/* Takes the branch of the first n steps off the list. */
static bool take_branch(struct told *told, const struct rv_branch_step *steps, size_t n) {
  for (struct told_branch **at = &told->branches; *at; at = &(*at)->next) {
    struct told_branch *const branch = *at;
    size_t k = 0;
    while (branch->n == n && k < n && same(branch->steps[k], steps[k]))
      k++;
    if (k < n || branch->n != n)
      continue;
    *at = branch->next;
    free(branch);
    return true;
  }
  return false;
}

void told_explored(struct told *told, const struct rv_replay *first, size_t stride, size_t n,
                   bool has_reasons) {
  struct rv_branch_step *const steps = calloc(n + 1, sizeof *steps);
  told->steps = first;
  told->stride = stride;
  size_t common = 0;
  for (size_t i = 0; i < n; i++)
    steps[i] = (struct rv_branch_step){step_at(told, i)->thread, step_at(told, i)->choice};
  while (common < n && common < told->n && same(steps[common], told->last[common]))
    common++;
  if (told->begun && common == n)
    told->wrong = "an exploration has no step of its own";
  else if (told->begun && common == told->n)
    told->wrong = "an exploration goes on where another one has ended";
  else if (told->begun && has_reasons && !take_branch(told, steps, common + 1) &&
           steps[common].thread != told->last[common].thread) /* another value of a choice */
    told->wrong = "an exploration begins with a branch that nobody was told of";
  free(told->last);
  told->last = steps;
  told->n = n;
  told->begun = true;
}

/* The index-th step of a thread; n: it was not made. */
static size_t find_step(const struct told *told, rv_tid thread, uint32_t index) {
  size_t i = 0;
  for (; i < told->n; i++)
    if (told->last[i].thread == thread && --index == 0)
      break;
  return i;
}

/* Whether the second step can conflict with the first when it comes before it. What an await reads
 * depends on what it finds: after another order it may be more than it has read here. */
static bool can_conflict(const struct rv_op *first, const struct rv_op *second) {
  return second->kind == RV_OP_AWAIT ? !rv_only_reads(first) || !rv_only_reads(second)
                                     : rv_dependent(first, second);
}

void told_reversed(struct told *told, const struct rv_reversed *why) {
  const size_t second = find_step(told, why->thread, why->index);
  told->any = true;
  if (why->first >= told->n || second < why->first || !why->n_steps) {
    told->wrong = "a reversal of steps that are not there was told";
    return;
  }
  if (second < told->n && second != why->first &&
      !can_conflict(&step_at(told, why->first)->op, &step_at(told, second)->op))
    told->wrong = "a reversal of steps that do not conflict was told";
  struct told_branch *const branch =
      malloc(sizeof *branch + (why->first + why->n_steps) * sizeof *branch->steps);
  branch->next = told->branches;
  branch->n = why->first + why->n_steps;
  memcpy(branch->steps, told->last, why->first * sizeof *branch->steps);
  memcpy(branch->steps + why->first, why->steps, why->n_steps * sizeof *branch->steps);
  told->branches = branch;
}

void told_clear(struct told *told) {
  while (told->branches) {
    struct told_branch *const next = told->branches->next;
    free(told->branches);
    told->branches = next;
  }
  free(told->last);
  *told = (struct told){.wrong = told->wrong};
}
