// Timed waits under a bound of preemptions: every combination of taking a unit and giving up, and
// of what the other thread has stored by then. main can be left for nothing where it waits for a
// unit; but not at the second wait after it has given up the first, as the time has come by then.
// The numbers of errors were found by going through all schedules of the two threads in a program
// of a few lines.
// expect: fail assertion
// also: --keep-going --preemption-bound=0
// expect: fail assertion
// errors: 1
// also: --keep-going --preemption-bound=1
// expect: fail assertion
// errors: 4
// also: --keep-going --preemption-bound=2
// expect: fail assertion
// errors: 5
// also: --keep-going --preemption-bound=3
// expect: fail assertion
// errors: 5
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

static sem_t units;
static atomic_int stage;

static void *post_twice(void *arg) {
  stage = 1;
  sem_post(&units);
  stage = 2;
  sem_post(&units);
  return arg;
}

int main(void) {
  pthread_t thread;
  struct timespec until;
  sem_init(&units, 0, 0);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  pthread_create(&thread, NULL, post_twice, NULL);
  const int first = sem_timedwait(&units, &until), then = stage;
  const int second = sem_timedwait(&units, &until), later = stage;
  assert(!(first && second));
  assert(!(first && then == 1));
  assert(!(!first && second && then == 1));
  assert(!(!first && !second && then == 1));
  assert(!(first && !second && later == 2));
  pthread_join(thread, NULL);
  return 0;
}
