#include "runtime/libc_table.h"

#include <string.h>

enum { HASH_SIZE = 4096 };

/* By name, open addressing. */
static const struct libc_function *by_name[HASH_SIZE];

static uint32_t hash(const char *name) {
  uint32_t n = 2166136261;
  for (; *name; name++)
    n = (n ^ (unsigned char)*name) * 16777619;
  return n % HASH_SIZE;
}

static void enter(const struct libc_table *table) {
  for (size_t i = 0; i < table->n; i++) {
    uint32_t at = hash(table->rows[i].name);
    while (by_name[at])
      at = (at + 1) % HASH_SIZE;
    by_name[at] = &table->rows[i];
  }
}

static void enter_all(void) {
  static const struct libc_table *const tables[] = {
      &libc_table_cxx,    &libc_table_stdio,   &libc_table_stdlib, &libc_table_strings,
      &libc_table_system, &libc_table_threads, &libc_table_wide,
  };
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    enter(tables[i]);
}

const struct libc_function *libc_find(const char *name) {
  static bool entered;
  if (!entered)
    enter_all();
  entered = true;
  for (uint32_t at = hash(name); by_name[at]; at = (at + 1) % HASH_SIZE)
    if (strcmp(by_name[at]->name, name) == 0)
      return by_name[at];
  return NULL;
}
