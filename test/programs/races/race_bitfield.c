// Two bit-fields of one word are one memory location.
// expect: fail data-race
// at: RACE
#include <pthread.h>
#include <stddef.h>

struct {
  unsigned low : 4, high : 4;
} bits;

static void *low(void *arg) {
  bits.low = 1; /* RACE */
  return arg;
}

static void *high(void *arg) {
  bits.high = 1; /* RACE */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, low, NULL);
  pthread_create(&b, NULL, high, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
