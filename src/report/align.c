#include "report/align.h"

#include <stdlib.h>

#include "report/buffer.h"

enum { MOST_CELLS = 1 << 22 };

struct middle {
  uint64_t a, b, n_a, n_b; /* where it begins, and how long it is */
  align_score *score;
  const void *context;
  uint32_t *best; /* of what is left from element i and element j on */
};

static uint32_t *cell(const struct middle *middle, uint64_t i, uint64_t j) {
  return &middle->best[i * (middle->n_b + 1) + j];
}

static uint32_t score_of(const struct middle *middle, uint64_t i, uint64_t j) {
  return middle->score(middle->context, middle->a + i, middle->b + j);
}

static void fill(const struct middle *middle) {
  for (uint64_t i = 0; i <= middle->n_a; i++)
    *cell(middle, i, middle->n_b) = 0;
  for (uint64_t j = 0; j <= middle->n_b; j++)
    *cell(middle, middle->n_a, j) = 0;
  for (uint64_t i = middle->n_a; i-- > 0;)
    for (uint64_t j = middle->n_b; j-- > 0;) {
      const uint32_t both = score_of(middle, i, j);
      uint32_t best = both ? both + *cell(middle, i + 1, j + 1) : 0;
      if (*cell(middle, i + 1, j) > best)
        best = *cell(middle, i + 1, j);
      if (*cell(middle, i, j + 1) > best)
        best = *cell(middle, i, j + 1);
      *cell(middle, i, j) = best;
    }
}

static void walk(const struct middle *middle, uint64_t *match) {
  uint64_t i = 0, j = 0;
  while (i < middle->n_a && j < middle->n_b) {
    const uint32_t both = score_of(middle, i, j), best = *cell(middle, i, j);
    if (both && best == both + *cell(middle, i + 1, j + 1))
      match[middle->a + i++] = middle->b + j++;
    else if (best == *cell(middle, i, j + 1))
      j++;
    else
      i++;
  }
}

static void one_by_one(const struct middle *middle, uint64_t *match) {
  for (uint64_t i = 0; i < middle->n_a && i < middle->n_b; i++)
    if (score_of(middle, i, i))
      match[middle->a + i] = middle->b + i;
}

void align(uint64_t n_a, uint64_t n_b, align_score *score, uint32_t perfect, const void *context,
           uint64_t *match) {
  uint64_t first = 0, left_a = n_a, left_b = n_b;
  for (uint64_t i = 0; i < n_a; i++)
    match[i] = ALIGN_NONE;
  for (; first < n_a && first < n_b && score(context, first, first) >= perfect; first++)
    match[first] = first;
  while (left_a > first && left_b > first && score(context, left_a - 1, left_b - 1) >= perfect)
    match[--left_a] = --left_b;
  struct middle middle = {first, first, left_a - first, left_b - first, score, context, NULL};
  if (middle.n_a == 0 || middle.n_b == 0)
    return;
  if (middle.n_a >= MOST_CELLS / (middle.n_b + 1) - 1) {
    one_by_one(&middle, match);
    return;
  }
  middle.best = must_alloc((middle.n_a + 1) * (middle.n_b + 1) * sizeof *middle.best);
  fill(&middle);
  walk(&middle, match);
  free(middle.best);
}
