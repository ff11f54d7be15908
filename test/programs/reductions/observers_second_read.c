// The first read after two stores has the same effect whatever it reads; the second tells them
// apart.
// expect: fail assertion
// at: BUG
// options: --context-sensitive --observers
// algorithms: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;

static void *writer(void *arg) {
  atomic_store(&x, (int)(intptr_t)arg);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, writer, (void *)(i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&x) < 3);
  assert(atomic_load(&x) != 1); /* BUG */
  return 0;
}
