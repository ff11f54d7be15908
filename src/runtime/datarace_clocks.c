#include "runtime/datarace_clocks.h"

#include "runtime/checkpoint.h"
#include "runtime/pages.h"

/* An execution that would begin later than this begins from 0 instead, and everything is
 * forgotten. What is left above it is enough for any one execution. */
#ifndef DATARACE_LAST_BEGINNING
#define DATARACE_LAST_BEGINNING ((UINT64_C(1) << (64 - DATARACE_CLOCK_SHIFT)) - (UINT64_C(1) << 31))
#endif

typedef int32_t lanes __attribute__((vector_size(CLOCK_LANES * sizeof(int32_t)), may_alias));

struct datarace_thread datarace_threads[DATARACE_MAX_THREADS];
uint64_t datarace_epochs[DATARACE_MAX_THREADS];
KEPT_OF_RACES uint64_t datarace_beginning;
KEPT_OF_RACES uint32_t datarace_execution;

KEPT_OF_RACES static rv_tid n_threads; /* those begun in this execution have lower numbers */
KEPT_OF_RACES static int32_t latest;   /* the highest component of any clock in this execution */

/* Everything made in one execution is one stretch of memory, used again in the next. */
#define ARENA_SIZE (UINT64_C(1) << 37)
static char *arena;
KEPT_OF_RACES static uint64_t arena_used;

void *clock_memory(uint64_t bytes) {
  void *taken = arena + arena_used;
  arena_used += pages_round_up(bytes, sizeof(lanes));
  return taken;
}

static void copy_lanes(int32_t *to, const int32_t *from, uint32_t length) {
  for (uint32_t i = 0; i < length; i += CLOCK_LANES)
    *(lanes *)(to + i) = *(const lanes *)(from + i);
}

static void reserve(struct vector_clock *clock, uint32_t length) {
  uint32_t capacity = clock->capacity ? clock->capacity : 2 * CLOCK_LANES;
  while (capacity < length)
    capacity *= 2;
  int32_t *at = clock_memory(capacity * sizeof *at);
  copy_lanes(at, clock->at, clock->length);
  clock->at = at;
  clock->capacity = capacity;
}

void clock_lengthen(struct vector_clock *clock, uint32_t length) {
  length = (uint32_t)pages_round_up(length, CLOCK_LANES);
  if (length <= clock->length)
    return;
  if (length > clock->capacity)
    reserve(clock, length);
  for (uint32_t i = clock->length; i < length; i += CLOCK_LANES)
    *(lanes *)(clock->at + i) = (lanes){0};
  clock->length = length;
}

void clock_join(struct vector_clock *clock, const struct vector_clock *other) {
  clock_lengthen(clock, other->length);
  for (uint32_t i = 0; i < other->length; i += CLOCK_LANES) {
    lanes *to = (lanes *)(clock->at + i);
    lanes from = *(const lanes *)(other->at + i), newer = from > *to;
    *to = (from & newer) | (*to & ~newer);
  }
}

void clock_copy(struct vector_clock *clock, const struct vector_clock *other) {
  clock->length = 0;
  if (other->length > clock->capacity)
    reserve(clock, other->length);
  copy_lanes(clock->at, other->at, other->length);
  clock->length = other->length;
}

void clock_tick(rv_tid thread) {
  int32_t clock = ++datarace_threads[thread].now.at[thread];
  datarace_epochs[thread] += UINT64_C(1) << DATARACE_CLOCK_SHIFT;
  if (latest < clock)
    latest = clock;
}

static void begin_thread(rv_tid thread, const struct vector_clock *known) {
  struct datarace_thread *self = &datarace_threads[thread];
  if (n_threads <= thread)
    n_threads = thread + 1;
  *self = (struct datarace_thread){{0}, {0}, {0}};
  clock_copy(&self->now, known);
  clock_lengthen(&self->now, thread + 1);
  datarace_epochs[thread] =
      datarace_beginning << DATARACE_CLOCK_SHIFT | (uint64_t)thread << DATARACE_THREAD_SHIFT;
  clock_tick(thread);
}

void clock_pieces(void) {
  checkpoint_piece(datarace_threads, n_threads * sizeof *datarace_threads);
  checkpoint_piece(datarace_epochs, n_threads * sizeof *datarace_epochs);
  checkpoint_piece(arena, arena_used);
}

bool clock_reset(void) {
  if (!arena)
    arena = pages_reserve(ARENA_SIZE);
  arena_used = 0;
  datarace_beginning += (uint64_t)latest;
  datarace_execution++;
  latest = 0;
  n_threads = 0;
  bool again = datarace_beginning > DATARACE_LAST_BEGINNING || datarace_execution == 0;
  if (again) {
    datarace_beginning = 0;
    datarace_execution = 1;
  }
  begin_thread(0, &(struct vector_clock){0, 0, NULL});
  return again;
}

void clock_thread_start(rv_tid child, rv_tid parent) {
  begin_thread(child, &datarace_threads[parent].now);
  clock_tick(parent);
}

void clock_thread_begin_as(rv_tid child, rv_tid other) {
  struct vector_clock *const now = &datarace_threads[child].now;
  begin_thread(child, &datarace_threads[other].now);
  if (other < now->length)
    now->at[other] = 0;
}

void clock_thread_join(rv_tid thread, rv_tid ended) {
  clock_join(&datarace_threads[thread].now, &datarace_threads[ended].now);
}
