/* A stack whose nodes are freed. A thread that is about to look into a node says so in its hazard
 * pointer, and nobody frees a node that some hazard pointer names: it is kept for later. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int item;
};

enum { THREADS = 2 };
static _Atomic(struct node *) top, hazard[THREADS];
static struct node *kept[THREADS];

static void push(int item) {
  struct node *node = malloc(sizeof *node);
  node->item = item;
  node->next = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &node->next, node))
    ;
}

static struct node *protect(int self) {
  for (;;) {
    struct node *node = atomic_load(&top);
    atomic_store(&hazard[self], node);
#ifdef LOOK_ONCE
    return node;
#else
    if (atomic_load(&top) == node)
      return node;
#endif
  }
}

static void retire(int self, struct node *node) {
  if (atomic_load(&hazard[1 - self]) == node)
    kept[self] = node;
  else
    free(node);
}

static int pop(int self) {
  struct node *node;
  do
    node = protect(self);
  while (node && !atomic_compare_exchange_strong(&top, &(struct node *){node}, node->next));
  int item = node ? node->item : 0;
  atomic_store(&hazard[self], NULL);
  if (node)
    retire(self, node);
  return item;
}

static int popped[THREADS];

static void *popper(void *arg) {
  popped[1] = pop(1);
  return arg;
}

int main(void) {
  pthread_t other;
  push(1);
  push(2);
  pthread_create(&other, NULL, popper, NULL);
  popped[0] = pop(0);
  pthread_join(other, NULL);
  assert(popped[0] + popped[1] == 3);
  for (int i = 0; i < THREADS; i++)
    free(kept[i]);
  return 0;
}
