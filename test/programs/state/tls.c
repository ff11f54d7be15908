// Thread-local variables: each thread has its own, initialised anew in every execution.
// expect: pass
// traces: 6 (3! orders of the updates of shared)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Thread_local int number = 7;
static _Thread_local char zeroed[100];
static atomic_int shared;

static void *thread(void *arg) {
  int mine = (int)(uintptr_t)arg;
  assert(number == 7 && zeroed[99] == 0);
  number = mine;
  zeroed[99] = (char)mine;
  assert(atomic_fetch_add(&shared, 1) >= 0);
  assert(number == mine && zeroed[99] == mine);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  assert(number == 7 && zeroed[99] == 0);
  number = 100;
  for (uintptr_t i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, thread, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(number == 100 && zeroed[99] == 0);
  return 0;
}
