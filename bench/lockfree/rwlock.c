/* A read-write lock that subtracts, tests, and adds again where it was too late; as Linux had it.
 * R threads read and W threads write. */
#include <assert.h>
#include <stdatomic.h>

#include "../threads.h"

#ifndef R
#define R 2
#endif
#ifndef W
#define W 2
#endif
enum { FREE = 0x100000 };

atomic_int lock = FREE;
int shared;

static void read_lock(void) {
  while (atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire) <= 0) {
    atomic_fetch_add_explicit(&lock, 1, memory_order_relaxed);
    while (atomic_load_explicit(&lock, memory_order_relaxed) <= 0)
      ;
  }
}

static void write_lock(void) {
  while (atomic_fetch_sub_explicit(&lock, FREE, memory_order_acquire) != FREE) {
    atomic_fetch_add_explicit(&lock, FREE, memory_order_relaxed);
    while (atomic_load_explicit(&lock, memory_order_relaxed) != FREE)
      ;
  }
}

static void *reader(void *arg) {
  read_lock();
  int seen = shared;
  (void)seen;
  atomic_fetch_add_explicit(&lock, 1, memory_order_release);
  return arg;
}

static void *writer(void *arg) {
  write_lock();
  shared++;
  atomic_fetch_add_explicit(&lock, FREE, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t threads[R + W];
  for (int i = 0; i < R; i++)
    threads[i] = start(reader, i);
  for (int i = R; i < R + W; i++)
    threads[i] = start(writer, i);
  join_all(threads, R + W);
  assert(shared == W);
  return 0;
}
