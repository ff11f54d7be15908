// A lock by compare-and-swap: one that fails is a read, and waits.
// expect: pass
// traces: 6 (3! orders, as with a mutex)
// also:
// cflags: -O2
// expect: pass
// traces: 6
// also:
// cflags: -DN=4
// expect: pass
// traces: 24
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifndef N
#define N 3
#endif
static atomic_int lock;
static int inside;
static void *thread(void *arg) {
  int expected = 0;
  while (!atomic_compare_exchange_weak(&lock, &expected, 1))
    expected = 0;
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
