// A crash ends its execution, not the search.
// options: --keep-going
// expect: fail crash
// at: BUG
// traces: 3 (places of the load between the two stores; one of them crashes)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int value = 1;
static int *_Atomic pointer = &value;

static void *replacer(void *arg) {
  atomic_store(&pointer, NULL);
  atomic_store(&pointer, &value);
  return arg;
}

static void *user(void *arg) {
  int *seen = atomic_load(&pointer);
  *seen = 2; /* BUG */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, replacer, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
