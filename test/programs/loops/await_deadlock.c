// Two threads that each wait for the other to go first.
// expect: fail deadlock
// at: WAIT
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ping, pong;

static void *first(void *arg) {
  ravel_await(atomic_load(&pong) == 1); /* WAIT */
  atomic_store(&ping, 1);
  return arg;
}

static void *second(void *arg) {
  ravel_await(atomic_load(&ping) == 1); /* WAIT */
  atomic_store(&pong, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL); /* WAIT */
  pthread_join(b, NULL); /* WAIT */
  return 0;
}
