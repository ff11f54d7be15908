// The queue of Michael and Scott: two threads put one node each, one takes. Who finds the tail
// behind moves it on, but for the count that is nothing: whose node it is might as well have done
// it.
// expect: pass
// traces: 6 (two orders of the nodes; the queue is empty, the tail is at the first node, or at the second)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};
static _Atomic(struct node *) head, tail;

static struct node *new_node(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->next, NULL);
  return node;
}

static void *put(void *value) {
  struct node *node = new_node((int)(long)value), *last;
  for (;;) {
    last = atomic_load(&tail);
    struct node *next = atomic_load(&last->next);
    if (last != atomic_load(&tail))
      continue;
    if (next) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    if (atomic_compare_exchange_strong(&last->next, &next, node))
      break;
  }
  atomic_compare_exchange_strong(&tail, &last, node);
  return NULL;
}

static void *take(void *unused) {
  for (;;) {
    struct node *first = atomic_load(&head), *last = atomic_load(&tail);
    struct node *next = atomic_load(&first->next);
    if (first != atomic_load(&head))
      continue;
    if (first == last) {
      if (!next)
        return unused;
      atomic_compare_exchange_strong(&tail, &last, next);
    } else {
      int value = next->value;
      if (atomic_compare_exchange_strong(&head, &first, next)) {
        assert(value != 0);
        return unused;
      }
    }
  }
}

int main(void) {
  pthread_t a, b, c;
  struct node *dummy = new_node(0);
  atomic_init(&head, dummy);
  atomic_init(&tail, dummy);
  pthread_create(&a, NULL, put, (void *)1L);
  pthread_create(&b, NULL, put, (void *)2L);
  pthread_create(&c, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
