// Who is too late for a lock remembers one of the ways in which it was too late.
// options: --order=youngest
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock = 0;

static void *enter(void *unused) {
  int crowded = 0, found;
  while ((found = atomic_fetch_sub(&lock, 1)) <= 0) {
    atomic_fetch_add(&lock, 1);
    crowded |= found == 0;
  }
  atomic_fetch_add(&lock, 1);
  assert(!crowded); /* BUG */
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, enter, NULL);
  atomic_fetch_add(&lock, 1);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
