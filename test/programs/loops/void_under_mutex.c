// A thread polls what a mutex protects: it waits, and every way out of its loop is explored.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int stage;

static void *worker(void *unused) {
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&mutex);
    stage = i;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  bool waited = false;
  int seen;
  for (;;) {
    pthread_mutex_lock(&mutex);
    seen = stage;
    pthread_mutex_unlock(&mutex);
    if (seen)
      break;
    waited = true;
  }
  pthread_join(thread, NULL);
  assert(!(waited && seen == 1)); /* BUG */
  return 0;
}
