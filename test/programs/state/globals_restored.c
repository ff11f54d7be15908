// Every execution begins with the globals as the compiler laid them out: small ones, zeroed ones,
// pointers, function-local statics.
// expect: pass
// traces: 6 (3! orders of the updates of shared)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int zero, one = 1;
static const char *name = "first";
static int *where = &one;
static atomic_int shared;

static int calls(void) {
  static int n;
  return ++n;
}

static void *thread(void *arg) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  return arg;
}

int main(void) {
  assert(zero == 0 && one == 1 && name[0] == 'f' && where == &one);
  assert(atomic_load(&shared) == 0);
  assert(calls() == 1);
  zero = 5;
  one = 6;
  name = "second";
  where = &zero;
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
