// Peterson's algorithm; who would have to wait gives up instead, so that every execution is short.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn, inside;

static void *thread(void *arg) {
  int me = (int)(uintptr_t)arg, other = 1 - me;
  atomic_store(&wants[me], 1);
  atomic_store(&turn, other);
  if (!atomic_load(&wants[other]) || atomic_load(&turn) == me) {
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
  }
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, (void *)0);
  pthread_create(&b, NULL, thread, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
