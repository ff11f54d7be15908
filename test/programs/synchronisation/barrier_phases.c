// All that comes before a barrier happens before all that comes after it.
// expect: pass
// traces: 3 (who is told to be the one)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { N = 3 };
static pthread_barrier_t barrier;
static int done[N];

static void *work(void *arg) {
  *(int *)arg = 1;
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < N; i++)
    assert(done[i]);
  return arg;
}

int main(void) {
  pthread_t threads[N];
  pthread_barrier_init(&barrier, NULL, N);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, &done[i]);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(pthread_barrier_destroy(&barrier) == 0);
  return 0;
}
