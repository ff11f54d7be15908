// What an attempt that fails has left in memory is read by a function that is not instrumented.
// expect: fail assertion
// at: READ
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int seen;
};

static atomic_int x;
static int found, seen;

__attribute__((no_sanitize("thread"), noinline)) static int look(const struct node *node) {
  return node->seen;
}

static void *tries(void *arg) {
  struct node *node = calloc(1, sizeof *node);
  int v;
  do {
    v = atomic_load(&x);
    if (v == 1)
      node->seen = 1;
  } while (!atomic_compare_exchange_strong(&x, &v, v + 10));
  found = v;
  seen = look(node);
  free(node);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, tries, NULL);
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  pthread_join(thread, NULL);
  assert(!(found == 2 && seen)); /* READ */
}
