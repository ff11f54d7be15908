// A stack with elimination: a push that meets a pop hands its value over in a slot beside the
// stack, and neither touches the top. With -DSLOT the pop marks the slot as taken in two steps, so
// that two of them take the same value. With -DGIVE_UP a push that gets no answer clears the slot
// with a store, though its value may have been taken by then.
// expect: pass
// also: --cflags=-DSLOT
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*pop
// also: --cflags=-DGIVE_UP
// algorithms: optimal
// expect: fail assertion
// message: not linearizable: .*pop
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct node {
  long value;
  struct node *_Atomic next;
};

struct stack {
  struct node *_Atomic top;
  atomic_long slot; // the value of a push that waits here; 0: none; TAKEN: a pop has it
};

enum { TAKEN = -1 };

static void *make_stack(void) {
  return calloc(1, sizeof(struct stack));
}

static int push_on_top(struct stack *stack, struct node *node) {
  struct node *old = atomic_load(&stack->top);
  atomic_store(&node->next, old);
  return atomic_compare_exchange_strong(&stack->top, &old, node);
}

// Whether a pop has taken the value.
static int offer(struct stack *stack, long value) {
  long none = 0, mine = value;
  if (!atomic_compare_exchange_strong(&stack->slot, &none, value))
    return 0;
#ifdef GIVE_UP
  const int taken = atomic_load(&stack->slot) == TAKEN;
  atomic_store(&stack->slot, 0);
  (void)mine;
  return taken;
#else
  if (atomic_compare_exchange_strong(&stack->slot, &mine, 0))
    return 0;
  atomic_store(&stack->slot, 0);
  return 1;
#endif
}

static long push(void *object, long value) {
  struct stack *stack = object;
  struct node *node = malloc(sizeof *node);
  node->value = value;
  while (!push_on_top(stack, node))
    if (offer(stack, value))
      break;
  return 0;
}

static long accept(struct stack *stack) {
  long offered = atomic_load(&stack->slot);
  if (offered <= 0)
    return 0;
#ifdef SLOT
  atomic_store(&stack->slot, TAKEN);
  return offered;
#else
  return atomic_compare_exchange_strong(&stack->slot, &offered, TAKEN) ? offered : 0;
#endif
}

static long pop(void *object, long none) {
  struct stack *stack = object;
  (void)none;
  for (;;) {
    struct node *top = atomic_load(&stack->top);
    if (!top)
      return -1;
    if (atomic_compare_exchange_strong(&stack->top, &top, atomic_load(&top->next)))
      return top->value;
    const long offered = accept(stack);
    if (offered)
      return offered;
  }
}

static const struct ravel_operation operations[] = {{"push", push, .arg = {1, 2}}, {"pop", pop}};

int main(void) {
#ifdef SLOT
  const char *only = "[push(1) push(1) push(1)] push(2) | pop() | pop() | pop()";
#else
  const char *only = "[push(1) push(1)] push(2) | pop() | pop() [pop()]";
#endif
  return ravel_linearizable(make_stack, free, operations, 2, (struct ravel_scenario){.only = only});
}
