// SV-COMP's fib_unsafe with two rounds: the largest value that can be reached is reached.
// expect: fail assertion
// at: ERROR
// message: ^reach_error\(\) is called$
#include <pthread.h>
#include <stddef.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int i = 1, j = 1;
enum { ROUNDS = 2, LARGEST = 8 }; /* the sixth Fibonacci number */

static void *first(void *arg) {
  for (int k = 0; k < ROUNDS; k++) {
    __VERIFIER_atomic_begin();
    i += j;
    __VERIFIER_atomic_end();
  }
  return arg;
}

static void *second(void *arg) {
  for (int k = 0; k < ROUNDS; k++) {
    __VERIFIER_atomic_begin();
    j += i;
    __VERIFIER_atomic_end();
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (i >= LARGEST || j >= LARGEST)
    reach_error(); /* ERROR */
  return 0;
}
