// errno belongs to the thread, whoever runs in between.
// expect: pass
// traces: 6 (3! orders of the updates of shared)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int shared;

static void *thread(void *arg) {
  int mine = (int)(uintptr_t)arg;
  errno = mine;
  assert(atomic_fetch_add(&shared, 1) >= 0);
  assert(errno == mine);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  errno = 100;
  for (uintptr_t i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, thread, (void *)(i + 1));
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(errno == 100);
  return 0;
}
