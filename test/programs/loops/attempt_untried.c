// A lock that is taken by a subtraction, which is taken back where it was too late. One thread
// takes more than Ravel keeps in mind of what threads add for a while, and remembers whether it has
// been refused because of somebody else who was too late.
// cflags: -O2
// options: --order=youngest
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static const int64_t many = INT64_C(1) << 41;
static _Atomic int64_t lock = 0;

static void *enter(void *unused) {
  while (atomic_fetch_sub(&lock, 1) <= 0)
    atomic_fetch_add(&lock, 1);
  atomic_fetch_add(&lock, 1);
  return unused;
}

static void *enter_with_many(void *unused) {
  int64_t found;
  int crowded = 0;
  while ((found = atomic_fetch_sub(&lock, many)) <= 0) {
    atomic_fetch_add(&lock, many);
    crowded |= found == -1;
  }
  atomic_fetch_add(&lock, many);
  assert(!crowded); /* BUG */
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, enter, NULL);
  pthread_create(&threads[1], NULL, enter_with_many, NULL);
  atomic_fetch_add(&lock, 1);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
