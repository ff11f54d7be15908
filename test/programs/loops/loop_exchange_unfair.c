// Two threads exchange what a third one will store, and keep each other going round until then: it
// is no error that they could do so for ever if the third one never got its turn.
// options: --order=youngest --max-executions=50 --max-steps=10000
// expect: incomplete
// stopped_by: --max-executions
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *leaves_one(void *arg) {
  while (atomic_exchange(&x, 1) != 2)
    ;
  atomic_store(&x, 2);
  return arg;
}

static void *leaves_zero(void *arg) {
  while (atomic_exchange(&x, 0) != 2)
    ;
  atomic_store(&x, 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, leaves_one, NULL);
  pthread_create(&b, NULL, leaves_zero, NULL);
  atomic_store(&x, 2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
