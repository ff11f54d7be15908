// Additions commute with each other, but not with a read between them.
// expect: pass
// traces: 4 (the read before both, after both, or between them, after one or after the other)
// cflags: -O1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int shared;

static void *adds(void *arg) {
  atomic_fetch_add(&shared, (int)(intptr_t)arg);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, adds, (void *)1);
  pthread_create(&second, NULL, adds, (void *)2);
  int seen = atomic_load(&shared);
  assert(seen >= 0 && seen <= 3);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
