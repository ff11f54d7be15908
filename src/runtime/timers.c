#define _GNU_SOURCE
#include "runtime/timers.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/coverage.h"
#include "runtime/descriptors.h"
#include "runtime/error.h"
#include "runtime/handle.h"
#include "runtime/interrupt.h"
#include "runtime/object.h"
#include "runtime/poll.h"
#include "runtime/real.h"
#include "runtime/signals.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/time.h"

enum { MAX_TIMERS = 64, INTERVAL_TIMERS = 3, NO_TIMER = MAX_TIMERS };
#define SECOND INT64_C(1000000000)

enum notify { NOTIFY_PROCESS, NOTIFY_BY_THREAD, NOTIFY_DESCRIPTOR, NOTIFY_NOBODY };

struct timer {
  uint64_t name;  /* who has created it, and how many before; 0: it is free */
  uint8_t how;    /* enum notify */
  uint32_t set;   /* how often it has been set: a setting is told by that; */
  bool armed;     /* and the last one is in force */
  rv_tid owner;   /* who has set it */
  int32_t number; /* of the signal, or of the descriptor */
  clockid_t clock;
  union sigval value;
  void (*function)(union sigval value);
  int64_t due, interval; /* in nanoseconds of its owner's clock */
  uint32_t came;         /* how often the time has come since it was set */
};

/* The first three are those of setitimer(). */
static struct timer timers[MAX_TIMERS];
static uint32_t n_timers, created_by[SHARED_MAX_THREADS];
static bool stopped;

bool timers_were_stopped(void) {
  return stopped;
}

void timers_reset(void) {
  if (n_timers) {
    memset(timers, 0, n_timers * sizeof *timers);
    memset(created_by, 0, sizeof created_by);
  }
  n_timers = 0;
  stopped = false;
}

void timers_pieces(void) {
  if (n_timers == 0)
    return;
  checkpoint_piece(&n_timers, sizeof n_timers);
  checkpoint_piece(&stopped, sizeof stopped);
  checkpoint_piece(timers, n_timers * sizeof *timers);
  checkpoint_piece(created_by, rt.high * sizeof *created_by);
}

/* All timers are one object: which of them goes off first depends on the others. */
static uint64_t timers_place(void) {
  return state_place(STATE_TIMERS, 0);
}

static void timers_change(uint64_t pc) {
  state_access(timers_place(), RV_READ | RV_WRITE, pc);
}

/* What has come before a timer is set anew is handled before the call returns, and not later. */
static void timers_set_begins(uint64_t pc, void *frame) {
  struct state_acts acts = {.n = 0, .shown = -1};
  state_add(&acts, timers_place(), RV_READ | RV_WRITE);
  signals_take_acts(&acts);
  state_act(&acts, pc);
  signals_take(pc, frame);
}

/* --- the time comes ------------------------------------------------------------------------------
 */

/* The argument of a ticker: the timer, and how often it had been set. */
enum { TIMER_BITS = 8 };

static struct timer *ticked_by(const struct thread *ticker) {
  return &timers[(uintptr_t)ticker->argument & ((1U << TIMER_BITS) - 1)];
}

static bool is_in_force(const struct thread *ticker) {
  const struct timer *const timer = ticked_by(ticker);
  return timer->armed && timer->set == (uintptr_t)ticker->argument >> TIMER_BITS;
}

/* Timers that one thread has set go off in the order of their times. */
static bool is_next(const struct timer *timer) {
  for (uint32_t i = 0; i < n_timers; i++)
    if (timers[i].armed && timers[i].owner == timer->owner && timers[i].due < timer->due)
      return false;
  return true;
}

static bool is_due(struct thread *ticker) {
  return is_in_force(ticker) && is_next(ticked_by(ticker));
}

static void timers_describe(const struct thread *thread, struct shared_wait *wait) {
  (void)thread;
  wait->kind = WAIT_SIGNAL;
  wait->object = 0;
}

static const struct blocking until_it_is_due = {is_due, timers_describe};

static void *notified(void *argument) {
  struct timer *const timer = &timers[(uintptr_t)argument];
  timer->function(timer->value);
  return NULL;
}

static void notify_by_thread(const struct timer *timer, uint64_t pc, void *frame) {
  unsigned long handle;
  struct thread *const child =
      handle_create(&handle, notified, (void *)(uintptr_t)(timer - timers), 0, pc, frame);
  child->detached = true;
  run_local(child);
}

/* Waits until the time has come; who is told is told in the same step. */
static void await_time(const struct timer *timer, uint64_t pc) {
  struct state_acts acts = {.n = 0, .shown = -1};
  state_add(&acts, timers_place(), RV_READ | RV_WRITE);
  if (timer->how == NOTIFY_DESCRIPTOR)
    descriptor_acts(timer->number, LIBC_ADD, false, NULL, &acts);
  else if (timer->how == NOTIFY_PROCESS)
    signals_timer_acts(timer->number, &acts);
  acts.releases = false;
  acts.blocking = &until_it_is_due;
  acts.watched = 1;
  state_act(&acts, pc);
}

static void tell_descriptor(const struct timer *timer) {
  const uint64_t one = 1;
  if (write(timer->number, &one, sizeof one) == sizeof one)
    descriptor_synchronise(timer->number, LIBC_ADD);
}

static void stop_at_bound(void) {
  stopped = true;
  not_covered_once("timers that go off more often than --timeouts says");
}

static void *tick(void *argument) {
  struct thread *const self = rt.current;
  struct timer *const timer = ticked_by(self);
  const uint64_t pc = self->pc;
  (void)argument;
  do {
    await_time(timer, pc);
    if (self->time < (uint64_t)timer->due)
      self->time = (uint64_t)timer->due;
    timer->due += timer->interval;
    timer->armed = timer->interval > 0 && timer->came + 1 < rt.shared->request.timeouts;
    if (timer->interval > 0 && !timer->armed)
      stop_at_bound();
    timer->came++;
    if (timer->how == NOTIFY_DESCRIPTOR)
      tell_descriptor(timer);
    else if (timer->how == NOTIFY_PROCESS)
      signals_timer_sends(timer->number, timer->value, pc, FRAME);
    else if (timer->how == NOTIFY_BY_THREAD)
      notify_by_thread(timer, pc, FRAME);
  } while (is_in_force(self));
  thread_vanish();
}

/* --- setting -------------------------------------------------------------------------------------
 */

static int64_t nanoseconds(const struct timespec *time) {
  return time->tv_sec * SECOND + time->tv_nsec;
}

static struct timespec timespec_of(int64_t time) {
  return (struct timespec){time / SECOND, time % SECOND};
}

static void timer_start(struct timer *timer, uint64_t pc, void *frame) {
  void *const argument =
      (void *)((uintptr_t)timer->set << TIMER_BITS | (uintptr_t)(timer - timers));
  struct thread *const ticker = thread_create(rt.current, tick, argument, 0, pc);
  if (!ticker)
    fail(ERROR_UNSUPPORTED, pc, frame,
         "more than %d different threads and timers are not supported", SHARED_MAX_THREADS);
  ticker->interruption = (struct interruption){.carries = true};
  ticker->detached = true;
  ticker->pc = pc;
  snprintf(rt.shared->threads[ticker->tid].name, sizeof rt.shared->threads[ticker->tid].name,
           "timer");
  run_local(ticker);
}

/* After `after` nanoseconds, and every `interval` then. `after` 0: never. */
static void timer_set(struct timer *timer, int64_t after, int64_t interval, uint64_t pc,
                      void *frame) {
  timer->set++;
  timer->came = 0;
  timer->armed = after > 0;
  timer->owner = rt.current->tid;
  timer->due = (int64_t)rt.current->time + after;
  timer->interval = interval;
  if (timer->armed)
    timer_start(timer, pc, frame);
}

/* How long it takes from now on; what is due and has not come takes a little. */
static int64_t timer_left(const struct timer *timer) {
  const int64_t left = timer->due - (int64_t)rt.current->time;
  rt.current->looks++;
  return !timer->armed ? 0 : left > 0 ? left : 1;
}

static struct timer *interval_timer(int which) {
  static const int numbers[INTERVAL_TIMERS] = {SIGALRM, SIGVTALRM, SIGPROF};
  if (n_timers < INTERVAL_TIMERS)
    n_timers = INTERVAL_TIMERS;
  timers[which].how = NOTIFY_PROCESS;
  timers[which].number = numbers[which];
  return &timers[which];
}

static int timer_failed(int error) {
  errno = error;
  return -1;
}

static unsigned alarm_set(int64_t after, uint64_t pc, void *frame) {
  struct timer *const timer = interval_timer(ITIMER_REAL);
  timers_set_begins(pc, frame);
  const int64_t left = timer_left(timer);
  timer_set(timer, after, 0, pc, frame);
  return (unsigned)((left + SECOND - 1) / SECOND);
}

EXPORT unsigned alarm(unsigned seconds) {
  return rt.current ? alarm_set(seconds * SECOND, CALLER, FRAME) : REAL(alarm)(seconds);
}

static struct itimerval itimerval_of(const struct timer *timer) {
  const struct timespec left = timespec_of(timer_left(timer)), again = timespec_of(timer->interval);
  return (struct itimerval){{again.tv_sec, again.tv_nsec / 1000},
                            {left.tv_sec, (left.tv_nsec + 999) / 1000}};
}

static int64_t from_timeval(const struct timeval *time) {
  return time->tv_sec * SECOND + time->tv_usec * 1000;
}

EXPORT int setitimer(__itimer_which_t which, const struct itimerval *restrict value,
                     struct itimerval *restrict old) {
  if (!rt.current)
    return REAL(setitimer)(which, value, old);
  if ((unsigned)which >= INTERVAL_TIMERS)
    return timer_failed(EINVAL);
  plain_access((uintptr_t)value, sizeof *value, false, CALLER, FRAME);
  struct timer *const timer = interval_timer((int)which);
  timers_set_begins(CALLER, FRAME);
  const struct itimerval before = itimerval_of(timer);
  timer_set(timer, from_timeval(&value->it_value), from_timeval(&value->it_interval), CALLER,
            FRAME);
  if (old) {
    plain_access((uintptr_t)old, sizeof *old, true, CALLER, FRAME);
    *old = before;
  }
  return 0;
}

EXPORT int getitimer(__itimer_which_t which, struct itimerval *value) {
  if (!rt.current)
    return REAL(getitimer)(which, value);
  if ((unsigned)which >= INTERVAL_TIMERS)
    return timer_failed(EINVAL);
  timers_change(CALLER);
  plain_access((uintptr_t)value, sizeof *value, true, CALLER, FRAME);
  *value = itimerval_of(interval_timer((int)which));
  return 0;
}

/* --- timers that are created ---------------------------------------------------------------------
 */

static struct timer *timer_new(clockid_t clock, uint64_t pc, void *frame) {
  const rv_tid tid = rt.current->tid;
  timers_change(pc);
  uint32_t at = INTERVAL_TIMERS;
  while (at < n_timers && timers[at].name)
    at++;
  if (at == MAX_TIMERS)
    fail(ERROR_UNSUPPORTED, pc, frame, "more than %d timers are not supported",
         MAX_TIMERS - INTERVAL_TIMERS);
  n_timers = n_timers > at ? n_timers : at + 1;
  timers[at] = (struct timer){
      .name = (uint64_t)(tid + 1) << 32 | ++created_by[tid], .clock = clock, .set = timers[at].set};
  return &timers[at];
}

static struct timer *timer_of(timer_t handle) {
  for (uint32_t i = INTERVAL_TIMERS; i < n_timers; i++)
    if (timers[i].name == (uintptr_t)handle)
      return &timers[i];
  return NULL;
}

static void timer_notifies(struct timer *timer, const struct sigevent *event, uint64_t pc,
                           void *frame) {
  timer->number = SIGALRM;
  timer->value.sival_ptr = (void *)(uintptr_t)timer->name;
  if (!event)
    return;
  plain_access((uintptr_t)event, sizeof *event, false, pc, frame);
  timer->number = event->sigev_signo;
  timer->value = event->sigev_value;
  switch (event->sigev_notify) {
  case SIGEV_NONE:
    timer->how = NOTIFY_NOBODY;
    break;
  case SIGEV_SIGNAL:
    break;
  case SIGEV_THREAD:
    timer->how = NOTIFY_BY_THREAD;
    timer->function = event->sigev_notify_function;
    break;
  default:
    unsupported("timer_create() with SIGEV_THREAD_ID", pc, frame);
  }
}

EXPORT int timer_create(clockid_t clock, struct sigevent *event, timer_t *handle) {
  if (!rt.current)
    return REAL(timer_create)(clock, event, handle);
  struct timer *const timer = timer_new(clock, CALLER, FRAME);
  timer_notifies(timer, event, CALLER, FRAME);
  plain_access((uintptr_t)handle, sizeof *handle, true, CALLER, FRAME);
  *handle = (timer_t)(uintptr_t)timer->name;
  return 0;
}

EXPORT int timer_delete(timer_t handle) {
  if (!rt.current)
    return REAL(timer_delete)(handle);
  timers_set_begins(CALLER, FRAME);
  struct timer *const timer = timer_of(handle);
  if (!timer)
    return timer_failed(EINVAL);
  *timer = (struct timer){.set = timer->set + 1};
  return 0;
}

static struct itimerspec itimerspec_of(const struct timer *timer) {
  return (struct itimerspec){timespec_of(timer->interval), timespec_of(timer_left(timer))};
}

/* How long it takes until then; at least a little. */
static int64_t from_now(const struct timer *timer, const struct timespec *at, bool absolute) {
  const int64_t wanted = nanoseconds(at);
  if (!absolute || wanted == 0)
    return wanted;
  return time_has_come(timer->clock, at) ? 1 : time_until(timer->clock, at);
}

static int timer_change(struct timer *timer, bool absolute, const struct itimerspec *value,
                        struct itimerspec *old, uint64_t pc, void *frame) {
  if (!time_is_valid(&value->it_value) || !time_is_valid(&value->it_interval))
    return timer_failed(EINVAL);
  const struct itimerspec before = itimerspec_of(timer);
  timer_set(timer, from_now(timer, &value->it_value, absolute), nanoseconds(&value->it_interval),
            pc, frame);
  if (old) {
    plain_access((uintptr_t)old, sizeof *old, true, pc, frame);
    *old = before;
  }
  return 0;
}

EXPORT int timer_settime(timer_t handle, int flags, const struct itimerspec *restrict value,
                         struct itimerspec *restrict old) {
  if (!rt.current)
    return REAL(timer_settime)(handle, flags, value, old);
  plain_access((uintptr_t)value, sizeof *value, false, CALLER, FRAME);
  timers_set_begins(CALLER, FRAME);
  struct timer *const timer = timer_of(handle);
  return timer ? timer_change(timer, flags & TIMER_ABSTIME, value, old, CALLER, FRAME)
               : timer_failed(EINVAL);
}

EXPORT int timer_gettime(timer_t handle, struct itimerspec *value) {
  if (!rt.current)
    return REAL(timer_gettime)(handle, value);
  timers_change(CALLER);
  const struct timer *const timer = timer_of(handle);
  if (!timer)
    return timer_failed(EINVAL);
  plain_access((uintptr_t)value, sizeof *value, true, CALLER, FRAME);
  *value = itimerspec_of(timer);
  return 0;
}

/* Each time that it goes off is told. */
EXPORT int timer_getoverrun(timer_t handle) {
  return rt.current ? 0 : REAL(timer_getoverrun)(handle);
}

/* --- as descriptors ------------------------------------------------------------------------------
 */

static struct timer *timer_with(int number) {
  for (uint32_t i = INTERVAL_TIMERS; i < n_timers; i++)
    if (timers[i].name && timers[i].how == NOTIFY_DESCRIPTOR && timers[i].number == number)
      return &timers[i];
  return NULL;
}

/* To the kernel it is an event that counts. */
EXPORT int timerfd_create(clockid_t clock, int flags) {
  if (!rt.current)
    return REAL(timerfd_create)(clock, flags);
  struct state_acts acts = {.n = 0, .shown = -1};
  descriptor_numbers_act(true, &acts);
  state_act(&acts, CALLER);
  const int number = eventfd(0, flags);
  if (number < 0)
    return number;
  struct timer *timer = timer_with(number); /* which has been closed */
  if (timer)
    *timer = (struct timer){.set = timer->set + 1};
  timer = timer_new(clock, CALLER, FRAME);
  timer->how = NOTIFY_DESCRIPTOR;
  timer->number = number;
  descriptor_opened(number, -1);
  state_is_kept("timerfd_create", false);
  return number;
}

static void descriptor_empty(int number) {
  uint64_t count;
  struct pollfd one = {.fd = number, .events = POLLIN};
  if (REAL(poll)(&one, 1, 0) == 1 && read(number, &count, sizeof count) < 0)
    return;
}

static struct timer *timerfd_begins(int number, enum libc_mode mode, uint64_t pc) {
  struct state_acts acts = {.n = 0, .shown = -1};
  state_add(&acts, timers_place(), RV_READ | RV_WRITE);
  descriptor_acts(number, mode, false, NULL, &acts);
  state_act(&acts, pc);
  return timer_with(number);
}

EXPORT int timerfd_settime(int number, int flags, const struct itimerspec *value,
                           struct itimerspec *old) {
  if (!rt.current)
    return REAL(timerfd_settime)(number, flags, value, old);
  plain_access((uintptr_t)value, sizeof *value, false, CALLER, FRAME);
  struct timer *const timer = timerfd_begins(number, LIBC_CHANGE, CALLER);
  if (!timer)
    return REAL(timerfd_settime)(number, flags, value, old); /* which fails */
  if (time_is_valid(&value->it_value))
    descriptor_empty(number);
  return timer_change(timer, flags & TFD_TIMER_ABSTIME, value, old, CALLER, FRAME);
}

EXPORT int timerfd_gettime(int number, struct itimerspec *value) {
  if (!rt.current)
    return REAL(timerfd_gettime)(number, value);
  const struct timer *const timer = timerfd_begins(number, LIBC_LOOK, CALLER);
  if (!timer)
    return REAL(timerfd_gettime)(number, value);
  plain_access((uintptr_t)value, sizeof *value, true, CALLER, FRAME);
  *value = itimerspec_of(timer);
  return 0;
}

void timers_synchronise(int number) {
  const struct timer *const timer = n_timers > INTERVAL_TIMERS ? timer_with(number) : NULL;
  if (!timer || !timer->came)
    return;
  const uint64_t came = (uint64_t)(timer->due - timer->interval);
  if (rt.current->time < came)
    rt.current->time = came;
}
