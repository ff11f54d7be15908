// A condition that holds for a moment only: who is not there in time waits forever.
// expect: fail deadlock
// at: WAIT
// also: --keep-going
// expect: fail deadlock
// traces: 2 (the moment is used, or missed)
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int level;

static void *raise_and_lower(void *arg) {
  atomic_store(&level, 1);
  atomic_store(&level, 0);
  return arg;
}

static void *watch(void *arg) {
  ravel_await(atomic_load(&level) == 1); /* WAIT */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, raise_and_lower, NULL);
  pthread_create(&b, NULL, watch, NULL);
  pthread_join(a, NULL); /* WAIT */
  pthread_join(b, NULL); /* WAIT */
  return 0;
}
