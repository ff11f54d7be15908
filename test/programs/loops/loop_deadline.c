// A loop with a deadline comes to it, whether it sleeps or only looks at the clock.
// expect: fail assertion
// at: BUG
// also:
// cflags: -O0
// expect: fail assertion
// at: BUG
// also:
// cflags: -DSLEEPS
// expect: fail assertion
// at: BUG
// also:
// cflags: -DSLEEPS -DGIVES_UP
// expect: pass
// traces: 13 (it looks at x before, between or after its ten sleeps and once more, or finds it set: the
// store is after 0 to 11 looks in vain; with all of them, before or after the last look of all)
// also:
// cflags: -DCALENDAR
// expect: fail assertion
// at: BUG
// also:
// cflags: -DDELAY
// expect: pass
// traces: 2 (the store is before or after the look)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static atomic_int x;

static long long now(void) {
#ifdef CALENDAR
  return time(NULL) * 1000LL;
#else
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1000LL + at.tv_nsec / 1000000;
#endif
}

static void *setter(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
#ifdef DELAY
  long long end = now() + 3600 * 1000;
  while (now() < end)
    ;
#else
  long long end = now() + 1000;
  while (!atomic_load(&x) && now() < end)
#ifdef SLEEPS
    usleep(100000);
#else
    ;
#endif
#endif
#ifdef GIVES_UP
  (void)atomic_load(&x);
#elif defined DELAY
  (void)atomic_load(&x);
#else
  assert(atomic_load(&x)); /* BUG */
#endif
  pthread_join(thread, NULL);
}
