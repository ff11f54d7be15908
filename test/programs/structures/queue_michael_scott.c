// The queue of Michael and Scott: two threads put, one takes; nothing is lost, nothing comes twice,
// and what one thread has put comes out in its order.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int item;
  _Atomic(struct node *) next;
};

static _Atomic(struct node *) head, tail;

static struct node *new_node(int item) {
  struct node *node = malloc(sizeof *node);
  node->item = item;
  atomic_init(&node->next, NULL);
  return node;
}

static void put(int item) {
  struct node *node = new_node(item);
  for (;;) {
    struct node *last = atomic_load(&tail), *next = atomic_load(&last->next);
    if (next)
      atomic_compare_exchange_strong(&tail, &last, next); /* help whoever is half done */
    else if (atomic_compare_exchange_strong(&last->next, &next, node)) {
      atomic_compare_exchange_strong(&tail, &last, node);
      return;
    }
  }
}

static int take(void) {
  for (;;) {
    struct node *first = atomic_load(&head), *last = atomic_load(&tail);
    struct node *next = atomic_load(&first->next);
    if (!next)
      return 0;
    if (first == last)
      atomic_compare_exchange_strong(&tail, &last, next);
    else if (atomic_compare_exchange_strong(&head, &first, next))
      return next->item;
  }
}

static void *putter(void *item) {
  put(*(int *)item);
  return NULL;
}

int main(void) {
  static int one = 1, two = 2;
  struct node *sentinel = new_node(0);
  atomic_init(&head, sentinel);
  atomic_init(&tail, sentinel);
  pthread_t a, b;
  pthread_create(&a, NULL, putter, &one);
  pthread_create(&b, NULL, putter, &two);
  int seen[3] = {0};
  seen[take()]++;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (int item; (item = take());)
    seen[item]++;
  assert(seen[1] == 1 && seen[2] == 1);
  return 0;
}
