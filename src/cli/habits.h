/*
 * What the threads of a program are in the habit of doing, by one execution, that makes more
 * executions than it may have to: advice in words, for the profile.
 */
#ifndef RAVEL_CLI_HABITS_H
#define RAVEL_CLI_HABITS_H

#include "protocol/shared.h"
#include "report/buffer.h"

/* A step of that execution, and what it is called. */
struct habit_step {
  const struct rv_profile_step *step;
  const char *place;    /* FILE:LINE */
  const char *function; /* empty: unknown */
  const char *object;   /* empty: none */
  bool counts;          /* its place is one of those that make the most executions */
  bool own;             /* its place is in code of the user's, not in a library's */
};

struct habits {
  struct arena *arena;
  const struct shared *shared;
  const struct habit_step *steps;
  uint32_t n;
  const char *const *starts; /* names of the functions that threads run, by their numbers */
  const char **advice;
  uint32_t n_advice, most;
};

void habits_find(struct habits *habits);

#endif
