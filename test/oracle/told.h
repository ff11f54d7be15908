/*
 * What the explorer tells of its search (core/tell.h), judged: every exploration after the first
 * begins with a branch that was told before, because of two steps that conflict.
 */
#ifndef RAVEL_TEST_ORACLE_TOLD_H
#define RAVEL_TEST_ORACLE_TOLD_H

#include "core/explorer.h"

struct told {
  struct rv_branch_step *last; /* the steps of the last execution */
  size_t n;
  bool begun;
  struct told_branch *branches; /* that were told of, from the initial state on */
  const struct rv_replay *steps;
  size_t stride;
  bool any;          /* a branch was told of */
  const char *wrong; /* NULL: nothing so far */
};

void told_explored(struct told *told, const struct rv_replay *first, size_t stride, size_t n,
                   bool has_reasons);
void told_reversed(struct told *told, const struct rv_reversed *why);
void told_clear(struct told *told);

#endif
