#include "cli/tasks.h"

#include <stdlib.h>
#include <string.h>

#include "report/buffer.h"

static void *resize(void *memory, size_t bytes) {
  if (bytes)
    return realloc(memory, bytes);
  free(memory);
  return NULL;
}

struct tasks *tasks_new(const struct memory *search) {
  struct tasks *const tasks = must_alloc(sizeof *tasks);
  tasks->memory = (struct lazy_memory){0};
  const struct rv_memory memory = lazy_memory(&tasks->memory);
  rv_parts_init(&tasks->parts, search->shared->request.explorer.algorithm, &memory, resize);
  return tasks;
}

void tasks_free(struct tasks *tasks) {
  if (!tasks)
    return;
  rv_parts_clear(&tasks->parts);
  lazy_memory_free(&tasks->memory);
  free(tasks);
}

struct tasks *tasks_of_one(const struct memory *search) {
  const uint64_t n = search->shared->piece_size;
  struct part piece = memory_piece(search, n);
  if (n && !piece.first)
    return NULL;
  struct tasks *const tasks = tasks_new(search);
  rv_parts_of_one(&tasks->parts, (struct rv_flat){piece.first, n});
  part_free(&piece);
  return tasks;
}

bool tasks_to_one(struct tasks *tasks, struct memory *search) {
  struct rv_flat flat;
  if (!rv_parts_are_one(&tasks->parts, &flat))
    return false;
  struct part piece = memory_piece(search, flat.n);
  if (flat.n && !piece.first)
    return false;
  if (flat.n)
    memcpy(piece.first, flat.at, flat.n);
  search->shared->piece_size = flat.n;
  search->shared->piece_is_new = 1;
  part_free(&piece);
  return true;
}
