// A broadcast wakes all that wait.
// expect: pass
// traces: 36 (6 orders in which they come, 6 in which they lock the mutex again)
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 3 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int waiting;
static int woken;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  waiting++;
  pthread_cond_wait(&cond, &mutex);
  woken++;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, wait, NULL);
  ravel_await(waiting == N);
  pthread_mutex_lock(&mutex); /* by now all wait */
  pthread_cond_broadcast(&cond);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(woken == N);
  return 0;
}
