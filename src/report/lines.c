#include "report/lines.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* --- names of files --------------------------------------------------------------------------- */

char *path_straight(struct arena *arena, const char *file) {
  char *const path = arena_string(arena, file);
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
  file = path_straight(arena, file);
  if (length > 1 && strncmp(file, directory, length) == 0 && file[length] == '/')
    file += length + 1;
  return file;
}

/* What is in Ravel's headers is no more the program's own than what is in the system's. */
static bool is_header_of_ravel(const char *file) {
  static const char *const names[] = {"ravel.h",
                                      "ravel.hpp",
                                      "ravel_actor.h",
                                      "ravel_builtins.h",
                                      "ravel_calls.h",
                                      "ravel_check.h",
                                      "ravel_findings.h",
                                      "ravel_frameworks.h",
                                      "ravel_history.h",
                                      "ravel_histories.h",
                                      "ravel_history_text.h",
                                      "ravel_letters.h",
                                      "ravel_mailbox.h",
                                      "ravel_linearizable.h",
                                      "ravel_linearizable.hpp",
                                      "ravel_operations.h",
                                      "ravel_scenarios.h",
                                      "ravel_sequential.h",
                                      "ravel_smaller.h"};
  const char *base = strrchr(file, '/');
  base = base ? base + 1 : file;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(base, names[i]) == 0)
      return true;
  return strstr(file, "/ravel-c++/bits/") != NULL;
}

bool file_of_the_system(const char *file) {
  static const char *const prefixes[] = {"/usr/include/", "/usr/lib/", "/usr/local/include/c++/"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (strncmp(file, prefixes[i], strlen(prefixes[i])) == 0)
      return true;
  return is_header_of_ravel(file);
}

/* --- places ----------------------------------------------------------------------------------- */

static const char *absolute(struct lines *lines, Dwarf_Die *unit, const char *file) {
  Dwarf_Attribute attribute;
  const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  return *file == '/' || !directory ? file : arena_printf(&lines->arena, "%s/%s", directory, file);
}

/* Where the machine code of an address comes from. */
static void set_line(struct lines *lines, struct debug_unit *unit, uint64_t address,
                     struct place *place) {
  Dwarf_Line *line = dwarf_getsrc_die(&unit->skeleton, address);
  const char *file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
  int number = 0;
  if (!file || dwarf_lineno(line, &number) != 0 || number <= 0)
    return;
  place->file = file_name(&lines->arena, absolute(lines, &unit->skeleton, file), lines->directory);
  place->line = (uint32_t)number;
}

/* Where an inlined function was called. */
static void set_call(struct lines *lines, struct debug_unit *unit, Dwarf_Die *inlined,
                     struct place *place) {
  Dwarf_Attribute attribute;
  Dwarf_Word line = 0;
  const char *name = debug_file(unit, inlined, DW_AT_call_file);
  dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line);
  if (!name || !line)
    return;
  place->file = file_name(&lines->arena, absolute(lines, &unit->skeleton, name), lines->directory);
  place->line = (uint32_t)line;
}

static void resolve(struct lines *lines, struct debug_module *module, struct lines_entry *entry) {
  struct debug_unit *unit = debug_unit_at(module, entry->pc - 1);
  if (!unit)
    return;
  Dwarf_Die scopes[DEBUG_MAX_SCOPES], *inlined = NULL;
  const uint32_t n = debug_scopes(module, entry->pc - 1, scopes);
  entry->places = arena_alloc(&lines->arena, (n + 1) * sizeof *entry->places);
  for (uint32_t i = 0; i < n; i++) {
    if (dwarf_tag(&scopes[i]) == DW_TAG_lexical_block)
      continue;
    struct place *place = &entry->places[entry->n++];
    *place = (struct place){.function = debug_name(&lines->arena, &scopes[i]), .file = ""};
    if (inlined)
      set_call(lines, unit, inlined, place);
    else
      set_line(lines, unit, entry->pc - 1 - module->bias, place);
    inlined = &scopes[i];
  }
  if (entry->n == 0) { /* a line, and no function: of a file in assembly language */
    *entry->places = (struct place){.function = "", .file = ""};
    set_line(lines, unit, entry->pc - 1 - module->bias, entry->places);
    entry->n = 1;
  }
}

/* --- asking ----------------------------------------------------------------------------------- */

void lines_open(struct lines *lines, struct debug *debug, const char *directory) {
  *lines = (struct lines){.debug = debug, .directory = directory};
}

void lines_close(struct lines *lines) {
  free(lines->entries);
  arena_free(&lines->arena);
  *lines = (struct lines){0};
}

static struct lines_entry **slot_of(struct lines *lines, uint64_t pc) {
  uint32_t at = (uint32_t)(pc * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (lines->capacity - 1);
  while (lines->entries[at] && lines->entries[at]->pc != pc)
    at = (at + 1) & (lines->capacity - 1);
  return &lines->entries[at];
}

static void room_for_line(struct lines *lines) {
  struct lines_entry **old = lines->entries;
  const uint32_t n = lines->capacity;
  lines->capacity = n ? 2 * n : 256;
  lines->entries = must_alloc(lines->capacity * sizeof *lines->entries);
  memset(lines->entries, 0, lines->capacity * sizeof *lines->entries);
  for (uint32_t i = 0; i < n; i++)
    if (old[i])
      *slot_of(lines, old[i]->pc) = old[i];
  free(old);
}

const struct lines_entry *lines_find(struct lines *lines, uint64_t pc) {
  if (2 * lines->n >= lines->capacity)
    room_for_line(lines);
  struct lines_entry **slot = slot_of(lines, pc);
  if (!*slot) {
    *slot = arena_alloc(&lines->arena, sizeof **slot);
    (*slot)->pc = pc;
    lines->n++;
    struct debug_module *module = pc ? debug_module_at(lines->debug, pc - 1) : NULL;
    if (module)
      resolve(lines, module, *slot);
  }
  return *slot;
}

const struct place *lines_own_place(const struct lines_entry *entry) {
  for (uint32_t i = 0; i < entry->n; i++)
    if (*entry->places[i].file && !file_of_the_system(entry->places[i].file))
      return &entry->places[i];
  return entry->n && *entry->places[0].file ? &entry->places[0] : NULL;
}
