// An error that takes four time-outs: with fewer it is cut, and that is said.
// expect: incomplete
// stopped_by: --timeouts
// also: --timeouts=3
// expect: incomplete
// stopped_by: --timeouts
// also: --timeouts=4
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t semaphore;

static void *waits(void *arg) {
  struct timespec until;
  int missed = 0;
  clock_gettime(CLOCK_REALTIME, &until);
  for (int i = 0; i < 4; i++) {
    until.tv_sec++;
    missed += sem_timedwait(&semaphore, &until) != 0;
  }
  assert(missed < 4);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, waits, NULL);
  sem_post(&semaphore);
  pthread_join(thread, NULL);
  return 0;
}
