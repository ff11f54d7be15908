// quick_exit runs the handlers of at_quick_exit, the last one first, and neither those of atexit
// nor destructors.
// expect: fail assertion
// at: BUG
// options: --keep-going
// errors: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int last;
static int stage;

static void wrong(void) {
  assert(0);
}

__attribute__((destructor)) static void wrong_too(void) {
  assert(0);
}

static void first_registered(void) {
  assert(stage == 1);
  assert(atomic_load(&last) == 2); /* BUG */
}

static void last_registered(void) {
  assert(stage == 0);
  stage = 1;
}

static void *one(void *arg) {
  atomic_store(&last, 1);
  return arg;
}

static void *two(void *arg) {
  atomic_store(&last, 2);
  return arg;
}

int main(void) {
  assert(stage == 0);
  atexit(wrong);
  at_quick_exit(first_registered);
  at_quick_exit(last_registered);
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  quick_exit(0);
}
