// A loop that waits for either of two variables is left by the second one, which is taken back:
// what it depends on is all that it reads.
// expect: fail assertion
// at: BUG
// also:
// args: swapped
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int variables[2];
static int first, second;

static void *waits(void *unused) {
  while (!atomic_load(&variables[0]) && !atomic_load(&variables[1]))
    ;
  assert(atomic_load(&variables[first])); /* BUG */
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread;
  first = argc > 1;
  second = 1 - first;
  pthread_create(&thread, NULL, waits, NULL);
  atomic_store(&variables[second], 1);
  atomic_store(&variables[second], 0);
  atomic_store(&variables[first], 1);
  pthread_join(thread, NULL);
  return 0;
}
