// Two threads register a handler each: the one that was registered last runs first.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int who;

static void one(void) {
  who = 1;
}

static void two(void) {
  who = 2;
}

static void check(void) {
  assert(who == 1); /* BUG */
}

static void *first(void *arg) {
  atexit(one);
  return arg;
}

static void *second(void *arg) {
  atexit(two);
  return arg;
}

int main(void) {
  atexit(check);
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
