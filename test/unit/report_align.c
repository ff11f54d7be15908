/* Sequences side by side, against all ways to lay small ones side by side. */
#include "report/align.h"

#include <stdlib.h>

#include "check.h"

enum { MOST = 7, PERFECT = 5, ROUNDS = 20000, LONG = 3000 };

static uint32_t scores[MOST][MOST];

/* A generator of its own, so that a failure comes up again. */
static uint32_t below(uint64_t *state, uint32_t n) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*state >> 33) % n;
}

static uint32_t score(const void *context, uint64_t a, uint64_t b) {
  (void)context;
  return scores[a][b];
}

/* The largest sum, with element `a` left out or laid beside any that may follow `b`. */
static uint32_t best_of_all(uint64_t a, uint64_t b, uint64_t n_a, uint64_t n_b) {
  if (a == n_a)
    return 0;
  uint32_t best = best_of_all(a + 1, b, n_a, n_b);
  for (uint64_t j = b; j < n_b; j++) {
    const uint32_t with = scores[a][j] ? scores[a][j] + best_of_all(a + 1, j + 1, n_a, n_b) : 0;
    best = with > best ? with : best;
  }
  return best;
}

static void all_layouts(void) {
  uint64_t state = 1;
  TEST("what corresponds is in order, and no layout of small sequences is better");
  for (unsigned round = 0; round < ROUNDS; round++) {
    const uint64_t n_a = below(&state, MOST + 1), n_b = below(&state, MOST + 1);
    const uint32_t zeros = below(&state, 4);
    uint64_t match[MOST] = {0}, last = 0;
    uint32_t sum = 0;
    for (uint64_t i = 0; i < n_a; i++)
      for (uint64_t j = 0; j < n_b; j++)
        scores[i][j] = below(&state, zeros + 1) ? 0 : below(&state, PERFECT + 1);
    align(n_a, n_b, score, PERFECT, NULL, match);
    for (uint64_t i = 0; i < n_a; i++) {
      if (match[i] == ALIGN_NONE)
        continue;
      if (!CHECK(match[i] >= last && match[i] < n_b && scores[i][match[i]]))
        return;
      last = match[i] + 1;
      sum += scores[i][match[i]];
    }
    if (!CHECK_EQ(sum, best_of_all(0, 0, n_a, n_b)))
      return;
  }
}

static uint32_t score_numbers(const void *context, uint64_t a, uint64_t b) {
  const uint64_t *shift = context; /* so many are new in the middle of the other one */
  const uint64_t there = b < LONG / 2 ? b : b < LONG / 2 + *shift ? UINT64_MAX : b - *shift;
  return a == there ? PERFECT : 0;
}

static void long_sequences(void) {
  TEST("in sequences that are too long to be compared in full, both ends correspond");
  uint64_t *match = malloc(LONG * sizeof *match);
  for (uint64_t shift = 0; shift < 2 * LONG; shift += LONG - 1) {
    align(LONG, LONG + shift, score_numbers, PERFECT, &shift, match);
    for (uint64_t i = 0; i < LONG; i++)
      if (!CHECK_EQ(match[i], i < LONG / 2 ? i : i + shift))
        break;
  }
  free(match);
}

int main(void) {
  all_layouts();
  long_sequences();
  return check_report();
}
