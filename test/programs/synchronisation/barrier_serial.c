// One thread of each round is told so, and any of them may be the one: the program objects to the
// one that its argument names.
// expect: pass
// traces: 3
// also:
// args: 0
// expect: fail assertion
// at: ONE
// also:
// args: 1
// expect: fail assertion
// at: ONE
// also:
// args: 2
// expect: fail assertion
// at: ONE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 3 };
static pthread_barrier_t barrier;
static int chosen[N], objection = -1;

static void *work(void *arg) {
  const intptr_t i = (intptr_t)arg;
  const int result = pthread_barrier_wait(&barrier);
  assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  chosen[i] = result != 0;
  assert(!chosen[i] || i != objection); /* ONE */
  return arg;
}

int main(int argc, char **argv) {
  pthread_t threads[N];
  if (argc > 1)
    objection = atoi(argv[1]);
  pthread_barrier_init(&barrier, NULL, N);
  for (intptr_t i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(chosen[0] + chosen[1] + chosen[2] == 1);
  return 0;
}
