// A lock by test-and-set: one that finds the lock taken stores what is there already, and waits.
// expect: pass
// traces: 6 (3! orders, as with a mutex)
// also:
// cflags: -O2
// expect: pass
// traces: 6
// also:
// cflags: -DN=4
// expect: pass
// traces: 24
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifndef N
#define N 3
#endif
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int inside;
static void *thread(void *arg) {
  while (atomic_flag_test_and_set(&lock))
    ;
  assert(++inside == 1);
  inside--;
  atomic_flag_clear(&lock);
  return arg;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, thread, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
}
