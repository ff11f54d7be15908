// A barrier is initialised again while a thread waits at it.
// expect: fail lock-misuse
// at: INIT
// message: initialisation of a barrier at which a thread waits
#include <pthread.h>

static pthread_barrier_t barrier;

static void *waiter(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_barrier_init(&barrier, NULL, 2); /* INIT */
  pthread_barrier_wait(&barrier);
  pthread_join(thread, NULL);
  return 0;
}
