// Reading what another thread writes without a barrier between.
// expect: fail data-race
// at: ACCESS
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
int data, copy;

static void *write(void *arg) {
  pthread_barrier_wait(&barrier);
  data = 1; /* ACCESS */
  return arg;
}

static void *read(void *arg) {
  pthread_barrier_wait(&barrier);
  copy = data; /* ACCESS */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, write, NULL);
  pthread_create(&b, NULL, read, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return data + copy > 2;
}
