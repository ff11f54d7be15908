/* A stack whose nodes are protected by hazard pointers: W threads push one each, R threads pop one
 * and free it when nobody has it in his hands. */
#include <stdatomic.h>
#include <stdlib.h>

#include "../threads.h"

#ifndef W
#define W 2
#endif
#ifndef R
#define R 2
#endif

struct node {
  int value;
  struct node *next;
};
_Atomic(struct node *) top, hazard[R];

static void *push(void *arg) {
  struct node *node = malloc(sizeof *node), *old;
  node->value = number_of(arg);
  do {
    old = atomic_load(&top);
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
  return NULL;
}

/* The top, which nobody frees until the hazard pointer is another. */
static struct node *protect(int self) {
  struct node *node;
  do {
    node = atomic_load(&top);
    atomic_store(&hazard[self], node);
  } while (node != atomic_load(&top));
  return node;
}

static void *pop(void *arg) {
  const int self = number_of(arg);
  struct node *node, *expected;
  do {
    node = expected = protect(self);
    if (!node)
      return NULL;
  } while (!atomic_compare_exchange_strong(&top, &expected, node->next));
  atomic_store(&hazard[self], NULL);
  for (int i = 0; i < R; i++)
    if (i != self && atomic_load(&hazard[i]) == node)
      return NULL; /* it is left to whoever comes later */
  free(node);
  return NULL;
}

int main(void) {
  pthread_t threads[W + R];
  for (int i = 0; i < W; i++)
    threads[i] = start(push, i);
  for (int i = 0; i < R; i++)
    threads[W + i] = start(pop, i);
  join_all(threads, W + R);
  return 0;
}
