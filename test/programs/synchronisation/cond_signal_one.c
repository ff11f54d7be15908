// A signal wakes one of those that wait, and any of them may be the one: the program objects to the
// one that its argument names. The other waits until the program is over.
// expect: pass
// traces: 4 (2 orders in which they come, 2 that may be woken)
// also:
// args: 0
// expect: fail assertion
// at: WOKEN
// also:
// args: 1
// expect: fail assertion
// at: WOKEN
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int waiting;
static intptr_t objection = -1;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  waiting++;
  pthread_cond_wait(&cond, &mutex);
  assert((intptr_t)arg != objection); /* WOKEN */
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t threads[N];
  if (argc > 1)
    objection = atoi(argv[1]);
  for (intptr_t i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, wait, (void *)i);
  ravel_await(waiting == N);
  pthread_mutex_lock(&mutex); /* by now both wait */
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
  return 0;
}
