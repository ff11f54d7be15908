// A sequence lock: the reader waits while somebody writes, and reads again if somebody has.
// expect: pass
// traces: 3 (what it reads is from before, between or after the two writes)
// also: --void-iterations
// expect: pass
// traces: 107 (counted by trying all interleavings of the same steps)
// also: --void-iterations
// cflags: -O2
// expect: pass
// traces: 107
// also: --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_uint sequence;
static atomic_int a, b;
static void *writer(void *arg) {
  for (int i = 1; i <= 2; i++) {
    atomic_fetch_add(&sequence, 1);
    atomic_store(&a, i);
    atomic_store(&b, i);
    atomic_fetch_add(&sequence, 1);
  }
  return arg;
}
static void *reader(void *arg) {
  unsigned before, after;
  int x, y;
  do {
    while ((before = atomic_load(&sequence)) & 1)
      ;
    x = atomic_load(&a);
    y = atomic_load(&b);
    after = atomic_load(&sequence);
  } while (before != after);
  assert(x == y);
  return arg;
}
int main(void) {
  pthread_t p, q;
  pthread_create(&p, NULL, writer, NULL);
  pthread_create(&q, NULL, reader, NULL);
  pthread_join(p, NULL);
  pthread_join(q, NULL);
}
