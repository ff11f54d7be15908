#include "core/objects.h"

#include <string.h>

enum { FIRST_CAPACITY = 256, PIECE_BUCKETS = 1 << 16 };

void rv_objects_init(struct rv_objects *objects, const struct rv_memory *memory) {
  rv_arena_init(&objects->arena, memory);
  rv_pool_init(&objects->pool, memory);
  objects->capacity = FIRST_CAPACITY;
  objects->table = rv_reserve(memory, objects->capacity, sizeof *objects->table);
  objects->pieces = rv_reserve(memory, PIECE_BUCKETS, sizeof *objects->pieces);
}

static uint64_t objects_mix(uint64_t a, uint64_t b) {
  const uint64_t h = (a + (b << 56 | b)) * UINT64_C(0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

/* Where an object is in the table, or where it would be. */
static struct rv_object **slot_of(const struct rv_objects *objects, uint64_t addr, uint32_t size) {
  const uint64_t mask = objects->capacity - 1;
  uint64_t at = objects_mix(addr, size) & mask;
  while (objects->table[at] &&
         (objects->table[at]->addr != addr || objects->table[at]->size != size))
    at = (at + 1) & mask;
  return &objects->table[at];
}

static void objects_grow(struct rv_objects *objects) {
  struct rv_object **const old = objects->table;
  const uint64_t capacity = objects->capacity;
  objects->capacity = 2 * capacity;
  objects->table = rv_reserve(objects->arena.memory, objects->capacity, sizeof *objects->table);
  for (uint64_t i = 0; i < capacity; i++)
    if (old[i])
      *slot_of(objects, old[i]->addr, old[i]->size) = old[i];
}

static uint32_t level_of(uint32_t size) {
  uint32_t level = 0;
  while (UINT64_C(1) << level < size)
    level++;
  return level;
}

static struct rv_overlap **bucket(struct rv_objects *objects, uint32_t level, uint64_t piece) {
  return &objects->pieces[objects_mix(piece, level) % PIECE_BUCKETS];
}

static void push(struct rv_objects *objects, struct rv_overlap **list, struct rv_object *object) {
  struct rv_overlap *const overlap = rv_arena_alloc(&objects->arena, sizeof *overlap);
  overlap->object = object;
  overlap->next = *list;
  *list = overlap;
}

/* Links two objects if they overlap. */
static void link(struct rv_objects *objects, struct rv_object *object, struct rv_object *other) {
  const struct rv_access a = {.addr = object->addr, .size = object->size};
  const struct rv_access b = {.addr = other->addr, .size = other->size};
  if (other->linked == object || !rv_overlap(&a, &b))
    return;
  other->linked = object;
  push(objects, &object->overlaps, other);
  push(objects, &other->overlaps, object);
}

static void link_level(struct rv_objects *objects, struct rv_object *object, uint32_t level) {
  const uint64_t first = object->addr >> level;
  const uint64_t last = (object->addr + object->size - 1) >> level;
  if (last - first > objects->count_in_level[level]) {
    for (struct rv_object *o = objects->in_level[level]; o; o = o->next_in_level)
      link(objects, object, o);
    return;
  }
  for (uint64_t piece = first; piece <= last; piece++)
    for (struct rv_overlap *p = *bucket(objects, level, piece); p; p = p->next)
      link(objects, object, p->object);
}

static void enter_level(struct rv_objects *objects, struct rv_object *object) {
  const uint32_t level = object->level;
  objects->levels |= UINT64_C(1) << level;
  objects->count_in_level[level]++;
  object->next_in_level = objects->in_level[level];
  objects->in_level[level] = object;
  const uint64_t first = object->addr >> level;
  const uint64_t last = (object->addr + object->size - 1) >> level;
  for (uint64_t piece = first; piece <= last; piece++)
    push(objects, bucket(objects, level, piece), object);
}

static struct rv_object *objects_make(struct rv_objects *objects, uint64_t addr, uint32_t size) {
  struct rv_object *const object = rv_arena_alloc(&objects->arena, sizeof *object);
  memset(object, 0, sizeof *object);
  object->addr = addr;
  object->size = size;
  object->level = level_of(size);
  for (uint32_t level = 0; level < 33; level++)
    if (objects->levels >> level & 1)
      link_level(objects, object, level);
  enter_level(objects, object);
  return object;
}

static struct rv_object *find_slowly(struct rv_objects *objects, uint64_t addr, uint32_t size) {
  struct rv_object *const found = *slot_of(objects, addr, size);
  if (found)
    return found;
  if (2 * ++objects->n > objects->capacity)
    objects_grow(objects);
  struct rv_object *const object = objects_make(objects, addr, size);
  *slot_of(objects, addr, size) = object;
  return object;
}

/* Mostly it is where it is looked for first. */
struct rv_object *rv_object_find(struct rv_objects *objects, uint64_t addr, uint32_t size) {
  struct rv_object *const first = objects->table[objects_mix(addr, size) & (objects->capacity - 1)];
  if (first && first->addr == addr && first->size == size)
    return first;
  return find_slowly(objects, addr, size);
}

static void complete_history(struct rv_objects *objects, struct rv_object *object) {
  struct rv_history *const history = &object->history;
  if (history->capacity < object->visits) {
    const uint32_t capacity = object->visits < 32 ? 64 : 2 * object->visits;
    history->at =
        rv_pool_widen(&objects->pool, history->at, history->capacity * sizeof *history->at,
                      capacity * sizeof *history->at);
    history->capacity = capacity;
  }
  const struct rv_visit *visit = object->last;
  for (uint32_t i = object->visits; i > history->n; i--, visit = visit->previous)
    history->at[i - 1].visit = visit;
  for (uint32_t i = history->n; i < object->visits; i++) {
    const bool goes_on = i && history->at[i - 1].visit->class == history->at[i].visit->class;
    const uint32_t begin = goes_on ? history->at[i - 1].begin : i;
    if (i && !goes_on)
      history->at[history->at[i - 1].begin].end = i;
    history->at[i].begin = begin;
    history->at[begin].end = i + 1;
  }
  history->n = object->visits;
}

uint32_t rv_history_from(struct rv_objects *objects, struct rv_object *object,
                         const struct rv_event *event) {
  complete_history(objects, object);
  uint32_t low = 0, high = object->history.n;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (object->history.at[middle].visit->event < event)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
