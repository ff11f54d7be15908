// A lock that is taken by a subtraction, which is taken back where it was too late. A thread that
// subtracts nothing in the same place remembers that it has seen somebody else who was too late.
// cflags: -O2
// options: --order=youngest
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock = 0;

__attribute__((noinline)) static int enter(int n) {
  int found, crowded = 0;
  while ((found = atomic_fetch_sub(&lock, n)) <= 0) {
    atomic_fetch_add(&lock, n);
    if (n == 0)
      crowded |= found == -1;
  }
  atomic_fetch_add(&lock, n);
  return crowded;
}

static void *one(void *unused) {
  enter(1);
  return unused;
}

static void *nothing(void *unused) {
  const int crowded = enter(0);
  assert(!crowded); /* BUG */
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, nothing, NULL);
  atomic_fetch_add(&lock, 1);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
