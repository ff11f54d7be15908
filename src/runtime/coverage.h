/* What a pass does not cover, told by the runtime as it meets it. */
#ifndef RAVEL_RUNTIME_COVERAGE_H
#define RAVEL_RUNTIME_COVERAGE_H

#include <stdbool.h>

/* Adds a sentence, without a full stop, to what the verdict says it does not cover. Each distinct
 * sentence is told once. It is for what the program really did, and for rare paths. */
void not_covered(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same on a path that is not rare: all but the first time it costs one test. */
#define not_covered_once(sentence)                                                                 \
  do {                                                                                             \
    static bool told;                                                                              \
    if (__builtin_expect(!told, 0)) {                                                              \
      told = true;                                                                                 \
      not_covered(sentence);                                                                       \
    }                                                                                              \
  } while (0)

/* A function of the C library, or of another one that comes with the compiler, was called that is
 * in no table: all of them become one sentence. */
void not_covered_function(const char *name);

/* A void iteration (turn.h) accessed memory plainly; something was written with a weaker order than
 * release. Where both happen, a race between such an access and what is told in this way later may
 * not be seen. */
enum partly_covered { PLAIN_IN_VOID_ITERATION = 1, RELAXED_WRITE = 2 };
void partly_covered(enum partly_covered what);

#endif
