// A thread that polls could give up any number of times: as often as --timeouts says, it does, and
// where it would go on the execution is cut.
// expect: incomplete
// stopped_by: --timeouts
// traces: 3 (it gives up 0, 1 or 2 times before the post)
// bounded: 1
// also: --timeouts=5
// expect: incomplete
// traces: 6
// bounded: 1
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t semaphore;

static void *post(void *arg) {
  sem_post(&semaphore);
  return arg;
}

static void *poll(void *arg) {
  struct timespec until;
  do {
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 1;
  } while (sem_clockwait(&semaphore, CLOCK_MONOTONIC, &until) != 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 0);
  pthread_create(&a, NULL, post, NULL);
  pthread_create(&b, NULL, poll, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
