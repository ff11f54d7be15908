// Updates whose results nobody uses are parts of blocks that read what they leave: the blocks do
// not commute.
// expect: fail assertion
// at: BUG
// also:
// cflags: -DRIGHT
// expect: pass
// traces: 2 (either block can be the first)
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *thread(void *seen) {
  ravel_atomic {
    atomic_fetch_add(&counter, 1);
    *(int *)seen = atomic_load(&counter);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  int seen[2];
  pthread_create(&first, NULL, thread, &seen[0]);
  pthread_create(&second, NULL, thread, &seen[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
#ifdef RIGHT
  assert(seen[0] != seen[1]);
#else
  assert(seen[0] == 1); /* BUG */
#endif
  return 0;
}
