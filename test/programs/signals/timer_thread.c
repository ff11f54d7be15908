// A timer that calls a function in a thread of its own: that races with the rest of the program.
// With -DDELETED the timer may have been deleted before that.
// expect: fail data-race
// also:
// cflags: -DATOMIC
// expect: pass
// traces: 2 (main looks before or after the thread has changed what it looks at)
// also:
// cflags: -DATOMIC -DDELETED
// expect: fail assertion
// at: CALLED
#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#ifdef ATOMIC
static atomic_int count;
#else
static int count;
#endif

static void function(union sigval value) {
  count += value.sival_int;
}

int main(void) {
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_value.sival_int = 7};
  const struct itimerspec once = {.it_value = {1, 0}};
  event.sigev_notify_function = function;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  timer_settime(timer, 0, &once, NULL);
#ifdef DELETED
  timer_delete(timer);
#endif
  const int seen = count;
#ifdef DELETED
  assert(seen == 0); /* CALLED */
#else
  assert(seen == 0 || seen == 7);
#endif
  return 0;
}
