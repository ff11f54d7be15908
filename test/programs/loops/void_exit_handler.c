// What an attempt that fails has left in memory is read by an exit handler.
// expect: fail assertion
// at: READ
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;
static int found;
struct node {
  int seen;
};
static struct node *node;

static void look(void) {
  assert(!(found == 2 && node->seen)); /* READ */
}

static void *tries(void *arg) {
  int v;
  node = calloc(1, sizeof *node);
  do {
    v = atomic_load(&x);
    if (v == 1)
      node->seen = 1;
  } while (!atomic_compare_exchange_strong(&x, &v, v + 10));
  found = v;
  return arg;
}

static void *adds(void *arg) {
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  atexit(look);
  pthread_create(&a, NULL, tries, NULL);
  pthread_create(&b, NULL, adds, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
