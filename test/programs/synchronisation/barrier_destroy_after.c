// The thread that is told to be the one destroys the barrier, while others are on their way out.
// expect: pass
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *work(void *arg) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    pthread_barrier_destroy(&barrier);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
