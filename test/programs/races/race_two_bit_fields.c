// Two bit-fields beside each other are one piece of memory: that is one race, and it is told once,
// though each side reads and writes.
// options: --keep-going
// expect: fail data-race
// errors: 1
#include <pthread.h>
#include <stddef.h>

static struct { int a : 3, b : 5; } fields;

static void *adds(void *arg) {
  fields.a++;
  return arg;
}

static void *subtracts(void *arg) {
  fields.b--;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, adds, NULL);
  pthread_create(&b, NULL, subtracts, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
