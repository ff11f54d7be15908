#include <stdlib.h>
#include <string.h>

#include "weak.h"

uint64_t mix(uint64_t h, uint64_t v) {
  h = ((h + 0x1234567) * 31 + v + 1) * UINT64_C(0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

static size_t find(const struct keys *keys, uint64_t key) {
  size_t low = 0, high = keys->n;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (keys->at[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool keys_add(struct keys *keys, uint64_t key) {
  const size_t at = find(keys, key);
  if (at < keys->n && keys->at[at] == key)
    return false;
  if (keys->n == keys->capacity) {
    keys->capacity = keys->capacity ? 2 * keys->capacity : 64;
    keys->at = realloc(keys->at, keys->capacity * sizeof *keys->at);
    if (!keys->at)
      abort();
  }
  memmove(&keys->at[at + 1], &keys->at[at], (keys->n - at) * sizeof *keys->at);
  keys->at[at] = key;
  keys->n++;
  return true;
}

bool keys_are_same(const struct keys *a, const struct keys *b) {
  return a->n == b->n && keys_are_in(a, b);
}

bool keys_are_in(const struct keys *some, const struct keys *all) {
  for (size_t i = 0; i < some->n; i++) {
    const size_t at = find(all, some->at[i]);
    if (at == all->n || all->at[at] != some->at[i])
      return false;
  }
  return true;
}

uint64_t weak_outcome(const struct listing *p, struct cursor *c) {
  uint64_t h = 7;
  for (unsigned t = 0; t < p->threads; t++) {
    line_of(p, t, &c[t]);
    for (unsigned r = 0; r < REGISTERS; r++)
      h = mix(h, c[t].r[r]);
    h = mix(h, c[t].pc < p->n[t] ? c[t].pc : p->n[t]);
  }
  return h;
}
