// An addition and an "or" of one counter do not commute, though nobody uses what they return: from
// 1, adding 1 and then setting bit 1 gives 2, the other way round gives 4.
// expect: fail assertion
// at: BUG
// cflags: -O1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int shared = 1;

static void *adds(void *arg) {
  atomic_fetch_add(&shared, 1);
  return arg;
}

static void *sets(void *arg) {
  atomic_fetch_or(&shared, 2);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, adds, NULL);
  pthread_create(&second, NULL, sets, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(atomic_load(&shared) == 2); /* BUG */
  return 0;
}
