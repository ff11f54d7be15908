// A lock that is taken by a subtraction, which is taken back where it was too late. A trylock fails
// while somebody who was too late has not taken that back yet, though nobody holds the lock.
// options: --order=youngest
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock; /* main holds it */

static void *enter(void *arg) {
  while (atomic_fetch_sub(&lock, 1) <= 0) {
    atomic_fetch_add(&lock, 1);
    while (atomic_load(&lock) <= 0)
      ;
  }
  atomic_store((atomic_int *)arg, 1);
  atomic_fetch_add(&lock, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  atomic_int entered = 0;
  pthread_create(&thread, NULL, enter, &entered);
  atomic_fetch_add(&lock, 1);
  const int refused = atomic_fetch_sub(&lock, 1) <= 0;
  const int entered_now = atomic_load(&entered);
  atomic_fetch_add(&lock, 1);
  pthread_join(thread, NULL);
  assert(!refused || entered_now); /* BUG */
  return 0;
}
