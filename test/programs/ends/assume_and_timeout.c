// One execution is cut by an assumption, which takes nothing from a pass; with fewer time-outs
// another is cut by a bound, which does.
// expect: pass
// traces: 2 (the wait gives up or not, where the choice is 1)
// bounded: 1 (the choice is 0)
// assumed: 1
// also: --timeouts=0
// expect: incomplete
// stopped_by: --timeouts
// traces: 1
// bounded: 2
// assumed: 1
#include <pthread.h>
#include <ravel.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t semaphore;

static void *post(void *unused) {
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec until;
  ravel_assume(ravel_choose(2));
  sem_init(&semaphore, 0, 0);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  pthread_create(&thread, NULL, post, NULL);
  sem_timedwait(&semaphore, &until);
  pthread_join(thread, NULL);
}
