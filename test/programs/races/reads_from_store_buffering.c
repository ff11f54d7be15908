// Store buffering with a third thread that stores to x as well: every outcome comes up but that in
// which both reads come before the other's store.
// expect: fail assertion
// at: BUG
// options: --context-sensitive --observers
// algorithms: optimal
// cflags: -DX=0 -DY=1
// also: --context-sensitive --observers
// expect: fail assertion
// at: BUG
// algorithms: optimal
// cflags: -DX=1 -DY=0
// also: --context-sensitive --observers
// expect: fail assertion
// at: BUG
// algorithms: optimal
// cflags: -DX=1 -DY=1
// also: --context-sensitive --observers
// expect: fail assertion
// at: BUG
// algorithms: optimal
// cflags: -DX=2 -DY=0
// also: --context-sensitive --observers
// expect: fail assertion
// at: BUG
// algorithms: optimal
// cflags: -DX=2 -DY=1
// also: --context-sensitive --observers
// expect: pass
// algorithms: optimal
// cflags: -DX=0 -DY=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef X
#define X 0
#define Y 1
#endif

static atomic_int x, y;
static int read_x, read_y;

static void *other(void *arg) {
  atomic_store(&x, 2);
  return arg;
}

static void *left(void *arg) {
  atomic_store(&x, 1);
  read_y = atomic_load(&y);
  return arg;
}

static void *right(void *arg) {
  atomic_store(&y, 1);
  read_x = atomic_load(&x);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, other, NULL);
  pthread_create(&threads[1], NULL, left, NULL);
  pthread_create(&threads[2], NULL, right, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(read_x != X || read_y != Y); /* BUG */
  return 0;
}
