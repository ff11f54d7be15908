// A condition variable as it is meant to be used.
// expect: pass
// traces: 2 (the signal finds nobody, or a thread that waits)
// not_covered: spurious
// also: --spurious
// expect: incomplete
// stopped_by: --spurious
// traces: 4 (and it wakes up for no reason, and locks the mutex before the other or after it)
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *produce(void *arg) {
  pthread_mutex_lock(&mutex);
  ready = true;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *consume(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&cond, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_cond_destroy(&cond) == 0);
  return 0;
}
