/*
 * Checks in a test: all executions of a function are explored from the state at the call, inside
 * the program, as often as it likes. A program includes ravel.h, after the header of its test
 * framework.
 *
 *     static void two_threads(void *queue) { ... }
 *     ravel_check(two_threads, queue);
 *     ravel_check(two_threads, queue, .max_seconds = 10);
 */
#ifndef RAVEL_CHECK_H
#define RAVEL_CHECK_H

#include <stdio.h>

#include "ravel_frameworks.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ravel_place {
  const char *file;
  unsigned line;
};

/* Zero is the default of each. */
struct ravel_options {
  unsigned long max_executions; /* stop after so many, */
  double max_seconds;           /* or after this time: the check passes if nothing was found */
  unsigned long runs;           /* without Ravel: how often the function runs; 0: 100 */
  const char *more;             /* options of `ravel check`, as on its command line */
};

/* The runtime's part; absent, and NULL, in a program that is not linked with it. */
enum { RAVEL_PASSED, RAVEL_FAILED, RAVEL_IMPOSSIBLE, RAVEL_INCOMPLETE };
__attribute__((weak)) int ravel_runtime_check(void (*function)(void *argument), void *argument,
                                              const struct ravel_place *place, const char *options,
                                              const char **report);

/* Explores all executions of the function. NULL: none has an error. Otherwise it is said what is
 * wrong; the text is there until the next call. When this returns, memory is as it was before: what
 * the function has done is forgotten. Without Ravel the function just runs a number of times. */
static inline const char *ravel_find_at(struct ravel_place place, void (*function)(void *argument),
                                        void *argument, struct ravel_options options) {
  const unsigned long runs = options.runs ? options.runs : 100;
  const char *report = "";
  char words[1024];
  int n = 0, status;
  if (!ravel_runtime_check) {
    for (unsigned long run = 0; run < runs; run++)
      function(argument);
    return NULL;
  }
  if (options.max_executions)
    n += snprintf(words, sizeof words, "--max-executions=%lu ", options.max_executions);
  if (options.max_seconds > 0)
    n += snprintf(words + n, sizeof words - (size_t)n, "--max-seconds=%g ", options.max_seconds);
  snprintf(words + n, sizeof words - (size_t)n, "%s", options.more ? options.more : "");
  status = ravel_runtime_check(function, argument, &place, words, &report);
  if (status == RAVEL_INCOMPLETE)
    fprintf(stderr, "ravel: %s:%u: %s", place.file, place.line, report);
  return status == RAVEL_FAILED || status == RAVEL_IMPOSSIBLE ? report : NULL;
}

/* The same, and the test fails where something is wrong: as its framework has it, or by abort(). */
static inline void ravel_check_at(struct ravel_place place, void (*function)(void *argument),
                                  void *argument, struct ravel_options options) {
  const char *const report = ravel_find_at(place, function, argument, options);
  if (report)
    RAVEL_FAIL(place.file, place.line, report);
}

#ifdef __cplusplus
}
#define RAVEL_MAKE(type, ...)                                                                      \
  type {                                                                                           \
    __VA_ARGS__                                                                                    \
  }
#else
#define RAVEL_MAKE(type, ...)                                                                      \
  (struct type) {                                                                                  \
    __VA_ARGS__                                                                                    \
  }
#endif

#define ravel_find(function, argument, ...)                                                        \
  ravel_find_at(RAVEL_MAKE(ravel_place, __FILE__, __LINE__), function, argument,                   \
                RAVEL_MAKE(ravel_options, __VA_ARGS__))
#define ravel_check(function, argument, ...)                                                       \
  ravel_check_at(RAVEL_MAKE(ravel_place, __FILE__, __LINE__), function, argument,                  \
                 RAVEL_MAKE(ravel_options, __VA_ARGS__))

#endif
