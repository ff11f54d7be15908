// A stack whose values are atomic, too, under --memory=c11. A swap that releases and acquires is
// enough. With -DRELAXED a push does not release: a pop finds the node, but not yet its value. With
// -DSTALE a pop looks at the top without acquiring it, with the same effect. Without --memory=c11
// both are right.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DRELAXED
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: push\(1\) \| pop\(\)
// also: --memory=c11 --cflags=-DSTALE
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: push\(1\) \| pop\(\)
// also: '--cflags=-DRELAXED -DSTALE'
// algorithms: optimal
// expect: pass
#include <ravel_linearizable.h>
#include <stdatomic.h>

#ifdef RELAXED
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
#ifdef STALE
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif

struct node {
  atomic_long value;
  struct node *_Atomic next;
};

struct stack {
  struct node *_Atomic top;
};

static void *make_stack(void) {
  return calloc(1, sizeof(struct stack));
}

static long push(void *object, long value) {
  struct stack *stack = object;
  struct node *node = calloc(1, sizeof *node);
  struct node *old = atomic_load_explicit(&stack->top, memory_order_relaxed);
  atomic_store_explicit(&node->value, value, memory_order_relaxed);
  do
    atomic_store_explicit(&node->next, old, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&stack->top, &old, node, RELEASE,
                                                  memory_order_relaxed));
  return 0;
}

static long pop(void *object, long none) {
  struct stack *stack = object;
  (void)none;
  struct node *node = atomic_load_explicit(&stack->top, ACQUIRE);
  while (node && !atomic_compare_exchange_strong_explicit(
                     &stack->top, &node, atomic_load_explicit(&node->next, memory_order_relaxed),
                     ACQUIRE, ACQUIRE))
    ;
  return node ? atomic_load_explicit(&node->value, memory_order_relaxed) : -1;
}

static const struct ravel_operation operations[] = {{"push", push, .arg = {1, 2}}, {"pop", pop}};

int main(void) {
  return ravel_linearizable(make_stack, free, operations, 2, (struct ravel_scenario){.threads = 2});
}
