// A lock that is taken by a subtraction, which is taken back where it was too late. Who holds the
// lock sees what somebody subtracts who is too late.
// options: --order=youngest
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock = 0;

static void *enter(void *unused) {
  while (atomic_fetch_sub(&lock, 1) <= 0)
    atomic_fetch_add(&lock, 1);
  assert(atomic_load(&lock) == 0); /* BUG */
  atomic_fetch_add(&lock, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, enter, NULL);
  atomic_fetch_add(&lock, 1);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
