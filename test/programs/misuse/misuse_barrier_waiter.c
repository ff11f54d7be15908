// A barrier is destroyed while a thread waits at it.
// expect: fail lock-misuse
// at: DESTROY
// message: destruction of a barrier at which a thread waits
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *work(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t thread;
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_destroy(&barrier); /* DESTROY */
  pthread_join(thread, NULL);
  return 0;
}
