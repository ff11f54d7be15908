// The queue lock of Mellor-Crummey and Scott; with -DWEAK the lock is handed on without release.
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
  struct node *_Atomic next;
  atomic_int locked;
};

static struct node *_Atomic tail;
static struct node nodes[2];
static int counter;

static void *add(void *pointer) {
  struct node *const node = pointer;
  atomic_store_explicit(&node->locked, 1, memory_order_relaxed);
  struct node *const before = atomic_exchange_explicit(&tail, node, memory_order_acq_rel);
  if (before) {
    atomic_store_explicit(&before->next, node, memory_order_release);
    while (atomic_load_explicit(&node->locked, memory_order_acquire))
      ;
  }
  counter++;
  struct node *expected = node;
  if (!atomic_load_explicit(&node->next, memory_order_acquire)) {
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_acq_rel,
                                                memory_order_relaxed))
      return NULL;
    while (!atomic_load_explicit(&node->next, memory_order_acquire))
      ;
  }
  struct node *const next = atomic_load_explicit(&node->next, memory_order_acquire);
  atomic_store_explicit(&next->locked, 0, RELEASE);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, &nodes[0]);
  pthread_create(&b, NULL, add, &nodes[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter != 2;
}
