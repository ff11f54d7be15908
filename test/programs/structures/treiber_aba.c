// A Treiber stack whose nodes are used again. While one thread is in the middle of a pop, the
// other pops two nodes and pushes the first back: the compare-and-swap then succeeds although the
// node that it makes the top is no longer on the stack (the ABA problem).
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { NODES = 3, NIL = -1 };
static atomic_int next[NODES], top = NIL;

static void push(int node) {
  int old = atomic_load(&top);
  do
    atomic_store(&next[node], old);
  while (!atomic_compare_exchange_strong(&top, &old, node));
}

static int pop(void) {
  int old = atomic_load(&top);
  while (old != NIL) {
    int below = atomic_load(&next[old]);
    if (atomic_compare_exchange_strong(&top, &old, below))
      return old;
  }
  return NIL;
}

static int first_taken, second_taken;

static void *popper(void *arg) {
  first_taken = pop();
  return arg;
}

static void *shuffler(void *arg) {
  int again = pop();
  second_taken = pop();
  if (again != NIL)
    push(again);
  return arg;
}

int main(void) {
  int owners[NODES] = {0};
  for (int i = 0; i < NODES; i++)
    push(i);
  pthread_t a, b;
  pthread_create(&a, NULL, popper, NULL);
  pthread_create(&b, NULL, shuffler, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  owners[first_taken]++;
  owners[second_taken]++;
  for (int node = pop(); node != NIL; node = pop())
    owners[node]++;
  for (int i = 0; i < NODES; i++)
    assert(owners[i] == 1); /* BUG */
  return 0;
}
