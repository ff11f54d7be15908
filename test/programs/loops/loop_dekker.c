// Dekker's algorithm: one loop within another.
// expect: pass
// bounded: 0
// also:
// cflags: -O2
// expect: pass
// also:
// cflags: -DBROKEN
// expect: fail data-race
// also: --void-iterations
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static int inside;

static void lock(int me) {
  int other = 1 - me;
#ifndef BROKEN
  atomic_store(&wants[me], 1);
#endif
  while (atomic_load(&wants[other])) {
    if (atomic_load(&turn) == me)
      continue;
    atomic_store(&wants[me], 0);
    while (atomic_load(&turn) != me)
      ;
    atomic_store(&wants[me], 1);
  }
  atomic_store(&wants[me], 1);
}

static void unlock(int me) {
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 0);
}

static void *thread(void *arg) {
  int me = (int)(uintptr_t)arg;
  lock(me);
  assert(++inside == 1);
  inside--;
  unlock(me);
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
