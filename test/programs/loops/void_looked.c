// A round that takes back what it added is not void if another thread has seen it and remembers.
// Only after such a round does the thread get its permit.
// expect: fail assertion
// at: SEEN
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int permits;

static void *enter(void *unused) {
  while (atomic_fetch_sub(&permits, 1) <= 0)
    atomic_fetch_add(&permits, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, enter, NULL);
  int seen = atomic_load(&permits);
  atomic_fetch_add(&permits, 1);
  pthread_join(thread, NULL);
  assert(seen == 0); /* SEEN */
}
