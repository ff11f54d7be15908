/*
 * A linearisation is a sequence of runs of one thread. To make a run as long as happens-before
 * allows never costs a switch, so it is enough to choose whose turn it is. The search goes by the
 * number of runs; what was reached with equally many runs is compared by how many steps each thread
 * has made. Where there are too many of these, those that got furthest are kept.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "report/step_order.h"
#include "report/story.h"

struct node {
  uint32_t parent; /* in `nodes`; itself: the beginning */
  uint32_t thread; /* whose run led here */
};

struct frontier {
  uint32_t node;
  uint64_t made;   /* steps, of all threads */
  uint32_t *count; /* of each thread, how many of its steps are made */
};

struct search {
  struct step_order order;
  uint64_t n_steps;
  uint32_t n_threads;
  uint64_t **steps;   /* of each thread, its steps in order */
  uint32_t *lengths;  /* and how many */
  uint32_t *index;    /* of a step among those of its thread, from 0 */
  struct node *nodes; /* a tree */
  uint32_t n_nodes, capacity;
};

static void search_begin(struct search *s, const struct trace *trace) {
  const uint64_t n = trace->n_choices;
  *s = (struct search){.n_threads = trace->n_threads, .n_steps = n};
  step_order_find(&s->order, trace);
  s->steps = must_alloc((s->n_threads + 1) * sizeof *s->steps);
  s->lengths = must_alloc((s->n_threads + 1) * sizeof *s->lengths);
  s->index = must_alloc((n + 2) * sizeof *s->index);
  for (uint64_t i = 1; i <= n; i++) {
    const uint32_t t = trace->choices[i - 1].thread;
    s->index[i] = s->lengths[t]++;
  }
  for (uint32_t t = 0; t < s->n_threads; t++)
    s->steps[t] = must_alloc((s->lengths[t] + 1) * sizeof *s->steps[t]);
  for (uint64_t i = 1; i <= n; i++)
    s->steps[trace->choices[i - 1].thread][s->index[i]] = i;
}

static void search_end(struct search *s) {
  for (uint32_t t = 0; t < s->n_threads; t++)
    free(s->steps[t]);
  free(s->steps);
  free(s->lengths);
  free(s->index);
  free(s->nodes);
  step_order_free(&s->order);
}

/* All that happens before the step is made. */
static bool is_possible(const struct search *s, const uint32_t *count, uint64_t step) {
  for (uint64_t k = s->order.first[step]; k < s->order.first[step + 1]; k++) {
    const uint64_t before = s->order.before[k];
    if (s->index[before] >= count[s->order.trace->choices[before - 1].thread])
      return false;
  }
  return true;
}

/* How many steps a thread can make now, one after the other. */
static uint32_t run_length(const struct search *s, uint32_t *count, uint32_t thread) {
  const uint32_t begin = count[thread];
  while (count[thread] < s->lengths[thread] &&
         is_possible(s, count, s->steps[thread][count[thread]]))
    count[thread]++;
  const uint32_t length = count[thread] - begin;
  count[thread] = begin;
  return length;
}

static uint32_t add_node(struct search *s, uint32_t parent, uint32_t thread) {
  if (s->n_nodes == s->capacity) {
    s->capacity = s->capacity ? 2 * s->capacity : 256;
    s->nodes = must_realloc(s->nodes, s->capacity * sizeof *s->nodes);
  }
  s->nodes[s->n_nodes] = (struct node){parent, thread};
  return s->n_nodes++;
}

struct level {
  struct frontier *at;
  uint32_t n, capacity, width; /* width: numbers in a count */
};

static void level_add(struct level *level, const struct frontier *from, uint32_t thread,
                      uint32_t length) {
  if (level->n == level->capacity) {
    level->capacity = level->capacity ? 2 * level->capacity : 64;
    level->at = must_realloc(level->at, level->capacity * sizeof *level->at);
  }
  struct frontier *to = &level->at[level->n++];
  *to = (struct frontier){from->node, from->made + length,
                          must_alloc((level->width + 1) * sizeof *to->count)};
  memcpy(to->count, from->count, level->width * sizeof *to->count);
  to->count[thread] += length;
  to->count[level->width] = thread;
}

static void level_clear(struct level *level) {
  for (uint32_t i = 0; i < level->n; i++)
    free(level->at[i].count);
  level->n = 0;
}

static int furthest_first(const void *a, const void *b, void *width) {
  const struct frontier *x = a, *y = b;
  if (x->made != y->made)
    return x->made > y->made ? -1 : 1;
  const int differ = memcmp(x->count, y->count, *(const uint32_t *)width * sizeof *x->count);
  return differ ? differ : x->node < y->node ? -1 : x->node > y->node;
}

/* Leaves each frontier once, and at most so many of them. */
static void level_thin(struct search *s, struct level *level, uint32_t most) {
  uint32_t kept = 0;
  qsort_r(level->at, level->n, sizeof *level->at, furthest_first, &level->width);
  for (uint32_t i = 0; i < level->n; i++) {
    struct frontier *at = &level->at[i];
    const bool again =
        kept && memcmp(level->at[kept - 1].count, at->count, level->width * sizeof *at->count) == 0;
    if (again || kept == most) {
      free(at->count);
      continue;
    }
    at->node = add_node(s, at->node, at->count[level->width]);
    level->at[kept++] = *at;
  }
  level->n = kept;
}

static void level_next(const struct search *s, const struct level *level, struct level *next) {
  for (uint32_t i = 0; i < level->n; i++)
    for (uint32_t t = 0; t < s->n_threads; t++) {
      const uint32_t length = run_length(s, level->at[i].count, t);
      if (length)
        level_add(next, &level->at[i], t, length);
    }
}

/* The threads of the runs that led to a node, the last one first. */
static uint32_t runs_to(const struct search *s, uint32_t node, uint32_t *runs) {
  uint32_t n = 0;
  for (; s->nodes[node].parent != node; node = s->nodes[node].parent)
    runs[n++] = s->nodes[node].thread;
  return n;
}

static uint64_t write_schedule(const struct search *s, uint32_t node,
                               struct shared_choice *schedule) {
  uint32_t *runs = must_alloc((s->n_nodes + 1) * sizeof *runs);
  uint32_t *count = must_alloc((s->n_threads + 1) * sizeof *count);
  uint64_t n = 0;
  for (uint32_t i = runs_to(s, node, runs); i-- > 0;) {
    const uint32_t t = runs[i];
    for (uint32_t length = run_length(s, count, t); length > 0; length--)
      schedule[n++] = s->order.trace->choices[s->steps[t][count[t]++] - 1];
  }
  free(runs);
  free(count);
  return n;
}

uint64_t story_linearise(const struct trace *trace, struct shared_choice *schedule) {
  enum { EFFORT = 4000000, WIDEST = 2000, NARROWEST = 4 };
  struct search s;
  search_begin(&s, trace);
  const uint64_t affordable = EFFORT / (s.n_steps * s.n_threads + 1);
  const uint32_t most = affordable > WIDEST      ? WIDEST
                        : affordable < NARROWEST ? NARROWEST
                                                 : (uint32_t)affordable;
  struct level level = {.width = s.n_threads}, next = {.width = s.n_threads};
  uint32_t *none = must_alloc((s.n_threads + 1) * sizeof *none);
  level_add(&level, &(struct frontier){.node = 0, .count = none}, 0, 0);
  level_thin(&s, &level, 1);
  while (level.n && level.at[0].made < s.n_steps) {
    level_next(&s, &level, &next);
    level_clear(&level);
    level_thin(&s, &next, most);
    const struct level empty = level;
    level = next;
    next = empty;
  }
  const uint64_t n = level.n ? write_schedule(&s, level.at[0].node, schedule) : 0;
  level_clear(&level);
  free(level.at);
  free(next.at);
  free(none);
  search_end(&s);
  return n;
}
