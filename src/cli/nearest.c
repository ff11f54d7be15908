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

const char *nearest_name(const char *word, const char *const *names, uint32_t n) {
  const size_t length = strlen(word);
  const char *cut_short = NULL, *nearest = NULL;
  unsigned least = (unsigned)length / 2 + 1;
  for (uint32_t i = 0; i < n && length; i++) {
    const unsigned distance = edit_distance(word, names[i]);
    if (strncmp(word, names[i], length) == 0 &&
        (!cut_short || strlen(names[i]) < strlen(cut_short)))
      cut_short = names[i];
    if (distance < least) {
      least = distance;
      nearest = names[i];
    }
  }
  return cut_short ? cut_short : nearest;
}
