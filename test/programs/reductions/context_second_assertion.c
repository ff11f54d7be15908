// Example 4.1 of ISSTA 2019: two stores, an assertion that holds after both and one that does not.
// What the first assertion has read is not kept anywhere, so where it comes makes no difference.
// What is left are the 3! orders of the stores and the second one; without context there are 12.
// Without optimisation the value stays in a slot of the stack that nobody reads any more.
// expect: fail assertion
// traces: 6
// options: --context-sensitive --keep-going
// algorithms: source optimal
// also: --context-sensitive --observers --keep-going
// expect: fail assertion
// traces: 6
// algorithms: source optimal
// also: --context-sensitive --keep-going
// cflags: -O0
// expect: fail assertion
// traces: 6
// algorithms: source optimal
// also: --context-sensitive --observers --keep-going
// cflags: -O0
// expect: fail assertion
// traces: 6
// algorithms: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *storer(void *value) {
  atomic_store(&x, *(int *)value);
  return NULL;
}

static void *reader(void *arg) {
  assert(atomic_load(&x) < 3);
  assert(atomic_load(&x) < 2);
  return arg;
}

int main(void) {
  static int one = 1, two = 2;
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, storer, &one);
  pthread_create(&threads[1], NULL, storer, &two);
  pthread_create(&threads[2], NULL, reader, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
