// A lock-free stack as many textbooks have it: push and pop exchange the top by compare-and-swap.
// It is wrong as soon as nodes are used again. While one thread is in the middle of a pop, the
// other may pop two nodes and push the first one back: the compare-and-swap finds the top it
// expected and puts a node there that somebody else owns by now.
//
//     ravel check examples/stack.c
//
// finds the few schedules in which that happens (the ABA problem). The usual fix is a number beside
// the top that every exchange increases, compared and exchanged with it in one step.
//
// expect: fail assertion
// at: popped twice?
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *_Atomic next;
  atomic_int owners;
};

static struct node nodes[3];
static struct node *_Atomic top;

static void push(struct node *node) {
  atomic_fetch_sub(&node->owners, 1);
  struct node *old = atomic_load(&top);
  do
    atomic_store(&node->next, old);
  while (!atomic_compare_exchange_strong(&top, &old, node));
}

static struct node *pop(void) {
  struct node *old = atomic_load(&top);
  while (old) {
    struct node *next = atomic_load(&old->next);
    if (atomic_compare_exchange_strong(&top, &old, next)) {
      assert(atomic_fetch_add(&old->owners, 1) == 0); /* popped twice? */
      return old;
    }
  }
  return NULL;
}

static void *one_pop(void *unused) {
  pop();
  return unused;
}

static void *pop_pop_push(void *unused) {
  struct node *first = pop();
  pop();
  if (first)
    push(first);
  return unused;
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    atomic_store(&nodes[i].owners, 1);
    push(&nodes[i]);
  }
  pthread_t a, b;
  pthread_create(&a, NULL, one_pop, NULL);
  pthread_create(&b, NULL, pop_pop_push, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  while (pop())
    ;
  return 0;
}
