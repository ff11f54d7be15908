/* QS of ISSTA 2019: an object for each part of the array that is to be sorted. It puts smaller
 * numbers before its first one and larger ones after it, and has both sides sorted. Each part
 * counts the numbers that are in their place. */
#include "actor_tree.h"

#ifndef N
#define N 8
#endif

struct part {
  struct tree tree;
  int from, to;
};

static int numbers[N];

static int partition(int from, int to) {
  int middle = from;
  for (int i = from + 1; i < to; i++)
    if (numbers[i] < numbers[from]) {
      const int smaller = numbers[i];
      numbers[i] = numbers[++middle];
      numbers[middle] = smaller;
    }
  const int first = numbers[from];
  numbers[from] = numbers[middle];
  numbers[middle] = first;
  return middle;
}

static void *sort(void *self, void *unused) {
  struct part *part = self;
  const int from = part->from, to = part->to;
  if (from < to) {
    const int middle = partition(from, to);
    part->tree.sum = 1;
    if (to - from > 1) {
      struct part *left = tree_child(part, sizeof *left), *right = tree_child(part, sizeof *right);
      left->from = from;
      left->to = middle;
      right->from = middle + 1;
      right->to = to;
      tree_await(left, right, sort, unused);
    }
  }
  return tree_report(part);
}

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
