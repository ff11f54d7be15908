// Whether two stores reach the same state in either order depends on a value that one of their
// threads was given by pthread_join(): that they did once does not mean that they always do.
// expect: pass
// traces: 4 (x is read before or after it is written; two orders of the stores to y)
// also: --context-sensitive
// expect: pass
// algorithms: optimal source
// traces: 3 (y is 1 in both orders if x was read as 1)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int x, y;

static void *write_x(void *unused) {
  atomic_store(&x, 1);
  return unused;
}

static void *read_x(void *unused) {
  (void)unused;
  return (void *)(intptr_t)atomic_load(&x);
}

static void *write_y(void *unused) {
  atomic_store(&y, 1);
  return unused;
}

int main(void) {
  pthread_t writer, reader, other;
  void *read;
  pthread_create(&writer, NULL, write_x, NULL);
  pthread_create(&reader, NULL, read_x, NULL);
  pthread_create(&other, NULL, write_y, NULL);
  pthread_join(reader, &read);
  atomic_store(&y, read ? 1 : 2);
  pthread_join(writer, NULL);
  pthread_join(other, NULL);
  return 0;
}
