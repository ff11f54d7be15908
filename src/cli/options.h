/*
 * The options of all commands, as one table: the parser, the defaults and the help follow it, and
 * a test holds the manual page to it.
 */
#ifndef RAVEL_CLI_OPTIONS_H
#define RAVEL_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "report/buffer.h"

/* When to use colours. */
enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* Which commands an option belongs to. */
enum {
  FOR_CHECK = 1,
  FOR_REPLAY = 2,
  FOR_SHOW = 4,
  FOR_ALL = 7,
  FOR_EXPLAIN = 8,
  FOR_COMPARE = 16,
  FOR_RESUME = 32
};

struct range {
  int64_t low, high;
};

/* --preemption-bound: one after the other, from 0 on. */
#define ALL_BOUNDS (UINT64_MAX - 1)

/* --jobs: one for each core. */
#define ALL_CORES UINT64_MAX
enum { MAX_JOBS = 1024 };

struct options {
  uint32_t algorithm, order; /* enum rv_algorithm, enum rv_order */
  uint32_t memory;           /* enum rv_memory_model */
  uint32_t sample;           /* enum rv_sample */
  uint64_t samples, depth;
  uint64_t seed, k, preemption_bound;
  uint32_t races, reset; /* enum races_mode, enum reset_mode */
  uint32_t volatiles;    /* enum volatile_mode */
  uint32_t files_mode;   /* enum files_mode */
  uint64_t max_executions, max_steps, step_seconds, timeouts, spurious;
  uint64_t save_every;
  uint64_t jobs;
  double max_seconds, row_seconds; /* row_seconds: of each search of ravel compare */
  bool observers, context, symmetry, stateful, no_sleep, profile;
  int32_t expect_exit; /* ANY_EXIT: it is not judged */
  struct range nondet;
  bool leaks, no_heap_checks;
  bool void_iterations;
  bool no_scout;
  bool keep_going, verbose, quiet, help;
  uint32_t color; /* enum color_mode */
  bool columns, all, example, gdb, markdown;
  const char *thread, *object, *html, *dot, *svg;
  uint64_t around;
  const char *cc, *cflags, *json, *junit, *sarif, *trace, *tree, *suppress, *save;
  const char *baseline, *input, *filter;
  bool update_baseline, strict, each_test;

  struct buffer flags; /* of the compiler, that stand by themselves; in cflags, too */
  uint32_t n_files;    /* what is neither an option nor after "--" */
  const char **files;
  uint32_t n_args; /* what is after "--" */
  const char **args;
};

/* Reads the arguments of a command; complains and returns false when they make no sense. */
bool options_parse(struct options *options, unsigned command, const char *command_name, int argc,
                   char **argv);
void options_free(struct options *options);

/* The option with which not every trace is explored, or not by going back from state to state: such
 * a search has no tree that could be drawn, saved or divided. NULL: there is none. */
const char *options_other_search(const struct options *options);

/* What is known of the i-th option; false past the last. */
struct option_info {
  const char *name, *argument, *help; /* no argument: it is a flag */
  bool optional;                      /* the argument may be missing */
  unsigned commands;                  /* FOR_... */
  const char *(*value_name)(uint32_t);
};
bool option_info(uint32_t i, struct option_info *info);

/* The options of a command, as the lines of a help text. */
void options_help(unsigned command, struct buffer *out);

#endif
