#include "cli/check_name.h"

#include <ctype.h>
#include <string.h>

#include "report/buffer.h"

static bool begins_function(const char *line) {
  return isalpha((unsigned char)*line) || *line == '_';
}

/* "HEADING: TEXT" of a line; empty where there is no such line. */
static const char *name_of_line(struct arena *arena, char *source, uint32_t line) {
  const char *heading = "";
  for (uint32_t i = 1; source; i++) {
    char *const next = strchr(source, '\n');
    if (next)
      *next = 0;
    if (i == line)
      return arena_printf(arena, "%s: %s", heading, source + strspn(source, " \t"));
    if (begins_function(source))
      heading = source;
    source = next ? next + 1 : NULL;
  }
  return "";
}

const char *check_name(struct check_names *names, const struct inside_wish *wish, uint32_t *nth) {
  struct buffer source = {0};
  const char *name = "";
  *nth = 0;
  if (buffer_read_file(&source, wish->file) && source.length)
    name = name_of_line(&names->arena, source.text, wish->line);
  for (size_t i = 0; i < names->all.n; i++)
    *nth += strcmp(names->all.items[i], name) == 0;
  words_add(&names->all, name);
  buffer_free(&source);
  return name;
}
