// trylock finds the mutex held or free, and both are explored: with the argument "held" the
// program objects to the one, with "free" to the other, without one it objects to nothing.
// expect: pass
// traces: 3 (trylock before the lock, between lock and unlock, after the unlock)
// also:
// args: held
// expect: fail assertion
// at: HELD
// also:
// args: free
// expect: fail assertion
// at: FREE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool object_to_held, object_to_free;

static void *locker(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *trier(void *arg) {
  int result = pthread_mutex_trylock(&mutex);
  assert(result == 0 || result == EBUSY);
  if (result == 0) {
    assert(!object_to_free); /* FREE */
    pthread_mutex_unlock(&mutex);
  } else {
    assert(!object_to_held); /* HELD */
  }
  return arg;
}

int main(int argc, char **argv) {
  object_to_held = argc > 1 && strcmp(argv[1], "held") == 0;
  object_to_free = argc > 1 && strcmp(argv[1], "free") == 0;
  pthread_t a, b;
  pthread_create(&a, NULL, locker, NULL);
  pthread_create(&b, NULL, trier, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
