// A stack with nodes from the heap, three threads that push and two that pop. GenMC has the same
// number of complete executions, and begins as many that it then gives up.
// expect: pass
// traces: 282
// void: 645
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { PUSHES = 3, POPS = 2 };
struct node {
  int value;
  struct node *next;
};
static _Atomic(struct node *) top;

static void *push(void *value) {
  struct node *node = malloc(sizeof *node), *old;
  node->value = (int)(long)value;
  do {
    old = atomic_load(&top);
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
  return NULL;
}

static void *pop(void *unused) {
  struct node *old;
  do {
    old = atomic_load(&top);
    if (!old)
      return unused;
  } while (!atomic_compare_exchange_strong(&top, &old, old->next));
  return unused;
}

int main(void) {
  pthread_t threads[PUSHES + POPS];
  for (long i = 0; i < PUSHES; i++)
    pthread_create(&threads[i], NULL, push, (void *)i);
  for (int i = PUSHES; i < PUSHES + POPS; i++)
    pthread_create(&threads[i], NULL, pop, NULL);
  for (int i = 0; i < PUSHES + POPS; i++)
    pthread_join(threads[i], NULL);
}
