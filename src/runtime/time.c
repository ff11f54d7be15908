/*
 * Time is virtual. Each thread has a clock of its own that only the thread itself advances: a sleep
 * by its duration, reading the clock by a microsecond. A new thread's clock starts at its
 * creator's, a join takes the later of the two. A sleep returns at once: that a thread sleeps does
 * not keep any other from being slower still.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "runtime/cancel.h"
#include "runtime/cut.h"
#include "runtime/interrupt.h"
#include "runtime/operations.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/spinloop.h"
#include "runtime/time.h"

#define SECOND UINT64_C(1000000000)
#define START (UINT64_C(1000000000) * SECOND) /* the calendar's time when a program starts */
#define END (UINT64_C(1) << 55)               /* after more than a year the clock stands still */
enum { LOOK = 1000 };                         /* nanoseconds that looking at a clock takes */

/* How long a look takes. Many of one thread take longer and longer: it waits for a time to come. It
 * depends on nothing that other threads do. */
static uint64_t time_look(struct thread *self) {
  enum { MANY = 1024, MAX_DOUBLINGS = 40 };
  const uint64_t doublings = self->looks++ / MANY;
  return (uint64_t)LOOK << (doublings < MAX_DOUBLINGS ? doublings : MAX_DOUBLINGS);
}

static uint64_t start; /* when main begins: constructors look at clocks, too */

uint64_t time_at_start(void) {
  return start;
}

static uint64_t now(void) {
  struct thread *self = rt.current;
  if (!self)
    return start += LOOK;
  if (self->time >= END)
    return self->time;
  weak_loop_ends(self);
  if (rt.plain == PLAIN_WATCHED)
    spinloop_looks_at_clock();
  return self->time += time_look(self);
}

uint64_t time_of_counter(void) {
  return now();
}

/* A loop that reads a clock runs as it is for some iterations. Then time advances faster and
 * faster, so that its deadline comes. */
void time_flies(struct thread *thread, uint32_t turns) {
  enum { SLOW_TURNS = 16, FASTER = 4 };
  if (turns < SLOW_TURNS)
    return;
  uint32_t shift = FASTER * (turns - SLOW_TURNS);
  uint64_t jump = shift < 40 ? (uint64_t)LOOK << shift : END;
  thread->time = thread->time + jump < END ? thread->time + jump : END;
}

static struct timespec as_timespec(uint64_t time) {
  return (struct timespec){(time_t)(time / SECOND), (long)(time % SECOND)};
}

static uint64_t from_timespec(const struct timespec *time) {
  return (uint64_t)time->tv_sec * SECOND + (uint64_t)time->tv_nsec;
}

static bool is_calendar(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static uint64_t read_clock(clockid_t clock) {
  return now() + (is_calendar(clock) ? START : 0);
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!program_runs())
    return REAL(clock_gettime)(clock, time);
  *time = as_timespec(read_clock(clock));
  return 0;
}

EXPORT int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  if (!program_runs())
    return REAL(gettimeofday)(time, zone);
  uint64_t at = read_clock(CLOCK_REALTIME);
  *time = (struct timeval){(time_t)(at / SECOND), (suseconds_t)(at % SECOND / 1000)};
  return 0;
}

EXPORT time_t time(time_t *result) {
  if (!program_runs())
    return REAL(time)(result);
  time_t at = (time_t)(read_clock(CLOCK_REALTIME) / SECOND);
  if (result)
    *result = at;
  return at;
}

EXPORT int timespec_get(struct timespec *time, int base) {
  if (!program_runs())
    return REAL(timespec_get)(time, base);
  if (base != TIME_UTC)
    return 0;
  *time = as_timespec(read_clock(CLOCK_REALTIME));
  return base;
}

EXPORT clock_t clock(void) {
  return program_runs() ? (clock_t)(now() / (SECOND / CLOCKS_PER_SEC)) : REAL(clock)();
}

static void pass(uint64_t nanoseconds) {
  rt.current->time += nanoseconds;
}

bool time_is_valid(const struct timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && (uint64_t)time->tv_nsec < SECOND;
}

bool time_has_come(clockid_t clock, const struct timespec *time) {
  return from_timespec(time) <= rt.current->time + (is_calendar(clock) ? START : 0);
}

bool time_is_ahead(clockid_t clock, const struct timespec *time) {
  return time_is_valid(time) && !time_has_come(clock, time);
}

int64_t time_until(clockid_t clock, const struct timespec *time) {
  const uint64_t at = rt.current->time + (is_calendar(clock) ? START : 0);
  return (int64_t)(from_timespec(time) - at);
}

/* For the current thread. */
static void time_pass_until(clockid_t clock, const struct timespec *time) {
  uint64_t until = from_timespec(time);
  uint64_t at = rt.current->time + (is_calendar(clock) ? START : 0);
  if (until > at)
    pass(until - at);
}

void time_out(clockid_t clock, const struct timespec *time) {
  if (!operation_is_alone() && rt.current->timeouts++ == rt.shared->request.timeouts)
    cut_by_bound(BOUND_TIMEOUTS);
  time_pass_until(clock, time);
}

void time_out_after(const struct timespec *patience) {
  const struct timespec until = as_timespec(now() + from_timespec(patience));
  time_out(CLOCK_MONOTONIC, &until);
}

/* The current thread is about to sleep. True: a handler has run instead. */
static bool wakes(uint64_t pc, void *entry) {
  cancellation_point(pc, entry);
  thread_rests();
  return interruption_point(pc, entry);
}

static void time_is_left(const struct timespec *time, struct timespec *left) {
  if (left)
    *left = *time;
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                           struct timespec *left) {
  if (!rt.current)
    return REAL(clock_nanosleep)(clock, flags, time, left);
  if (!time_is_valid(time))
    return EINVAL;
  const bool awake = wakes(CALLER, ENTRY);
  if (flags & TIMER_ABSTIME)
    left = NULL;
  if (awake)
    time_is_left(time, left);
  else if (flags & TIMER_ABSTIME)
    time_pass_until(clock, time);
  else
    pass(from_timespec(time));
  return awake ? EINTR : 0;
}

EXPORT int nanosleep(const struct timespec *time, struct timespec *left) {
  if (!rt.current)
    return REAL(nanosleep)(time, left);
  if (!time_is_valid(time)) {
    errno = EINVAL;
    return -1;
  }
  if (wakes(CALLER, ENTRY)) {
    time_is_left(time, left);
    errno = EINTR;
    return -1;
  }
  pass(from_timespec(time));
  return 0;
}

EXPORT unsigned sleep(unsigned seconds) {
  if (!rt.current)
    return REAL(sleep)(seconds);
  if (wakes(CALLER, ENTRY))
    return seconds;
  pass(seconds * SECOND);
  return 0;
}

EXPORT int usleep(useconds_t microseconds) {
  if (!rt.current)
    return REAL(usleep)(microseconds);
  if (wakes(CALLER, ENTRY)) {
    errno = EINTR;
    return -1;
  }
  pass(microseconds * UINT64_C(1000));
  return 0;
}
