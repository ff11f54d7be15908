// An attempt that finds x at 1 drops the only pointer to a block, and nobody reads that pointer
// again: but with --leaks the end of the execution does. What counts is the attempt that found 1,
// failed, and was made again with 2.
// expect: fail leak
// at: LOST
// options: --leaks
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  void *only;
};

static atomic_int x;
struct node *kept;

static void *tries(void *arg) {
  struct node *node = calloc(1, sizeof *node);
  int v;
  kept = node;
  node->only = malloc(8); /* LOST */
  do {
    v = atomic_load(&x);
    if (v == 1)
      node->only = NULL;
  } while (!atomic_compare_exchange_strong(&x, &v, v + 10));
  ravel_assume(v == 2);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, tries, NULL);
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  pthread_join(thread, NULL);
}
