// A store that is overwritten before the thread that spins for it has seen it.
// expect: fail deadlock
// at: WAITS
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int turn;
static void *p(void *arg) {
  atomic_store(&turn, 1);
  while (atomic_load(&turn) != 2) /* WAITS */
    ;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, p, NULL);
  atomic_store(&turn, 2);
  pthread_join(t, NULL);
}
