// Main leaves by pthread_exit(), and the other threads go on with a variable of its. The reader
// finds each of the three values.
// expect: fail assertion
// options: --keep-going --context-sensitive --observers --races=interleave
// errors: 3
// algorithms: source optimal
// also: --keep-going --context-sensitive
// expect: fail assertion
// errors: 3
// algorithms: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static void *one(void *x) {
  *(atomic_int *)x = 1;
  return NULL;
}

static void *two(void *x) {
  *(atomic_int *)x = 2;
  return NULL;
}

static void *look(void *x) {
  int value = *(atomic_int *)x;
  assert(value != 0);
  assert(value != 1);
  assert(value != 2);
  return NULL;
}

int main(void) {
  atomic_int x;
  pthread_t a, b, c;
  atomic_store(&x, 0);
  pthread_create(&a, NULL, one, &x);
  pthread_create(&b, NULL, two, &x);
  pthread_create(&c, NULL, look, &x);
  pthread_exit(NULL);
}
