// Treiber's stack, all scenarios of two threads with two operations each. With -DLOST pop stores
// the top instead of comparing and swapping it. With -DREUSE nodes are used again as soon as they
// are
// popped: the compare-and-swap can't tell (ABA), which takes three operations of one thread.
// expect: pass
// also: --cflags=-DLOST
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: push\(1\) pop\(\) \| pop\(\)
// also: --cflags=-DREUSE
// algorithms: optimal
// expect: fail assertion
// message: not linearizable
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct node {
  atomic_long value;
  struct node *_Atomic next;
};

struct stack {
  struct node *_Atomic top;
  struct node *_Atomic unused;
};

static void *make_stack(void) {
  return calloc(1, sizeof(struct stack));
}

static void put(struct node *_Atomic *top, struct node *node) {
  struct node *old = atomic_load(top);
  do
    atomic_store(&node->next, old);
  while (!atomic_compare_exchange_weak(top, &old, node));
}

static struct node *take(struct node *_Atomic *top) {
  struct node *node = atomic_load(top);
  while (node && !atomic_compare_exchange_weak(top, &node, atomic_load(&node->next)))
    ;
  return node;
}

static long push(void *object, long value) {
  struct stack *stack = object;
  struct node *node = NULL;
#ifdef REUSE
  node = take(&stack->unused);
#endif
  if (!node)
    node = malloc(sizeof *node);
  atomic_store(&node->value, value);
  put(&stack->top, node);
  return 0;
}

static long pop(void *object, long none) {
  struct stack *stack = object;
  (void)none;
#ifdef LOST
  struct node *node = atomic_load(&stack->top);
  if (node)
    atomic_store(&stack->top, atomic_load(&node->next));
#else
  struct node *node = take(&stack->top);
#endif
  if (!node)
    return -1;
  const long value = atomic_load(&node->value);
#ifdef REUSE
  put(&stack->unused, node);
#endif
  return value;
}

static const struct ravel_operation operations[] = {{"push", push, .arg = {1, 2}}, {"pop", pop}};

int main(void) {
#ifdef REUSE
  const char *only = "[push(1) push(2)] pop() | pop() pop() push(1) [pop() pop()]";
#else
  const char *only = NULL;
#endif
  return ravel_linearizable(make_stack, free, operations, 2, (struct ravel_scenario){.only = only});
}
