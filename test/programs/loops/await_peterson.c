// Peterson's algorithm with real waiting: both threads get in, one after the other.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static int visits;

static void *thread(void *arg) {
  int me = (int)(uintptr_t)arg, other = 1 - me;
  atomic_store(&wants[me], 1);
  atomic_store(&turn, other);
  ravel_await(!atomic_load(&wants[other]) || atomic_load(&turn) == me);
  visits++;
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, (void *)0);
  pthread_create(&b, NULL, thread, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(visits == 2);
  return 0;
}
