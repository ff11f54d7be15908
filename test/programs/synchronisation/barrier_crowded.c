// Three threads come to a barrier for two. Which two meet there depends on the order: the third
// waits for ever.
// expect: fail deadlock
// also: --keep-going
// expect: fail deadlock
// traces: 36 (6 orders of arrival, 2 threads that may leave first, and 3 places for the last
// arrival beside the two that leave)
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *work(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
