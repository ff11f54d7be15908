// Threads that push onto a lock-free stack, each a node from its own part of the heap.
//
// Of n successful compare-and-swaps in their order, the thread of the k-th has read any of the k -
// 1 heads before the one that it replaces, or not: 2 to the power of k - 1 ways.
// expect: pass
// traces: 48 (3! orders, 1 * 2 * 4 ways)
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: pass
// traces: 8 (1 * 2 * 4 ways)
// algorithms: sleep dpor source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 3 };

struct node {
  _Atomic(struct node *) next;
};

static _Atomic(struct node *) head;

static void *push(void *unused) {
  struct node *node = malloc(sizeof *node);
  struct node *old = atomic_load(&head);
  do
    atomic_store(&node->next, old);
  while (!atomic_compare_exchange_strong(&head, &old, node));
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  int length = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, push, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (struct node *node = atomic_load(&head), *next; node; node = next, length++) {
    next = atomic_load(&node->next);
    free(node);
  }
  assert(length == THREADS);
}
