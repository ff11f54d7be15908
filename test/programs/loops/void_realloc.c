// After an attempt that may fail comes a realloc(). It lasts, so that it is not made when the
// attempt is tried; and it reads what attempts have left in the block.
// expect: pass
// cflags: -DSEEN=0
// also: --keep-going
// expect: fail assertion
// at: READ
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef SEEN
#define SEEN 1
#endif

struct node {
  int seen;
};

static atomic_int x;

static void *tries(void *arg) {
  struct node *node = calloc(1, sizeof *node);
  int v;
  do {
    v = atomic_load(&x);
    if (v == 1)
      node->seen = SEEN;
  } while (!atomic_compare_exchange_strong(&x, &v, v + 10));
  node = realloc(node, 100);
  assert(!(v == 2 && node->seen)); /* READ */
  free(node);
  return arg;
}

static void *adds(void *arg) {
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, tries, NULL);
  pthread_create(&b, NULL, adds, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
