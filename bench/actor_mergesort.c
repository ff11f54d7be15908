/* MS of ISSTA 2019: an object for each part of the array that is to be sorted. It has both halves
 * sorted and merges them. Each part counts the numbers that were merged. */
#ifndef N
#define N 7
#endif

#include "actor_sort.h"

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
