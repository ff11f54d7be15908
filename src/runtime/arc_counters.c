#include "runtime/arc_counters.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/checkpoint.h"
#include "runtime/gcov.h"
#include "runtime/pages.h"
#include "runtime/runtime.h"
#include "runtime/spinloop.h"

uint32_t arc_functions;

/* The counters of one function. */
struct range {
  uint64_t begin, end;
  uint32_t first; /* its number */
};

static struct {
  struct range *ranges; /* by address */
  uint32_t n;
  uint64_t *counts; /* of the present execution */
} arcs;

static uint64_t *totals(void) {
  return (uint64_t *)(SHARED_BASE + SHARED_COUNTERS_OFFSET);
}

/* --- which counters there are ------------------------------------------------------------------
 */

static void no_object(const struct gcov_object *object, void *data) {
  (void)object, (void)data;
}

static void no_end(void *data) {
  (void)data;
}

static void count_function(const struct gcov_function *function, void *data) {
  (void)data;
  arc_functions += function->n != 0;
  arcs.n += function->n;
}

static void add_range(const struct gcov_function *function, void *data) {
  uint32_t *const first = data;
  if (!function->n)
    return;
  const uint64_t begin = (uintptr_t)function->counters;
  struct shared_function *const shared =
      (struct shared_function *)(SHARED_BASE + SHARED_FUNCTIONS_OFFSET) + arc_functions;
  *shared = (struct shared_function){*first, function->n};
  arcs.ranges[arc_functions++] =
      (struct range){begin, begin + function->n * sizeof(uint64_t), *first};
  *first += function->n;
}

static int by_address(const void *left, const void *right) {
  const struct range *const a = left, *const b = right;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

void arc_counters_init(void) {
  uint32_t first = 0;
  gcov_visit(&(struct gcov_visitor){no_object, count_function, no_end, NULL});
  if (!arc_functions)
    return;
  arcs.ranges = pages_reserve(arc_functions * sizeof *arcs.ranges);
  arcs.counts = pages_reserve(arcs.n * sizeof *arcs.counts);
  arc_functions = 0;
  gcov_visit(&(struct gcov_visitor){no_object, add_range, no_end, &first});
  qsort(arcs.ranges, arc_functions, sizeof *arcs.ranges, by_address);
  rt.shared->n_functions = arc_functions;
  rt.shared->n_counters = arcs.n;
}

/* --- counting ----------------------------------------------------------------------------------
 */

static const struct range *range_of(uint64_t addr) {
  uint32_t low = 0, high = arc_functions;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (addr < arcs.ranges[middle].begin)
      high = middle;
    else if (addr >= arcs.ranges[middle].end)
      low = middle + 1;
    else
      return &arcs.ranges[middle];
  }
  return NULL;
}

/* What a thread only tries is not part of the execution. */
bool arc_counters_count(uint64_t addr) {
  const struct range *const range = range_of(addr);
  if (range && !iteration_tried())
    arcs.counts[range->first + (addr - range->begin) / sizeof(uint64_t)]++;
  return range;
}

void arc_counters_reset(void) {
  if (arc_functions)
    memset(arcs.counts, 0, arcs.n * sizeof *arcs.counts);
}

void arc_counters_pieces(void) {
  if (arc_functions)
    checkpoint_piece(arcs.counts, arcs.n * sizeof *arcs.counts);
}

void arc_counters_end_execution(void) {
  for (uint32_t i = 0; i < arcs.n; i++)
    totals()[i] += arcs.counts[i];
  arc_counters_reset();
}

void arc_counters_begin_again(void) {
  if (arc_functions)
    memset(totals(), 0, arcs.n * sizeof *arcs.counts);
}

/* What came before main is in memory. In a check inside of a program, that is what the program has
 * counted itself, and will write itself. */
void arc_counters_write(void) {
  gcov_write(!rt.inside, totals());
}
