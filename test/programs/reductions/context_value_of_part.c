// Whether two stores reach the same state in either order depends on a value that was read, of
// which another thread writes a part: that they did once does not mean that they always do.
// expect: pass
// traces: 4 (the whole is read before or after the part is written; two orders of the stores to y)
// also: --context-sensitive
// expect: pass
// algorithms: optimal source
// traces: 3 (y is 1 in both orders if the part was seen)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
  _Atomic uint64_t whole;
  _Atomic uint32_t part[2];
} x;
atomic_int y;

static void *write_part(void *unused) {
  atomic_store(&x.part[1], 1);
  return unused;
}

static void *read_whole(void *unused) {
  atomic_store(&y, atomic_load(&x.whole) ? 1 : 2);
  return unused;
}

static void *write_y(void *unused) {
  atomic_store(&y, 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, write_part, NULL);
  pthread_create(&threads[1], NULL, read_whole, NULL);
  pthread_create(&threads[2], NULL, write_y, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
