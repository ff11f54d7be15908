// Who was too late for a lock waits until one permit is there. When there are two it waits for
// ever, where trying once more would have been enough.
// options: --order=youngest
// expect: fail deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock = 0, entered;

static void *enter(void *unused) {
  while (atomic_fetch_sub(&lock, 1) <= 0) {
    atomic_fetch_add(&lock, 1);
    while (atomic_load(&lock) != 1)
      ;
  }
  atomic_store(&entered, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, enter, NULL);
  atomic_fetch_add(&lock, 1);
  atomic_fetch_add(&lock, 1);
  pthread_join(thread, NULL);
  return 0;
}
