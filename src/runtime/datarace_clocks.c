#include "runtime/datarace_clocks.h"

#include "runtime/pages.h"

/* The first clock at which everything is forgotten instead of counting on. One execution must fit
 * above it. */
#ifndef DATARACE_LAST_BEGINNING
#define DATARACE_LAST_BEGINNING ((UINT64_C(1) << (64 - DATARACE_CLOCK_SHIFT)) - (UINT64_C(1) << 32))
#endif

/* A release sequence that has not ended is known by the thread of its head: what a later relaxed
 * store of that thread still publishes (C11 5.1.2.4, paragraph 10). */
struct head {
  struct head *next;
  struct vector_clock released; /* length 0: the sequence has ended */
  rv_tid thread;
};

/* A mutex or an atomic object. */
struct object {
  struct object *next; /* in the same granule */
  uint64_t addr;
  struct vector_clock released; /* what an acquire gets: all of the heads together */
  struct head *heads;
};

struct object_cell {
  struct object *first;
  uint32_t execution; /* another one than this: there is no object here yet */
};

struct datarace_thread datarace_threads[DATARACE_MAX_THREADS];
uint64_t datarace_epochs[DATARACE_MAX_THREADS];
uint64_t datarace_beginning;
uint32_t datarace_execution;

static struct shadow objects;
static uint32_t latest; /* the highest component of any clock in this execution */

/* Everything made in one execution is one stretch of memory, used again in the next. */
#define ARENA_SIZE (UINT64_C(1) << 37)
static char *arena;
static uint64_t arena_used;

static void *arena_take(uint64_t bytes) {
  void *taken = arena + arena_used;
  arena_used += pages_round_up(bytes, 16);
  return taken;
}

/* Vector clocks. */

static void reserve_components(struct vector_clock *clock, uint32_t length) {
  uint32_t capacity = clock->capacity ? clock->capacity : 8;
  while (capacity < length)
    capacity *= 2;
  uint32_t *at = arena_take(capacity * sizeof *at);
  for (uint32_t i = 0; i < clock->length; i++)
    at[i] = clock->at[i];
  clock->at = at;
  clock->capacity = capacity;
}

static void lengthen(struct vector_clock *clock, uint32_t length) {
  if (length > clock->capacity)
    reserve_components(clock, length);
  for (uint32_t i = clock->length; i < length; i++)
    clock->at[i] = 0;
  clock->length = length;
}

static void join(struct vector_clock *clock, const struct vector_clock *other) {
  if (clock->length < other->length)
    lengthen(clock, other->length);
  uint32_t *restrict to = clock->at;
  const uint32_t *restrict from = other->at;
  for (uint32_t i = 0; i < other->length; i++)
    to[i] = to[i] > from[i] ? to[i] : from[i];
}

static void copy(struct vector_clock *clock, const struct vector_clock *other) {
  if (other->length > clock->capacity)
    reserve_components(clock, other->length);
  clock->length = other->length;
  for (uint32_t i = 0; i < other->length; i++)
    clock->at[i] = other->at[i];
}

/* What the thread does from now on is not part of what it has just released. */
static void tick(rv_tid thread) {
  uint32_t clock = ++datarace_threads[thread].now.at[thread];
  datarace_epochs[thread] += UINT64_C(1) << DATARACE_CLOCK_SHIFT;
  if (latest < clock)
    latest = clock;
}

/* Executions and threads. */

static void begin_thread(rv_tid thread, const struct vector_clock *known) {
  struct datarace_thread *self = &datarace_threads[thread];
  *self = (struct datarace_thread){{0}, {0}, {0}};
  lengthen(&self->now, thread >= known->length ? thread + 1 : known->length);
  join(&self->now, known);
  self->now.at[thread] = 0;
  datarace_epochs[thread] =
      datarace_beginning << DATARACE_CLOCK_SHIFT | (uint64_t)thread << DATARACE_THREAD_SHIFT;
  tick(thread);
}

bool clocks_reset(void) {
  if (!arena)
    arena = pages_reserve(ARENA_SIZE);
  arena_used = 0;
  datarace_beginning += latest;
  latest = 0;
  datarace_execution++;
  bool wrapped = datarace_beginning > DATARACE_LAST_BEGINNING || datarace_execution == 0;
  if (wrapped) {
    shadow_clear(&objects, sizeof(struct object_cell));
    datarace_beginning = 0;
    datarace_execution = 1;
  }
  begin_thread(0, &(struct vector_clock){0, 0, NULL});
  return wrapped;
}

void datarace_thread_start(rv_tid child, rv_tid parent) {
  begin_thread(child, &datarace_threads[parent].now);
  tick(parent);
}

void datarace_thread_join(rv_tid thread, rv_tid ended) {
  join(&datarace_threads[thread].now, &datarace_threads[ended].now);
}

/* Objects. */

static struct object *find_object(uint64_t addr) {
  const struct object_cell *cell = shadow_find(&objects, addr, sizeof *cell);
  if (!cell || cell->execution != datarace_execution)
    return NULL;
  struct object *object = cell->first;
  while (object && object->addr != addr)
    object = object->next;
  return object;
}

static struct object *get_object(uint64_t addr) {
  struct object *object = find_object(addr);
  if (object)
    return object;
  struct object_cell *cell = shadow_cell(&objects, addr, sizeof *cell);
  object = arena_take(sizeof *object);
  *object = (struct object){.addr = addr};
  if (cell->execution == datarace_execution)
    object->next = cell->first;
  *cell = (struct object_cell){object, datarace_execution};
  return object;
}

void clocks_forget(uint64_t addr, uint64_t size) {
  shadow_clear_range(&objects, addr, size, sizeof(struct object_cell));
}

void datarace_acquire(rv_tid thread, uint64_t addr) {
  clocks_load(thread, addr, __ATOMIC_ACQUIRE);
}

void datarace_release(rv_tid thread, uint64_t addr) {
  join(&get_object(addr)->released, &datarace_threads[thread].now);
  tick(thread);
}

/* Atomic operations. */

static bool acquires(int order) {
  return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

static bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

/* The release sequences on an object that this thread heads. */
static struct vector_clock *headed_by(struct object *object, rv_tid thread) {
  struct head *head = object->heads;
  while (head && head->thread != thread)
    head = head->next;
  if (!head) {
    head = arena_take(sizeof *head);
    *head = (struct head){.next = object->heads, .thread = thread};
    object->heads = head;
  }
  return &head->released;
}

void clocks_load(rv_tid thread, uint64_t addr, int order) {
  const struct object *object = find_object(addr);
  if (!object || object->released.length == 0)
    return;
  struct datarace_thread *self = &datarace_threads[thread];
  join(acquires(order) ? &self->now : &self->unfenced, &object->released);
}

/* What a write of this order makes known to those who acquire it. */
static const struct vector_clock *published(rv_tid thread, int order) {
  const struct datarace_thread *self = &datarace_threads[thread];
  return releases(order) ? &self->now : &self->fenced;
}

void clocks_store(rv_tid thread, uint64_t addr, int order) {
  const struct vector_clock *news = published(thread, order);
  struct object *object = news->length ? get_object(addr) : find_object(addr);
  if (!object)
    return;
  /* A store ends the release sequences of all other threads, and continues its own thread's. */
  for (struct head *head = object->heads; head; head = head->next)
    if (head->thread != thread)
      head->released.length = 0;
  struct vector_clock *headed = headed_by(object, thread);
  join(headed, news);
  copy(&object->released, headed);
  if (releases(order))
    tick(thread);
}

void clocks_update(rv_tid thread, uint64_t addr, int order) {
  const struct vector_clock *news = published(thread, order);
  if (news->length == 0)
    return;
  struct object *object = get_object(addr);
  join(headed_by(object, thread), news);
  join(&object->released, news);
  if (releases(order))
    tick(thread);
}

void datarace_fence(rv_tid thread, int order) {
  struct datarace_thread *self = &datarace_threads[thread];
  if (acquires(order))
    join(&self->now, &self->unfenced);
  if (releases(order)) {
    copy(&self->fenced, &self->now);
    tick(thread);
  }
}
