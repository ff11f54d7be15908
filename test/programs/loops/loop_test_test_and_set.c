// Waits with reads until the lock is free, then tries to take it and may fail.
// expect: pass
// traces: 4 (who is first, and whether the other has looked before it or looks later)
// also:
// cflags: -O2 -DN=3
// expect: pass
// traces: 36 (3! orders; the second has 2 times to look at, the third 3)
// also: --void-iterations
// expect: pass
// traces: 6 (who is first, and whether the other looks later, waits, or has looked before: 2 * 3)
// also: --void-iterations
// cflags: -O2 -DN=3
// expect: pass
// traces: 162 (counted by trying all interleavings of the same steps)
// also: --void-iterations
// cflags: -DAWAIT -DN=3
// expect: pass
// traces: 162
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifdef AWAIT
#include <ravel.h>
#define SPIN_WHILE(c) ravel_await(!(c))
#else
#define SPIN_WHILE(c)                                                                              \
  while (c)                                                                                        \
  continue
#endif
#ifndef N
#define N 2
#endif
static atomic_int lock;
static int inside;
static void *thread(void *arg) {
  do
    SPIN_WHILE(atomic_load(&lock));
  while (atomic_exchange(&lock, 1));
  assert(++inside == 1);
  inside--;
  atomic_store(&lock, 0);
  return arg;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, thread, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
}
