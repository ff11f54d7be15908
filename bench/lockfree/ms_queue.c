/* The queue of Michael and Scott with nodes from the heap, which helps to move the tail on: W
 * threads put one item each, R threads take one, N threads put one and take one. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "../threads.h"

#ifndef W
#define W 2
#endif
#ifndef R
#define R 2
#endif
#ifndef N
#define N 0
#endif

struct node {
  int value;
  _Atomic(struct node *) next;
};
_Atomic(struct node *) head, tail;

static struct node *new_node(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->next, NULL);
  return node;
}

static void *put(void *arg) {
  struct node *node = new_node(1 + number_of(arg)), *last;
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

static void *put_and_take(void *arg) {
  put(arg);
  return take(arg);
}

int main(void) {
  pthread_t threads[W + R + N];
  struct node *dummy = new_node(0);
  atomic_init(&head, dummy);
  atomic_init(&tail, dummy);
  for (int i = 0; i < W; i++)
    threads[i] = start(put, i);
  for (int i = W; i < W + R; i++)
    threads[i] = start(take, i);
  for (int i = W + R; i < W + R + N; i++)
    threads[i] = start(put_and_take, i);
  join_all(threads, W + R + N);
  return 0;
}
