#include "cli/results.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/explain.h"
#include "cli/files.h"
#include "cli/message.h"
#include "report/annotations.h"
#include "report/junit.h"
#include "report/sarif.h"
#include "report/trace.h"

static const struct format {
  const char *option;
  size_t path; /* in struct options */
  void (*write)(const struct result *result, struct buffer *out);
} formats[] = {
    {"json", offsetof(struct options, json), result_json},
    {"junit", offsetof(struct options, junit), result_junit},
    {"sarif", offsetof(struct options, sarif), result_sarif},
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* NULL: it is not asked for. */
static const char *path_of(const struct options *options, const struct format *format) {
  return *(const char *const *)((const char *)options + format->path);
}

bool results_writable(const struct options *options) {
  for (uint32_t i = 0; i < FORMATS; i++) {
    const char *path = path_of(options, &formats[i]);
    for (uint32_t k = 0; path && k < i; k++) {
      const char *other = path_of(options, &formats[k]);
      if (other && strcmp(other, path) == 0) {
        complain("--%s and --%s both write '%s': name two files", formats[k].option,
                 formats[i].option, path);
        return false;
      }
    }
    if (path && !file_writable(path))
      return false;
  }
  return true;
}

bool results_on_stdout(const struct options *options) {
  for (uint32_t i = 0; i < FORMATS; i++) {
    const char *path = path_of(options, &formats[i]);
    if (path && strcmp(path, "-") == 0)
      return true;
  }
  return false;
}

/* CI servers want paths from the root of what they have checked out. */
static const char *root_of_sources(struct arena *arena, const char *directory) {
  static const char *const variables[] = {"GITHUB_WORKSPACE", "CI_PROJECT_DIR"};
  char real[PATH_MAX];
  for (uint32_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    const char *root = getenv(variables[i]);
    const char *path = root && *root ? realpath(root, real) : NULL;
    const size_t length = path ? strlen(path) : 0;
    if (path && strncmp(directory, path, length) == 0 &&
        (directory[length] == '/' || !directory[length]))
      return arena_string(arena, path);
  }
  return directory;
}

void results_describe(struct result *result, struct arena *arena) {
  char directory[PATH_MAX];
  struct result_kind *kinds = arena_alloc(arena, ERROR_KINDS * sizeof *kinds);
  result->directory = arena_string(arena, getcwd(directory, sizeof directory) ? directory : "");
  result->root = root_of_sources(arena, result->directory);
  for (uint32_t i = 0; i < ERROR_KINDS; i++)
    kinds[i] = (struct result_kind){.name = error_kind_name(i),
                                    .meaning = explain_meaning(arena, error_kind_name(i)),
                                    .advice = explain_advice(arena, error_kind_name(i))};
  result->kinds = kinds;
}

bool results_write(const struct result *result, const struct options *options) {
  bool written = true;
  for (uint32_t i = 0; i < FORMATS; i++) {
    const char *path = path_of(options, &formats[i]);
    struct buffer text = {0};
    if (!path)
      continue;
    formats[i].write(result, &text);
    written &= file_write(path, &text);
    buffer_free(&text);
  }
  return written;
}

void results_annotate(const struct result *result, struct buffer *report) {
  const char *actions = getenv("GITHUB_ACTIONS");
  if (actions && *actions)
    result_annotations(result, report);
}
