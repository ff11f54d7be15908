// After an assumption has failed in one thread, two others race.
// expect: fail data-race
// at: RACE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_assume(int);

static atomic_int x;
int plain; /* not static: a compiler could see that nobody reads it */

static void *assumes(void *arg) {
  atomic_store(&x, 1);
  __VERIFIER_assume(0);
  return arg;
}

static void *writes(void *arg) {
  if (atomic_load(&x))
    plain = 1; /* RACE */
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, assumes, NULL);
  pthread_create(&threads[1], NULL, writes, NULL);
  pthread_create(&threads[2], NULL, writes, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
