// Sleeping for hours takes no time, and the clocks agree that it did.
// expect: pass
// traces: 1 (sleeps and clocks are no events)
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static time_t now(clockid_t clock) {
  struct timespec time;
  assert(clock_gettime(clock, &time) == 0);
  return time.tv_sec;
}

static void *sleeper(void *arg) {
  time_t before = now(CLOCK_MONOTONIC), date = time(NULL);
  assert(sleep(1000) == 0);
  assert(now(CLOCK_MONOTONIC) >= before + 1000);
  assert(time(NULL) >= date + 1000);
  struct timespec hour = {.tv_sec = 3600};
  assert(nanosleep(&hour, NULL) == 0);
  assert(now(CLOCK_MONOTONIC) >= before + 4600);
  assert(usleep(10) == 0);
  assert(sched_yield() == 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  struct timespec last = {0, 0};
  for (int i = 0; i < 1000; i++) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    assert(time.tv_sec > last.tv_sec ||
           (time.tv_sec == last.tv_sec && time.tv_nsec >= last.tv_nsec));
    last = time;
  }
  pthread_create(&a, NULL, sleeper, NULL);
  pthread_create(&b, NULL, sleeper, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
