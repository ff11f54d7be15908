/* QS of ISSTA 2019: an object for each part of the array that is to be sorted. It puts smaller
 * numbers before its first one and larger ones after it, and has both sides sorted. Each part
 * counts the numbers that are in their place. */
#ifndef N
#define N 8
#endif

#include "actor_sort.h"

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
