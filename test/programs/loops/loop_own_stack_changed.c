// A loop compares an atomic with another one on the thread's own stack, to which main gets a
// pointer and stores: main's store ends the loop.
// expect: pass
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int value;
static _Atomic(atomic_int *) where;

static void *wait(void *unused) {
  atomic_int limit = 0;
  where = &limit;
  while (value <= limit)
    ;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  if (!where)
    return 0;
  *where = -5;
  pthread_join(thread, NULL);
}
