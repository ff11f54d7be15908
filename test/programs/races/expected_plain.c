// A compare-and-swap reads what it expects, and writes there what it has found, plainly.
// expect: fail data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 1;
int expected;

static void *swap(void *unused) {
  atomic_compare_exchange_strong(&x, &expected, 2);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, swap, NULL);
  pthread_create(&b, NULL, swap, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
