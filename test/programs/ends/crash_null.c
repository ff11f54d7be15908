// A pointer that is NULL for a moment, followed by who looks just then.
// expect: fail crash
// at: BUG
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
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, replacer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
