#include "report/lines.h"

#include <stdlib.h>
#include <string.h>

#include "report/filter.h"

void lines_add(struct lines *lines, uint64_t pc) {
  if (pc == 0)
    return;
  if (lines->n == lines->capacity) {
    lines->capacity = lines->capacity ? 2 * lines->capacity : 64;
    lines->entries = must_realloc(lines->entries, lines->capacity * sizeof *lines->entries);
  }
  lines->entries[lines->n++] = (struct lines_entry){.pc = pc};
}

static int by_pc(const void *a, const void *b) {
  const struct lines_entry *x = a, *y = b;
  return (x->pc > y->pc) - (x->pc < y->pc);
}

static void sort_and_merge(struct lines *lines) {
  if (lines->n == 0)
    return;
  qsort(lines->entries, lines->n, sizeof *lines->entries, by_pc);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < lines->n; i++)
    if (kept == 0 || lines->entries[kept - 1].pc != lines->entries[i].pc)
      lines->entries[kept++] = lines->entries[i];
  lines->n = kept;
}

const struct shared_module *module_of(const struct shared_module *modules, uint32_t n,
                                      uint64_t address) {
  for (uint32_t i = 0; i < n; i++)
    if (address >= modules[i].begin && address < modules[i].end)
      return &modules[i];
  return NULL;
}

/* Takes "dir/../" and "./" out: compilers name their own headers in roundabout ways. */
static char *straighten(char *path) {
  char *to = path;
  for (const char *from = path; *from;) {
    const size_t length = strcspn(from, "/"), whole = length + (from[length] == '/');
    if (length == 2 && strncmp(from, "..", 2) == 0 && to - path > 1 &&
        strncmp(to - 3 > path ? to - 3 : path, "../", 3) != 0) {
      for (to--; to > path && to[-1] != '/';)
        to--;
    } else if (!(length == 1 && *from == '.' && whole == 2)) {
      memmove(to, from, whole);
      to += whole;
    }
    from += whole;
  }
  *to = 0;
  return path;
}

static const char *file_name(struct arena *arena, const char *file, const char *directory) {
  const size_t length = strlen(directory);
  file = straighten(arena_string(arena, file));
  if (length > 1 && strncmp(file, directory, length) == 0 && file[length] == '/')
    file += length + 1;
  return file;
}

/* "file:line" or "file:line (discriminator 3)", with ?? for what is not known. */
static struct place parse_place(struct arena *arena, const char *function, char *where,
                                const char *directory) {
  struct place place = {.function = "", .file = ""};
  if (strcmp(function, "??") != 0)
    place.function = arena_string(arena, function);
  char *note = strstr(where, " (discriminator");
  if (note)
    *note = 0;
  char *colon = strrchr(where, ':');
  if (colon && strncmp(where, "??", 2) != 0) {
    *colon = 0;
    place.line = (uint32_t)strtoul(colon + 1, NULL, 10);
    place.file = place.line ? file_name(arena, where, directory) : "";
  }
  return place;
}

static char *next_line(char **text) {
  return *text ? strsep(text, "\n") : NULL;
}

/* The answer repeats each address, then has two lines for every function, innermost first. */
static void parse_answer(struct lines *lines, struct lines_entry **asked, uint32_t n, char *text,
                         const char *directory) {
  enum { MAX_INLINED = 64 };
  char *line = next_line(&text);
  for (uint32_t i = 0; i < n && line; i++) {
    struct place places[MAX_INLINED];
    uint32_t count = 0;
    line = next_line(&text);
    while (line && *line && strncmp(line, "0x", 2) != 0) {
      char *where = next_line(&text);
      if (where && count < MAX_INLINED)
        places[count++] = parse_place(&lines->arena, line, where, directory);
      line = next_line(&text);
    }
    asked[i]->n = count;
    asked[i]->places = arena_alloc(&lines->arena, count * sizeof *places);
    memcpy(asked[i]->places, places, count * sizeof *places);
  }
}

static void resolve_module(struct lines *lines, const struct shared_module *module,
                           const char *path, const char *directory) {
  struct buffer in = {0}, out = {0};
  struct lines_entry **asked = must_alloc(lines->n * sizeof *asked);
  uint32_t n = 0;
  for (uint32_t i = 0; i < lines->n; i++) {
    struct lines_entry *entry = &lines->entries[i];
    if (entry->pc - 1 < module->begin || entry->pc - 1 >= module->end)
      continue;
    asked[n++] = entry;
    buffer_printf(&in, "0x%llx\n", (unsigned long long)(entry->pc - 1 - module->bias));
  }
  const char *const argv[] = {"addr2line", "-a", "-i", "-f", "-C", "-e", path, NULL};
  if (n && filter(argv, &in, &out) && out.text)
    parse_answer(lines, asked, n, out.text, directory);
  free(asked);
  buffer_free(&in);
  buffer_free(&out);
}

void lines_resolve(struct lines *lines, const struct shared_module *modules, uint32_t n,
                   const char *program, const char *directory) {
  sort_and_merge(lines);
  for (uint32_t i = 0; i < n; i++)
    resolve_module(lines, &modules[i], *modules[i].path ? modules[i].path : program, directory);
}

const struct lines_entry *lines_find(const struct lines *lines, uint64_t pc) {
  const struct lines_entry key = {.pc = pc};
  return lines->n ? bsearch(&key, lines->entries, lines->n, sizeof key, by_pc) : NULL;
}

bool file_of_the_system(const char *file) {
  static const char *const prefixes[] = {"/usr/include/", "/usr/lib/", "/usr/local/include/c++/"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (strncmp(file, prefixes[i], strlen(prefixes[i])) == 0)
      return true;
  const char *base = strrchr(file, '/');
  base = base ? base + 1 : file;
  return strcmp(base, "ravel.h") == 0 || strcmp(base, "ravel_mailbox.h") == 0 ||
         strstr(file, "/ravel-c++/bits/");
}

const struct place *lines_own_place(const struct lines_entry *entry) {
  for (uint32_t i = 0; entry && i < entry->n; i++)
    if (*entry->places[i].file && !file_of_the_system(entry->places[i].file))
      return &entry->places[i];
  return entry && entry->n && *entry->places[0].file ? &entry->places[0] : NULL;
}

void lines_free(struct lines *lines) {
  free(lines->entries);
  arena_free(&lines->arena);
  *lines = (struct lines){0};
}
