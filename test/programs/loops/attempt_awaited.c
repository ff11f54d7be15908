// A thread waits for what somebody subtracts only for a while, who is too late for a lock. It can
// go on, and does so before the assertion fails.
// options: --order=youngest
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock = 0, noticed;

static void *enter(void *unused) {
  while (atomic_fetch_sub(&lock, 1) <= 0)
    atomic_fetch_add(&lock, 1);
  const int seen = atomic_load(&noticed);
  atomic_fetch_add(&lock, 1);
  assert(!seen); /* BUG */
  return unused;
}

static void *notice(void *unused) {
  while (atomic_load(&lock) >= 0)
    ;
  atomic_store(&noticed, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2], other;
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, enter, NULL);
  pthread_create(&other, NULL, notice, NULL);
  atomic_fetch_add(&lock, 1);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  pthread_detach(other);
  return 0;
}
