/* Numbers that are sorted by an object for each part of them (actor_tree.h): N numbers, `sort` is a
 * method of a part. */
#ifndef RAVEL_BENCH_ACTOR_SORT_H
#define RAVEL_BENCH_ACTOR_SORT_H

#include "actor_tree.h"

struct part {
  struct tree tree;
  int from, to;
};

static int numbers[N];

static void *sort(void *self, void *unused);

static void *fill(void *self, void *unused) {
  (void)self;
  for (int i = 0; i < N; i++)
    numbers[i] = (5 * i + N / 2) % 16;
  return unused;
}

static void *check(void *self, void *expected) {
  for (int i = 1; i < N; i++)
    assert(numbers[i - 1] < numbers[i]);
  return tree_check(self, expected);
}

int main(void) {
  static struct tree root = {RAVEL_OBJECT, NULL, 0};
  static struct part all = {{RAVEL_OBJECT, &root, 0}, 0, N};
  ravel_get(ravel_call(&all, fill, NULL));
  ravel_get(ravel_call(&all, sort, NULL));
  ravel_get(ravel_call(&root, check, (void *)N));
  return 0;
}

#endif
