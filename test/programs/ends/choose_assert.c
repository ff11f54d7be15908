// The bug shows with one value, in one place of the schedule.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int level;

static void *raise(void *arg) {
  atomic_store(&level, 3);
  atomic_store(&level, 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, raise, NULL);
  int guess = (int)ravel_choose(5);
  if (guess == 3)
    assert(atomic_load(&level) != guess); /* BUG */
  pthread_join(thread, NULL);
  return 0;
}
