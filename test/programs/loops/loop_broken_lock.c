// Looks whether the lock is free, then takes it: two may do so at once.
// expect: fail assertion
// at: HERE
// also:
// cflags: -O2
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock, inside;

static void *thread(void *arg) {
  while (atomic_load(&lock))
    ;
  atomic_store(&lock, 1);
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0); /* HERE */
  atomic_fetch_sub(&inside, 1);
  atomic_store(&lock, 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
