// A tournament barrier for four threads: the losers of each round tell the winners and wait.
// expect: pass
// traces: 1 (who waits for whom is fixed)
// also:
// cflags: -O2
// expect: pass
// traces: 1
// also: --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { N = 4 };
static atomic_int arrived[N], go[N];
static int done[N];

static void wait_for(atomic_int *flag) {
  while (!atomic_load(flag))
    ;
}

static void barrier(int me) {
  int step = 1;
  for (; step < N && me % (2 * step) == 0; step *= 2)
    wait_for(&arrived[me + step]);
  if (me) {
    atomic_store(&arrived[me], 1);
    wait_for(&go[me]);
  }
  for (step /= 2; step > 0; step /= 2)
    atomic_store(&go[me + step], 1);
}

static void *thread(void *arg) {
  int me = (int)(uintptr_t)arg;
  done[me] = 1;
  barrier(me);
  for (int i = 0; i < N; i++)
    assert(done[i]);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (uintptr_t i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, thread, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
