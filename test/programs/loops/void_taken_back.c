// A round that takes back what it wrote is void, unless somebody has looked in between.
// expect: fail assertion
// at: SEEN
// also: --keep-going
// cflags: -DUNSEEN
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int permits, open;

static void *enter(void *unused) {
  while (atomic_fetch_sub(&permits, 1) <= 0) {
    atomic_fetch_add(&permits, 1);
    if (atomic_load(&open))
      break;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, enter, NULL);
#ifndef UNSEEN
  assert(atomic_load(&permits) == 0); /* SEEN */
#endif
  atomic_store(&open, 1);
  pthread_join(thread, NULL);
}
