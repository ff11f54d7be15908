// 200 threads, each with a lock and an atomic of its own.
// expect: pass
// traces: 1 (they share nothing)
// algorithms: dpor source optimal
// also: --max-executions 1
// expect: incomplete
// algorithms: sleep
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { THREADS = 200 };
static pthread_mutex_t mutexes[THREADS];
static atomic_int counts[THREADS];

static void *thread(void *arg) {
  uintptr_t i = (uintptr_t)arg;
  pthread_mutex_lock(&mutexes[i]);
  atomic_fetch_add(&counts[i], 1);
  pthread_mutex_unlock(&mutexes[i]);
  return NULL;
}

int main(void) {
  static pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_mutex_init(&mutexes[i], NULL);
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, thread, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++)
    assert(atomic_load(&counts[i]) == 1);
  return 0;
}
