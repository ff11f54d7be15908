/*
 * A table of configurations by their prints, each with a number and a set.
 *
 * Entries are kept in the order of their prints, each at the place where its print falls or as near
 * behind it as there is room (linear probing). So the table doubles in place, in memory that was
 * reserved for the largest one and costs nothing until it is used: an entry takes between 43 and 86
 * bytes, and nothing is left behind.
 */
#ifndef RAVEL_CORE_PRINT_TABLE_H
#define RAVEL_CORE_PRINT_TABLE_H

#include "core/memory.h"
#include "core/print.h"

struct rv_print_entry {
  struct rv_print print;
  uint64_t value; /* 0: no entry */
  uint64_t set;
};

struct rv_print_table {
  struct rv_print_entry *slots;
  uint64_t n;
  unsigned bits, most_bits; /* the capacity as a power of two: now, and at most */
};

/* For 3/4 of 2^most_bits entries. */
void rv_print_table_init(struct rv_print_table *table, const struct rv_memory *memory,
                         unsigned most_bits);
void rv_print_table_clear(struct rv_print_table *table);

/* The entry of a configuration; NULL if there is none. */
const struct rv_print_entry *rv_print_table_at(const struct rv_print_table *table,
                                               const struct rv_print *print);

/* The same; it may be a new one, of which the value is to be made something else than 0. NULL if
 * the table is full. */
struct rv_print_entry *rv_print_table_enter(struct rv_print_table *table,
                                            const struct rv_print *print);

#endif
