// A loop of one operation that touches plain memory in some of its turns only: such a turn is not
// tried, but made. What it stores is not there before, and what it reads may race.
// expect: pass
// also: --order=youngest
// expect: pass
// also:
// cflags: -DREADS
// expect: fail data-race
// at: RACE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
int data;

static void *other(void *arg) {
  atomic_store(&x, 2);
#ifdef READS
  data = 0; /* RACE */
#endif
  atomic_store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  int value, seen = 0;
  pthread_create(&thread, NULL, other, NULL);
  while ((value = atomic_load(&x)) != 1)
#ifdef READS
    if (value == 2)
      seen = data; /* RACE */
#else
    if (value == 2 && !seen)
      seen = data = 1;
#endif
  assert(data == seen);
  pthread_join(thread, NULL);
  return 0;
}
