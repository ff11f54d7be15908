// Two threads each leave a block in one variable, which nobody reads: the block of the first is
// lost. Either can be.
// expect: fail leak
// options: --keep-going --leaks --observers
// errors: 2
// algorithms: source optimal
// also: --keep-going --leaks --observers --context-sensitive
// expect: fail leak
// errors: 2
// algorithms: source optimal
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic last;

static void *first(void *arg) {
  last = malloc(1);
  return arg;
}

static void *second(void *arg) {
  last = malloc(2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
