#include "runtime/outside.h"

#include <stdio.h>
#include <string.h>

#include "runtime/coverage.h"
#include "runtime/process_texts.h"
#include "runtime/runtime.h"

static struct {
  const char *function;
  char path[64];
} last[SHARED_MAX_THREADS];

bool outside_is_random(const char *path) {
  return strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0;
}

/* Devices, and what the kernel makes up when it is read. */
static bool path_varies(const char *path) {
  static const char *const begins[] = {"/dev/hwrng", "/proc/"};
  if (rt.shared->request.files != FILES_REAL && process_text_is_fixed(path))
    return false;
  for (unsigned i = 0; i < sizeof begins / sizeof *begins; i++)
    if (strncmp(path, begins[i], strlen(begins[i])) == 0)
      return true;
  return rt.shared->request.files == FILES_REAL && outside_is_random(path);
}

void outside_called(const char *name, const char *path) {
  rv_tid tid = rt.current->tid;
  last[tid].function = name;
  if (!path)
    return;
  snprintf(last[tid].path, sizeof last[tid].path, "%s", path);
  if (path_varies(path))
    not_covered("what '%s' holds at another time: each execution reads its own", path);
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
