#include "core/print_table.h"

#include <assert.h>
#include <string.h>

/* SLACK: slots behind the last, for entries whose slots are taken. At a load of 3/4 no entry is
 * ever pushed that far. */
enum { FIRST_BITS = 10, SLACK = 4096 };

static uint64_t slots_of(unsigned bits) {
  return (UINT64_C(1) << bits) + SLACK;
}

void rv_print_table_init(struct rv_print_table *table, const struct rv_memory *memory,
                         unsigned most_bits) {
  assert(most_bits >= FIRST_BITS && most_bits < 40);
  table->slots = rv_reserve(memory, slots_of(most_bits), sizeof *table->slots);
  table->bits = FIRST_BITS;
  table->most_bits = most_bits;
  table->n = 0;
}

void rv_print_table_clear(struct rv_print_table *table) {
  memset(table->slots, 0, slots_of(table->bits) * sizeof *table->slots);
  table->bits = FIRST_BITS;
  table->n = 0;
}

static int order(const struct rv_print *a, const struct rv_print *b) {
  if (a->at[0] != b->at[0])
    return a->at[0] < b->at[0] ? -1 : 1;
  return a->at[1] < b->at[1] ? -1 : a->at[1] > b->at[1];
}

static uint64_t home(const struct rv_print_table *table, const struct rv_print *print) {
  return print->at[0] >> (64 - table->bits);
}

/* The slot of the print, or where it would have to be put. */
static uint64_t print_table_place(const struct rv_print_table *table,
                                  const struct rv_print *print) {
  uint64_t at = home(table, print);
  while (table->slots[at].value && order(&table->slots[at].print, print) < 0)
    at++;
  return at;
}

static bool is_at(const struct rv_print_table *table, uint64_t at, const struct rv_print *print) {
  return table->slots[at].value && order(&table->slots[at].print, print) == 0;
}

const struct rv_print_entry *rv_print_table_at(const struct rv_print_table *table,
                                               const struct rv_print *print) {
  const uint64_t at = print_table_place(table, print);
  return is_at(table, at, print) ? &table->slots[at] : NULL;
}

/* First move all entries to the end of the larger table, in order. Then move each to its place,
 * which is never behind where it is now, since the entries after it have room too. */
static void grow(struct rv_print_table *table) {
  const uint64_t had = slots_of(table->bits), end = slots_of(++table->bits);
  uint64_t to = end;
  for (uint64_t from = had; from-- > 0;)
    if (table->slots[from].value) {
      const struct rv_print_entry entry = table->slots[from];
      table->slots[from].value = 0;
      table->slots[--to] = entry;
    }
  uint64_t next = 0;
  for (; to < end; to++) {
    const struct rv_print_entry entry = table->slots[to];
    const uint64_t at = home(table, &entry.print);
    table->slots[to].value = 0;
    next = next < at ? at : next;
    assert(next <= to);
    table->slots[next++] = entry;
  }
}

struct rv_print_entry *rv_print_table_enter(struct rv_print_table *table,
                                            const struct rv_print *print) {
  uint64_t at = print_table_place(table, print);
  if (is_at(table, at, print))
    return &table->slots[at];
  if (4 * (table->n + 1) > 3 * (UINT64_C(1) << table->bits)) {
    if (table->bits == table->most_bits)
      return NULL;
    grow(table);
    at = print_table_place(table, print);
  }
  uint64_t free = at;
  while (table->slots[free].value)
    free++;
  assert(free < slots_of(table->bits));
  memmove(&table->slots[at + 1], &table->slots[at], (free - at) * sizeof *table->slots);
  table->slots[at] = (struct rv_print_entry){.print = *print};
  table->n++;
  return &table->slots[at];
}
