/*
 * Is this data structure right? Name how to make the object and what can be done with it:
 *
 *     static const struct ravel_operation operations[] = {
 *         {"push", push, .arg = {1, 3}},
 *         {"pop", pop},
 *     };
 *
 *     int main(void) {
 *       return ravel_linearizable(make_stack, free_stack, operations, 2,
 *                                 (struct ravel_scenario){.threads = 2, .operations = 2});
 *     }
 *
 * Ravel makes every scenario of at most so many threads with at most so many operations each, the
 * small ones first, explores all its executions, and checks that the results are those of the same
 * operations one after the other, in an order that respects real time. Threads that do the same are
 * interchangeable: of scenarios that differ in their numbers alone there is one.
 *
 * Without Ravel, scenarios drawn at random are run by real threads, and their results are checked.
 */
#ifndef RAVEL_LINEARIZABLE_H
#define RAVEL_LINEARIZABLE_H

#include <stddef.h>

#include "ravel.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ravel_range {
  long first, last;
};

struct ravel_operation {
  const char *name;
  long (*function)(void *object, long argument);
  struct ravel_range arg; /* each of its values is tried; left out: it takes none */

  /* What follows may be left out. */
  void (*print)(char *text, size_t size, long result); /* else a result is a number */
  int pointer;   /* results are pointers: what matters is which of them are the same */
  int may_block; /* it is no error that it waits for ever */
  int thread;    /* only this thread calls it, from 1, and main; 0: every thread does */
  size_t bytes;  /* the result is so many bytes, which `fill` writes in place of `function` */
  void (*fill)(void *object, long argument, void *result);
};

/* The object that says what results are right: the object itself, or a model of it. A model of
 * which `size` bytes are the whole state (no pointers in it) is copied and compared instead of
 * being run again from the beginning. */
struct ravel_model {
  void *(*make)(void);
  void (*destroy)(void *object);
  const struct ravel_operation *operations; /* the same names, in the same order */
  size_t size;
};

/* Whether calls return whatever other threads do; operations that may block are left out. */
enum ravel_progress {
  RAVEL_ANY_PROGRESS,
  RAVEL_OBSTRUCTION_FREE, /* if the others stand still: within .steps in a row */
  RAVEL_LOCK_FREE,        /* if few calls return meanwhile: within .steps for each call */
  RAVEL_WAIT_FREE         /* always: within .steps */
};

enum ravel_condition { RAVEL_LINEARIZABLE, RAVEL_SEQUENTIALLY_CONSISTENT };

/* Which scenarios there are. All of it may be left out. */
struct ravel_scenario {
  int threads;                           /* at most (2) */
  int operations;                        /* of a thread, at most (2) */
  int initial;                           /* by main, before the threads begin, at most */
  int final;                             /* after they have ended, at most */
  int random;                            /* so many more, drawn at random: */
  int random_threads, random_operations; /* one more of each than above */
  unsigned long seed;
  const char *only; /* this one alone: "[push(1)] push(2) pop() | pop()" */
  const struct ravel_model *model;
  enum ravel_condition condition;
  enum ravel_progress progress;
  int steps;      /* 100 */
  int one_by_one; /* does not check histories of equivalent executions together: slower */
};

#ifdef __cplusplus
}
#endif

/* What is behind it. */
#include "ravel_histories.h"

/* 0; where results are wrong, an assertion fails. With Ravel the program ends here in every
 * execution but one, which goes on behind the call: a program may make several checks. */
#define ravel_linearizable(make, destroy, operations, n_operations, ...)                           \
  ravel_check_object(make, destroy, operations, n_operations, __VA_ARGS__,                         \
                     (struct ravel_source){                                                        \
                         __FILE__, __LINE__,                                                       \
                         #make ", " #destroy ", " #operations ", " #n_operations, #__VA_ARGS__})

#endif
