// A loop that sets a variable in memory in each turn: after the second one it is where it was. That
// turn is void, but it is not always recognised.
// expect: pass
// also: --void-iterations
// expect: pass
// traces: 3 (none, one or two turns)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
int waited;

static void *other(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  while (!atomic_load(&x))
    waited = 1;
  pthread_join(thread, NULL);
  return 0;
}
