#include "cli/nearest.h"

#include <string.h>

static unsigned edit_distance(const char *a, const char *b) {
  enum { LONGEST = 32 };
  unsigned row[LONGEST + 1];
  const size_t n = strlen(b);
  if (n > LONGEST || strlen(a) > LONGEST)
    return LONGEST;
  for (size_t j = 0; j <= n; j++)
    row[j] = (unsigned)j;
  for (size_t i = 1; a[i - 1]; i++) {
    unsigned diagonal = row[0];
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= n; j++) {
      unsigned best = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      best = row[j] + 1 < best ? row[j] + 1 : best;
      row[j] = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
    }
  }
  return row[n];
}

const char *nearest_name(const char *word, const char *(*name)(uint32_t), uint32_t n) {
  const char *nearest = NULL;
  unsigned least = (unsigned)strlen(word) / 2 + 1;
  for (uint32_t i = 0; i < n; i++) {
    /* A name that was cut short is the nearest, even if it is one letter. */
    const unsigned distance =
        strncmp(word, name(i), strlen(word)) == 0 ? 0 : edit_distance(word, name(i));
    if (distance < least) {
      least = distance;
      nearest = name(i);
    }
  }
  return nearest;
}
