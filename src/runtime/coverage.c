#include "runtime/coverage.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runtime/runtime.h"

void not_covered(const char *format, ...) {
  char sentence[SHARED_SENTENCE];
  struct shared *shared = rt.shared;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  uint32_t i = 0;
  while (i < shared->n_not_covered && strcmp(shared->not_covered[i], sentence) != 0)
    i++;
  if (i < shared->n_not_covered || i == SHARED_MAX_NOT_COVERED)
    return;
  strcpy(shared->not_covered[i], sentence);
  shared->n_not_covered++;
}

void not_covered_function(const char *name) {
  struct shared *shared = rt.shared;
  uint32_t i = 0;
  while (i < shared->n_unknown && strncmp(shared->unknown[i], name, SHARED_FUNCTION - 1) != 0)
    i++;
  if (i < shared->n_unknown || i == SHARED_MAX_UNKNOWN)
    return;
  snprintf(shared->unknown[i], SHARED_FUNCTION, "%s", name);
  shared->n_unknown++;
}

void partly_covered(enum partly_covered what) {
  static uint32_t met;
  met |= (uint32_t)what;
  if (met == (PLAIN_IN_VOID_ITERATION | RELAXED_WRITE))
    not_covered_once("data races of plain accesses in loop iterations that were left out, where "
                     "relaxed atomics publish later; --void-iterations explores them");
}
