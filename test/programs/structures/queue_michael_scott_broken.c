// A linked queue whose put() looks whether it is at the end and then stores: two threads at once
// both store, and one item is lost.
// expect: fail assertion
// at: BUG
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
    struct node *last = atomic_load(&tail);
    if (!atomic_load(&last->next)) {
      atomic_store(&last->next, node); /* should be a compare-and-swap */
      atomic_store(&tail, node);
      return;
    }
    sched_yield();
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
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  int count = 0;
  for (struct node *node = atomic_load(&head); (node = atomic_load(&node->next));)
    count++;
  assert(count == 2); /* BUG */
  return 0;
}
