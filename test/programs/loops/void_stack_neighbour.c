// A thread counts its rounds, up to two, in a variable that lies on its stack beside the one that
// it waits for (in one word, by clang at -O0). Only the latter is shared: a round that counts is
// not void.
// cflags: -O0 -DNOT=0
// expect: fail assertion
// at: HERE
// also:
// cflags: -O0 -DNOT=1
// expect: fail assertion
// at: HERE
// also:
// cflags: -O0 -DNOT=2
// expect: fail assertion
// at: HERE
// also:
// cflags: -O0 -DNOT=3
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int *shared;
static pthread_t thread;

static void *store(void *arg) {
  atomic_store(shared, 1);
  return arg;
}

static void wait_and_count(void) {
  unsigned before = 0, middle = 0, rounds = 0;
  atomic_int flag = 0;
  shared = &flag;
  pthread_create(&thread, NULL, store, NULL);
  if (rounds == 0)
    while (atomic_load(shared) == 0)
      if (rounds < 2)
        rounds++;
  pthread_join(thread, NULL);
  assert((before << 6 | middle << 3 | rounds) != NOT); /* HERE */
}

int main(void) {
  wait_and_count();
  return 0;
}
