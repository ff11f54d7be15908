// Dekker's algorithm; a thread tries twice and gives up where it would have to wait longer.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static atomic_int wants[2], turn, inside;

static bool enter(int me, int other) {
  atomic_store(&wants[me], 1);
  if (!atomic_load(&wants[other]))
    return true;
  if (atomic_load(&turn) == me)
    return !atomic_load(&wants[other]);
  atomic_store(&wants[me], 0);
  if (atomic_load(&turn) != me)
    return false;
  atomic_store(&wants[me], 1);
  return !atomic_load(&wants[other]);
}

static void *thread(void *arg) {
  int me = (int)(uintptr_t)arg, other = 1 - me;
  if (enter(me, other)) {
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&turn, other);
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
