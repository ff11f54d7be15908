#include "core/parts.h"

#include <string.h>

bool rv_in_any_order(uint32_t algorithm) {
  return algorithm == RV_OPTIMAL;
}

void rv_parts_init(struct rv_parts *parts, uint32_t algorithm, const struct rv_memory *memory,
                   void *(*resize)(void *memory, size_t bytes)) {
  memset(parts, 0, sizeof *parts);
  parts->in_any_order = rv_in_any_order(algorithm);
  rv_team_init(&parts->team, resize);
  if (parts->in_any_order)
    rv_trunk_init(&parts->trunk, memory);
}

void rv_parts_clear(struct rv_parts *parts) {
  if (parts->in_any_order)
    rv_trunk_clear(&parts->trunk);
  else
    rv_team_free(&parts->team);
}

void rv_parts_begin(struct rv_parts *parts) {
  if (parts->in_any_order)
    rv_trunk_begin(&parts->trunk, 0);
  else
    rv_team_begin(&parts->team, RV_NO_WORKER);
}

void rv_parts_of_one(struct rv_parts *parts, struct rv_flat piece) {
  struct rv_flat none;
  rv_parts_begin(parts);
  rv_parts_take(parts, 0, &none);
  rv_parts_put_aside(parts, 0, piece, 0);
}

bool rv_parts_are_one(struct rv_parts *parts, struct rv_flat *piece) {
  const struct rv_part *const part = parts->trunk.parts;
  if (parts->in_any_order) {
    if (!part || part->next || part->root)
      return false;
    *piece = (struct rv_flat){part->piece.at, part->piece.n};
    return true;
  }
  if (parts->team.n != 1)
    return false;
  *piece = (struct rv_flat){parts->team.tasks[0].bytes, parts->team.tasks[0].n};
  return true;
}

bool rv_parts_are_done(const struct rv_parts *parts) {
  return parts->in_any_order ? parts->trunk.done : parts->team.done;
}

uint64_t rv_parts_take(struct rv_parts *parts, uint32_t worker, struct rv_flat *piece) {
  if (parts->in_any_order) {
    const struct rv_part *const part = rv_trunk_take(&parts->trunk, worker, piece);
    return part ? part->id : 0;
  }
  const struct rv_task *const task = rv_team_take(&parts->team, worker);
  if (task)
    *piece = (struct rv_flat){task->bytes, task->n};
  return task ? task->id : 0;
}

void rv_parts_put_aside(struct rv_parts *parts, uint32_t worker, struct rv_flat piece,
                        uint64_t awaits) {
  if (parts->in_any_order)
    rv_trunk_put_aside(&parts->trunk, worker, piece);
  else
    rv_team_put_aside(&parts->team, worker, piece, awaits);
}

void rv_parts_explored(struct rv_parts *parts, uint32_t worker, struct rv_flat result) {
  if (parts->in_any_order)
    rv_trunk_explored(&parts->trunk, worker, result);
  else
    rv_team_done(&parts->team, worker, result);
}

void rv_parts_lost(struct rv_parts *parts, uint32_t worker) {
  if (parts->in_any_order)
    rv_trunk_lost(&parts->trunk, worker);
  else
    rv_team_lost(&parts->team, worker);
}

bool rv_parts_are_busy(const struct rv_parts *parts, uint32_t worker) {
  return parts->in_any_order ? rv_trunk_is_busy(&parts->trunk, worker)
                             : rv_team_is_busy(&parts->team, worker);
}

void rv_parts_stats(const struct rv_parts *parts, struct rv_stats *stats) {
  if (parts->in_any_order)
    rv_trunk_stats(&parts->trunk, stats);
  else
    rv_team_stats(&parts->team, stats);
}

unsigned char *rv_parts_write(struct rv_parts *parts, size_t *n) {
  if (!parts->in_any_order)
    return rv_team_write(&parts->team, n);
  const struct rv_flat flat = rv_trunk_write(&parts->trunk);
  unsigned char *const bytes = parts->team.resize(NULL, flat.n);
  memcpy(bytes, flat.at, flat.n);
  *n = flat.n;
  return bytes;
}

bool rv_parts_read(struct rv_parts *parts, struct rv_flat flat) {
  return parts->in_any_order ? rv_trunk_read(&parts->trunk, flat)
                             : rv_team_read(&parts->team, flat);
}
