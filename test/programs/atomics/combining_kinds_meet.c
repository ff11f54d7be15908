// Two additions and an "or" of one counter: that kinds meet turns out in the first execution, and
// is so in all of them.
// expect: pass
// traces: 6 (where kinds meet, no two updates commute, and there are 3! orders)
// cflags: -O1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int shared;

static void *adds(void *arg) {
  atomic_fetch_add(&shared, 1);
  return arg;
}

static void *sets(void *arg) {
  atomic_fetch_or(&shared, 4);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, i < 2 ? adds : sets, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(shared == 6);
  return 0;
}
