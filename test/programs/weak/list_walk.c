// A list is walked by loads that differ in their address alone: none of them is an iteration
// without effect. The walk comes to its end, whether or not it sees that the list is cut.
// options: --memory=c11
// algorithms: optimal
// cflags: -O2
// expect: pass
// traces: 2 (the second link is read before it is cut, or after)
// also: --memory=c11
// algorithms: optimal
// cflags: -O0
// expect: pass
// traces: 2 (as above)
// also: --algorithm=graph
// algorithms: optimal
// cflags: -O2
// expect: pass
// traces: 2 (as above)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *_Atomic next;
};
static struct node third, second = {&third}, first = {&second};

static void *walk(void *arg) {
  struct node *node = &first;
  while (node)
    node = atomic_load_explicit(&node->next, memory_order_acquire);
  return arg;
}

static void *cut(void *arg) {
  atomic_store_explicit(&second.next, NULL, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, walk, NULL);
  pthread_create(&b, NULL, cut, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
