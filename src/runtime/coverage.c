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
