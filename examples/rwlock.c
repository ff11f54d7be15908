// A cache behind a read-write lock. A reader that does not find what it looks for asks for the
// write lock while it still holds the read lock. Two such readers wait for each other for ever.
//
//     ravel check examples/rwlock.c
//     ravel check -DFIXED examples/rwlock.c
//
// The fix: give the read lock back first, and look again under the write lock.
//
// expect: fail deadlock
// also:
// cflags: -DFIXED
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached, computations;

static int look_up(void) {
  pthread_rwlock_rdlock(&lock);
  int value = cached;
#ifdef FIXED
  pthread_rwlock_unlock(&lock);
#endif
  if (!value) {
    pthread_rwlock_wrlock(&lock);
    if (!cached) {
      computations++;
      cached = 42;
    }
    value = cached;
    pthread_rwlock_unlock(&lock);
  }
#ifndef FIXED
  pthread_rwlock_unlock(&lock);
#endif
  return value;
}

static void *user(void *unused) {
  assert(look_up() == 42);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(computations == 1);
  return 0;
}
