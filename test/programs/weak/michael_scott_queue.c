// The queue of Michael and Scott, without reuse of nodes. Two threads add and one takes. With
// -DWEAK a node is linked in without release: who takes it may not see what is in it.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
// also: --memory=pso
// algorithms: optimal
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef WEAK
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

struct node {
  int value;
  struct node *_Atomic next;
};

static struct node nodes[3]; // the first one is the dummy
static struct node *_Atomic head = &nodes[0], *_Atomic tail = &nodes[0];

static void enqueue(struct node *node, int value) {
  node->value = value;
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (next) {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release,
                                              memory_order_relaxed);
      continue;
    }
    if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, RELEASE,
                                                memory_order_relaxed)) {
      atomic_compare_exchange_strong_explicit(&tail, &last, node, RELEASE, memory_order_relaxed);
      return;
    }
  }
}

static bool dequeue(int *value) {
  struct node *first = atomic_load_explicit(&head, memory_order_acquire);
  struct node *const next = atomic_load_explicit(&first->next, memory_order_acquire);
  if (!next)
    return false;
  *value = next->value;
  return atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release,
                                                 memory_order_relaxed);
}

static void *add(void *node) {
  enqueue(node, (int)((struct node *)node - nodes));
  return NULL;
}

static void *take(void *unused) {
  int value;
  if (dequeue(&value))
    assert(value == 1 || value == 2);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, add, &nodes[1]);
  pthread_create(&b, NULL, add, &nodes[2]);
  pthread_create(&c, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  int value, left = 0;
  while (dequeue(&value))
    left++;
  assert(left >= 1);
}
