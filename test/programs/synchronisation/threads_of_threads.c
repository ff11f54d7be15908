// Threads that create threads: a child's events come after its creation and nothing else.
// expect: pass
// traces: 3 (x=3 before, between and after x=1 and x=2, of which the first causes the second)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *grandchild_of_first(void *arg) {
  atomic_store(&x, 2);
  return arg;
}

static void *grandchild_of_second(void *arg) {
  atomic_store(&x, 3);
  return arg;
}

static void *first(void *arg) {
  pthread_t child;
  atomic_store(&x, 1);
  pthread_create(&child, NULL, grandchild_of_first, NULL);
  pthread_join(child, NULL);
  return arg;
}

static void *second(void *arg) {
  pthread_t child;
  pthread_create(&child, NULL, grandchild_of_second, NULL);
  pthread_join(child, NULL);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&x) != 1);
  return 0;
}
