/* The memory file shared with a worker, from the supervisor's side. */
#ifndef RAVEL_CLI_MEMORY_H
#define RAVEL_CLI_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "protocol/shared.h"

struct memory {
  int fd;
  struct shared *shared;
};

/* A new file with the request in it; complains and returns false when there can be none. */
bool memory_new(struct memory *memory, const struct request *request);
void memory_free(struct memory *memory);

/* While no worker runs: the next one makes a new explorer. */
void memory_forget_explorer(struct memory *memory);

/* What was checked, and how far a share of the scenarios was explored. */
void memory_forget_histories(struct memory *memory);

/* A part of one of the areas, mapped. */
struct part {
  void *map;
  size_t map_size;
  void *first; /* NULL: it is empty, or lies outside of its area */
};

/* `n` steps of the schedule area from `first` on. */
struct part memory_schedule(const struct memory *memory, uint64_t first, uint64_t n);
/* All records. */
struct part memory_records(const struct memory *memory);
/* What was kept of the program's memory. */
struct part memory_image(const struct memory *memory);
/* All that is known of the order of steps. */
struct part memory_edges(const struct memory *memory);
/* The exploration tree, where the request has asked for one. */
struct part memory_tree(const struct memory *memory);
/* The search as flat bytes, and room for as many. */
struct part memory_piece(const struct memory *memory, uint64_t n);
/* --coverage: what was counted, and of which functions. */
struct part memory_counters(const struct memory *memory);
struct part memory_functions(const struct memory *memory);
void part_free(struct part *part);

#endif
