/* MS of ISSTA 2019: an object for each part of the array that is to be sorted. It has both halves
 * sorted and merges them. Each part counts the numbers that were merged. */
#include "actor_tree.h"

#ifndef N
#define N 7
#endif

struct part {
  struct tree tree;
  int from, to;
};

static int numbers[N];

static void merge(int from, int middle, int to) {
  int merged[N], left = from, right = middle;
  for (int i = from; i < to; i++)
    merged[i] = right == to || (left < middle && numbers[left] < numbers[right]) ? numbers[left++]
                                                                                 : numbers[right++];
  for (int i = from; i < to; i++)
    numbers[i] = merged[i];
}

static void *sort(void *self, void *unused) {
  struct part *part = self;
  const int from = part->from, to = part->to, middle = (from + to) / 2;
  if (to - from == 1) {
    part->tree.sum = 1;
  } else {
    struct part *left = tree_child(part, sizeof *left), *right = tree_child(part, sizeof *right);
    left->from = from;
    left->to = right->from = middle;
    right->to = to;
    tree_await(left, right, sort, unused);
    merge(from, middle, to);
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
