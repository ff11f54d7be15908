// Treiber's stack; with -DWEAK a node is published without release.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef WEAK
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

struct node {
  struct node *next;
  int value;
};

static struct node *_Atomic top;
static struct node nodes[2];
static int sum;

static void *push(void *pointer) {
  struct node *const node = pointer;
  node->value = 1;
  node->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&top, &node->next, node, RELEASE,
                                                  memory_order_relaxed))
    ;
  return NULL;
}

static void *pop(void *unused) {
  struct node *node = atomic_load_explicit(&top, memory_order_acquire);
  while (node && !atomic_compare_exchange_strong_explicit(
                     &top, &node, node->next, memory_order_acquire, memory_order_acquire))
    ;
  if (node)
    sum += node->value;
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, push, &nodes[0]);
  pthread_create(&b, NULL, push, &nodes[1]);
  pthread_create(&c, NULL, pop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return sum > 1;
}
