// A divisor that is 0 for a moment.
// expect: fail crash
// at: BUG
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int workers = 1;
int share;

static void *restart(void *arg) {
  atomic_fetch_sub(&workers, 1);
  atomic_fetch_add(&workers, 1);
  return arg;
}

static void *divide(void *arg) {
  int n = atomic_load(&workers);
  share = 100 / n; /* BUG */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, divide, NULL);
  pthread_create(&b, NULL, restart, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
