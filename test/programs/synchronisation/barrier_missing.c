// A barrier for three at which two arrive.
// expect: fail deadlock
// at: WAIT
// also: --keep-going
// expect: fail deadlock
// traces: 1 (arrivals commute)
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *work(void *arg) {
  pthread_barrier_wait(&barrier); /* WAIT */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
