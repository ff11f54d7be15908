// What the round before has left in the node is read: it is part of the state, and no round is
// void.
// expect: fail assertion
// at: HERE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int seen;
};
static atomic_int counter;

static void *count(void *unused) {
  struct node *node = calloc(1, sizeof *node);
  for (;;) {
    int value = atomic_load(&counter), before = node->seen;
    node->seen = value + 1;
    if (atomic_compare_exchange_strong(&counter, &value, value + 1)) {
      assert(before == 0); /* HERE */
      break;
    }
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
