// The stack of treiber_aba.c with a count of changes beside the top: no ABA problem.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { NODES = 3, NIL = 0xffff };
static _Atomic uint32_t next[NODES], top = NIL; /* of top: node in the low half, count above */

static uint32_t node_of(uint32_t word) {
  return word & 0xffff;
}

static uint32_t changed(uint32_t old, uint32_t node) {
  return (old & 0xffff0000) + 0x10000 + node;
}

static void push(uint32_t node) {
  uint32_t old = atomic_load(&top);
  do
    atomic_store(&next[node], node_of(old));
  while (!atomic_compare_exchange_strong(&top, &old, changed(old, node)));
}

static uint32_t pop(void) {
  uint32_t old = atomic_load(&top);
  while (node_of(old) != NIL) {
    uint32_t below = atomic_load(&next[node_of(old)]);
    if (atomic_compare_exchange_strong(&top, &old, changed(old, below)))
      return node_of(old);
  }
  return NIL;
}

static uint32_t first_taken, second_taken;

static void *popper(void *arg) {
  first_taken = pop();
  return arg;
}

static void *shuffler(void *arg) {
  uint32_t again = pop();
  second_taken = pop();
  if (again != NIL)
    push(again);
  return arg;
}

int main(void) {
  int owners[NODES] = {0};
  for (uint32_t i = 0; i < NODES; i++)
    push(i);
  pthread_t a, b;
  pthread_create(&a, NULL, popper, NULL);
  pthread_create(&b, NULL, shuffler, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  owners[first_taken]++;
  owners[second_taken]++;
  for (uint32_t node = pop(); node != NIL; node = pop())
    owners[node]++;
  for (int i = 0; i < NODES; i++)
    assert(owners[i] == 1);
  return 0;
}
