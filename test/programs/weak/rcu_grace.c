// Read-copy-update with a grace period: a reader says that it reads, a writer puts a new object in
// the place of the old one, waits until nobody reads who might have the old one, and writes it.
// With -DWEAK the reader has no fence behind saying so: the writer does not notice it, on x86, too.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
// also: --memory=tso
// algorithms: optimal
// expect: pass
// also: --memory=tso --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int objects[2] = {1, 1};
static int *_Atomic current = &objects[0];
static atomic_int reading;

static void *reader(void *unused) {
  atomic_store_explicit(&reading, 1, memory_order_relaxed);
#ifndef WEAK
  atomic_thread_fence(memory_order_seq_cst);
#endif
  int *const object = atomic_load_explicit(&current, memory_order_acquire);
  assert(*object == 1);
  atomic_store_explicit(&reading, 0, memory_order_release);
  return unused;
}

static void *writer(void *unused) {
  atomic_store_explicit(&current, &objects[1], memory_order_release);
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load_explicit(&reading, memory_order_acquire))
    ;
  objects[0] = 0;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
