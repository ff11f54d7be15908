// A stack behind a spin lock, which a pop of an empty stack leaves locked: the next operation never
// returns, of the same thread already. With -DTWO there are two threads: pop comes first, and push
// waits.
// expect: fail assertion
// message: an operation never returns: pop\(\) push\(\)
// also: --cflags=-DTWO
// expect: fail assertion
// message: an operation never returns: push\(\) \| pop\(\)
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct stack {
  atomic_int lock;
  long n;
};

static void *make_stack(void) {
  return calloc(1, sizeof(struct stack));
}

static long push(void *object, long none) {
  struct stack *stack = object;
  (void)none;
  while (atomic_exchange(&stack->lock, 1))
    ;
  stack->n++;
  atomic_store(&stack->lock, 0);
  return 0;
}

static long pop(void *object, long none) {
  struct stack *stack = object;
  (void)none;
  for (int free = 0; !atomic_compare_exchange_strong(&stack->lock, &free, 1); free = 0)
    ;
  if (stack->n == 0)
    return -1;
  stack->n--;
  atomic_store(&stack->lock, 0);
  return 0;
}

static const struct ravel_operation operations[] = {{"push", push}, {"pop", pop}};

#ifdef TWO
#define SCENARIO .only = "push() | pop()"
#else
#define SCENARIO .threads = 2
#endif

int main(void) {
  return ravel_linearizable(make_stack, free, operations, 2, (struct ravel_scenario){SCENARIO});
}
