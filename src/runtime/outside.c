#include "runtime/outside.h"

#include <stdio.h>

#include "runtime/runtime.h"

static struct {
  const char *function;
  char path[64];
} last[SHARED_MAX_THREADS];

void outside_called(const char *name, const char *path) {
  rv_tid tid = rt.current->tid;
  last[tid].function = name;
  if (path)
    snprintf(last[tid].path, sizeof last[tid].path, "%s", path);
}

void outside_describe(rv_tid tid, char *text, size_t size) {
  const char *function = last[tid].function, *path = last[tid].path;
  if (!function)
    *text = 0;
  else if (*path)
    snprintf(text, size, "had called %s(), and had opened '%s'", function, path);
  else
    snprintf(text, size, "had called %s()", function);
}
