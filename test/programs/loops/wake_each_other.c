// Two threads that wake each other and wait again, for ever: the state that comes again is found,
// and is found again where the execution is told, though that writes down more in each round.
// expect: fail nontermination
// message: keep each other going: the state is that of 8 steps before
// steps: 1033 (1024, the cycle, and the step that has begun)
// also: --order=youngest
// expect: fail nontermination
// message: keep each other going: the state is that of 8 steps before
// also: --memory=tso --algorithm=graph
// algorithms: optimal
// expect: fail nontermination
// message: keep each other going: the state is that of 8 steps before
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// expect: fail nontermination
// message: keep each other going: the state is that of 8 steps before
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int go;

static void *wakes_and_waits(void *unused) {
  pthread_mutex_lock(&mutex);
  while (!go) {
    pthread_cond_broadcast(&changed);
    pthread_cond_wait(&changed, &mutex);
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, wakes_and_waits, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
