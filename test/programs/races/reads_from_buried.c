// The store that the reader needs is overwritten by two others in most executions, and the flag
// that it needs is raised after one of them.
// expect: fail assertion
// at: BUG
// options: --context-sensitive --observers
// algorithms: optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int x, flag;

static void *storer(void *arg) {
  atomic_store(&x, (int)(intptr_t)arg);
  if ((intptr_t)arg == 2)
    atomic_store(&flag, 1);
  return NULL;
}

static void *reader(void *arg) {
  const int raised = atomic_load(&flag);
  const int value = atomic_load(&x);
  assert(!(raised && value == 1)); /* BUG */
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, storer, (void *)(intptr_t)(i + 1));
  pthread_create(&threads[3], NULL, reader, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
