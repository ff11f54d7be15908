/* Treiber's stack with nodes from the heap: W threads push one each, R threads pop one. RELOAD: the
 * compare-and-swap that fails says what it has found, in the node itself. */
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
_Atomic(struct node *) top;

static void *push(void *arg) {
  struct node *node = malloc(sizeof *node);
  node->value = number_of(arg);
#ifdef RELOAD
  node->next = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &node->next, node))
    ;
#else
  struct node *old;
  do {
    old = atomic_load(&top);
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
#endif
  return NULL;
}

static void *pop(void *unused) {
  struct node *old;
#ifdef RELOAD
  old = atomic_load(&top);
  while (old && !atomic_compare_exchange_weak(&top, &old, old->next))
    ;
#else
  do {
    old = atomic_load(&top);
    if (!old)
      return unused;
  } while (!atomic_compare_exchange_strong(&top, &old, old->next));
#endif
  return unused;
}

int main(void) {
  pthread_t threads[W + R];
  for (int i = 0; i < W; i++)
    threads[i] = start(push, i);
  for (int i = W; i < W + R; i++)
    threads[i] = start(pop, i);
  join_all(threads, W + R);
  return 0;
}
