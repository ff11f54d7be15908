// A bound that is met in an exit handler is met all the same.
// expect: incomplete
// stopped_by: --timeouts
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

static sem_t semaphore;

static void poll(void) {
  for (int i = 0; i < 3; i++) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    sem_timedwait(&semaphore, &until);
  }
  abort();
}

static void *other(void *unused) {
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  atexit(poll);
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, NULL);
}
