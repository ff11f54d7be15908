// A read-write lock that subtracts, tests, and adds again where it was too late: two readers, two
// writers. A failed round is nothing to a thread that would fail, or succeed, without it as well.
// expect: pass
// void: 0 (a thread that would fail waits)
// traces: 36 (of 4! orders in which they get the lock, in 12 the readers follow each other: there the
// first is out before the second is in, or not; to leave it, both only add)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { READERS = 2, WRITERS = 2, FREE = 0x100000 };
static atomic_int lock = FREE;
static int shared;

static void *reader(void *unused) {
  while (atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire) <= 0) {
    atomic_fetch_add_explicit(&lock, 1, memory_order_relaxed);
    while (atomic_load_explicit(&lock, memory_order_relaxed) <= 0)
      ;
  }
  atomic_fetch_add_explicit(&lock, 1, memory_order_release);
  return unused;
}

static void *writer(void *unused) {
  while (atomic_fetch_sub_explicit(&lock, FREE, memory_order_acquire) != FREE) {
    atomic_fetch_add_explicit(&lock, FREE, memory_order_relaxed);
    while (atomic_load_explicit(&lock, memory_order_relaxed) != FREE)
      ;
  }
  shared++;
  atomic_fetch_add_explicit(&lock, FREE, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t threads[READERS + WRITERS];
  for (int i = 0; i < READERS + WRITERS; i++)
    pthread_create(&threads[i], NULL, i < READERS ? reader : writer, NULL);
  for (int i = 0; i < READERS + WRITERS; i++)
    pthread_join(threads[i], NULL);
  assert(shared == WRITERS);
}
