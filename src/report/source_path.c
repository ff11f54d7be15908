#include "report/source_path.h"

#include <string.h>

const char *source_path(struct arena *arena, const struct result *result, const char *file) {
  if (*file == 0 || !*result->directory)
    return file;
  while (strncmp(file, "./", 2) == 0)
    file += 2;
  const char *path = *file == '/' ? file : arena_printf(arena, "%s/%s", result->directory, file);
  const size_t length = strlen(result->root);
  return strncmp(path, result->root, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}
