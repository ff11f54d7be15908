#include "runtime/libc_table.h"

#include <string.h>

enum { HASH_SIZE = 4096 };

static const struct libc_table *const tables[] = {
    &libc_table_cxx,   &libc_table_floating, &libc_table_network, &libc_table_shared,
    &libc_table_stdio, &libc_table_stdlib,   &libc_table_strings, &libc_table_system,
    &libc_table_text,  &libc_table_threads,  &libc_table_wide,
};

/* By name, open addressing: which table, and which row of it from 1 on. Small, since every process
 * fills it: pages that are touched cost more than what is done with them. */
enum { ROW_BITS = 12 };
static uint16_t by_name[HASH_SIZE];

static const struct libc_function *row_at(uint32_t at) {
  const uint32_t row = by_name[at] & ((1 << ROW_BITS) - 1);
  return &tables[by_name[at] >> ROW_BITS]->rows[row - 1];
}

static uint32_t hash(const char *name) {
  uint32_t n = 2166136261;
  for (; *name; name++)
    n = (n ^ (unsigned char)*name) * 16777619;
  return n % HASH_SIZE;
}

static void libc_table_enter(size_t table) {
  for (size_t i = 0; i < tables[table]->n; i++) {
    uint32_t at = hash(tables[table]->rows[i].name);
    while (by_name[at])
      at = (at + 1) % HASH_SIZE;
    by_name[at] = (uint16_t)(table << ROW_BITS | (i + 1));
  }
}

static void enter_all(void) {
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    libc_table_enter(i);
}

const struct libc_function *libc_find(const char *name) {
  static bool entered;
  if (!entered)
    enter_all();
  entered = true;
  for (uint32_t at = hash(name); by_name[at]; at = (at + 1) % HASH_SIZE)
    if (strcmp(row_at(at)->name, name) == 0)
      return row_at(at);
  return NULL;
}
