// Signals and broadcasts that nobody waits for commute.
// expect: pass
// traces: 1
// interleavings: 6
#include <pthread.h>
#include <stddef.h>

static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *signal(void *arg) {
  pthread_cond_signal(&cond);
  return arg;
}

static void *broadcast(void *arg) {
  pthread_cond_broadcast(&cond);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, i ? signal : broadcast, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
