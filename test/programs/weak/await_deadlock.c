// Two threads await what the other one would do after that.
// options: --memory=c11
// algorithms: optimal
// expect: fail deadlock
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *other(void *unused) {
  ravel_await(atomic_load(&x) == 1);
  atomic_store(&y, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  ravel_await(atomic_load(&y) == 1);
  atomic_store(&x, 1);
  pthread_join(t, NULL);
}
