// A stack of nodes. In every round `next` is written before it is read: what it was does not
// matter.
// expect: pass
// traces: 6 (the orders of 3 pushes)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 3 };
struct node {
  struct node *next;
};
static _Atomic(struct node *) top;

static void *push(void *unused) {
  struct node *node = malloc(sizeof *node), *old;
  do {
    old = atomic_load(&top);
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  int n = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, push, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (struct node *node = top; node; node = node->next)
    n++;
  assert(n == THREADS);
}
