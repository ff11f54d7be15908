// A loop that comes to a state again after many turns, and not to any of those that it began with.
// expect: pass
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
int left_in;

static void *other(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  int turns = 0;
  pthread_create(&thread, NULL, other, NULL);
  while (!atomic_load(&x))
    turns = turns < 29 ? turns + 1 : 10;
  left_in = turns;
  pthread_join(thread, NULL);
  return 0;
}
