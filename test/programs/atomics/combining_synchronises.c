// Two increments whose results nobody uses. The second one acquires what the first has released,
// but which is the second is anybody's guess: the plain accesses around them race.
// expect: fail data-race
// cflags: -O1
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int shared;
static int data;

static void *writes(void *arg) {
  data = 1;
  atomic_fetch_add(&shared, 1);
  return arg;
}

static void *reads(void *arg) {
  atomic_fetch_add(&shared, 1);
  return data ? arg : NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writes, NULL);
  pthread_create(&second, NULL, reads, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
