/* Fib of ISSTA 2019: an object for each call of fib(). Its children add their results to its sum,
 * in any order; when both have, it adds the sum to that of its parent. */
#include "actor_tree.h"

#ifndef N
#define N 3
#endif

struct call {
  struct tree tree;
  long n;
};

static void *fib(void *self, void *unused) {
  struct call *call = self;
  if (call->n < 2) {
    call->tree.sum = call->n;
  } else {
    struct call *left = tree_child(call, sizeof *left), *right = tree_child(call, sizeof *right);
    left->n = call->n - 1;
    right->n = call->n - 2;
    tree_await(left, right, fib, unused);
  }
  return tree_report(call);
}

int main(void) {
  static struct tree root = {RAVEL_OBJECT, NULL, 0};
  static struct call first = {{RAVEL_OBJECT, &root, 0}, N};
  static const long fibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13};
  ravel_get(ravel_call(&first, fib, NULL));
  ravel_get(ravel_call(&root, tree_check, (void *)fibonacci[N]));
  return 0;
}
