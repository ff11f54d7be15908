/* A stack with a place where a push and a pop may meet when the stack is busy: W threads push one
 * each, R threads pop one. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "../threads.h"

#ifndef W
#define W 2
#endif
#ifndef R
#define R 1
#endif

struct node {
  int value;
  struct node *next;
};
_Atomic(struct node *) top, offered;
struct node taken;

static void *push(void *arg) {
  struct node *node = malloc(sizeof *node);
  node->value = number_of(arg);
  for (;;) {
    struct node *old = atomic_load(&top), *none = NULL, *mine = node;
    node->next = old;
    if (atomic_compare_exchange_strong(&top, &old, node))
      return NULL;
    if (!atomic_compare_exchange_strong(&offered, &none, node))
      continue;
    if (!atomic_compare_exchange_strong(&offered, &mine, NULL)) {
      atomic_store(&offered, NULL);
      return NULL;
    }
  }
}

static void *pop(void *unused) {
  for (;;) {
    struct node *old = atomic_load(&top);
    if (!old)
      return unused;
    if (atomic_compare_exchange_strong(&top, &old, old->next))
      return unused;
    struct node *node = atomic_load(&offered);
    if (node && node != &taken && atomic_compare_exchange_strong(&offered, &node, &taken))
      return unused;
  }
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
