/*
 * A search in parts, as the process that holds it and moves the bytes sees it, whatever the
 * algorithm is: with wakeup trees what comes of parts is taken in any order (trunk.h), otherwise in
 * the order of the search (team.h).
 */
#ifndef RAVEL_CORE_PARTS_H
#define RAVEL_CORE_PARTS_H

#include "core/team.h"
#include "core/trunk.h"

struct rv_parts {
  bool in_any_order; /* there is a trunk, or else a team */
  struct rv_trunk trunk;
  struct rv_team team;
};

/* Whether a search by this algorithm can be taken in any order. */
bool rv_in_any_order(uint32_t algorithm);

/* No parts yet. `resize` is as realloc is; a size of 0 frees. */
void rv_parts_init(struct rv_parts *parts, uint32_t algorithm, const struct rv_memory *memory,
                   void *(*resize)(void *memory, size_t bytes));

/* Forgets them. */
void rv_parts_clear(struct rv_parts *parts);

/* A new search; and what one explorer has left of a search. */
void rv_parts_begin(struct rv_parts *parts);
void rv_parts_of_one(struct rv_parts *parts, struct rv_flat piece);

/* Whether all of the search is one piece, and which. */
bool rv_parts_are_one(struct rv_parts *parts, struct rv_flat *piece);

bool rv_parts_are_done(const struct rv_parts *parts);

/* A part for a worker that has none: its id, or 0. */
uint64_t rv_parts_take(struct rv_parts *parts, uint32_t worker, struct rv_flat *piece);

/* A worker puts its part aside, until another one is done (0: for now); has explored it; is no
 * more.
 */
void rv_parts_put_aside(struct rv_parts *parts, uint32_t worker, struct rv_flat piece,
                        uint64_t awaits);
void rv_parts_explored(struct rv_parts *parts, uint32_t worker, struct rv_flat result);
void rv_parts_lost(struct rv_parts *parts, uint32_t worker);
bool rv_parts_are_busy(const struct rv_parts *parts, uint32_t worker);

/* The counts of all parts that no worker has now. */
void rv_parts_stats(const struct rv_parts *parts, struct rv_stats *stats);

/* The search as flat bytes, where no worker has a part; the memory is the caller's. And back; false
 * if these bytes are not such. */
unsigned char *rv_parts_write(struct rv_parts *parts, size_t *n);
bool rv_parts_read(struct rv_parts *parts, struct rv_flat flat);

#endif
