#define _GNU_SOURCE
#include "runtime/poll.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/select.h>

#include "runtime/access.h"
#include "runtime/cancel.h"
#include "runtime/descriptors.h"
#include "runtime/epoll.h"
#include "runtime/error.h"
#include "runtime/interrupt.h"
#include "runtime/real.h"
#include "runtime/signalfd.h"
#include "runtime/signals.h"
#include "runtime/time.h"

/* --- waiting -------------------------------------------------------------------------------------
 */

static int watch_look(const struct watch *watch, rv_tid tid) {
  signalfds_show(tid);
  return REAL(poll)(watch->list, watch->n, 0);
}

static bool any_is_ready(struct thread *thread) {
  return watch_look(thread->ticket, thread->tid) != 0;
}

static void poll_describe(const struct thread *thread, struct shared_wait *wait) {
  const struct watch *const watch = thread->ticket;
  wait->kind = WAIT_TO_POLL;
  wait->object = 0;
  wait->missing = (uint32_t)watch->n;
  wait->tag = watch->n ? watch->list[0].fd : -1;
}

static const struct blocking until_any_is_ready = {any_is_ready, poll_describe};

bool poll_watches(const struct thread *thread, int number) {
  if (!waits_until(thread, &until_any_is_ready))
    return false;
  const struct watch *const watch = thread->ticket;
  for (nfds_t i = 0; i < watch->n; i++)
    if (watch->list[i].fd == number)
      return true;
  return false;
}

bool poll_awaits_signals(const struct thread *thread) {
  if (!waits_until(thread, &until_any_is_ready))
    return false;
  const struct watch *const watch = thread->ticket;
  for (nfds_t i = 0; i < watch->n; i++)
    if (descriptor_takes_signals(watch->list[i].fd) ||
        (descriptor_is_set(watch->list[i].fd) &&
         epoll_gives_signals(descriptor_place(watch->list[i].fd))))
      return true;
  return false;
}

static bool is_patient(const struct watch *watch) {
  const struct timespec *const patience = watch->patience;
  return !patience || patience->tv_sec > 0 || patience->tv_nsec > 0;
}

/* A place that no operation changes: for a thread that waits for nothing. */
static uint64_t nothing(void) {
  return state_place(STATE_READY, SHARED_STATE_KIND / SHARED_STATE_STRIDE - 1);
}

enum { MAX_WATCHED = 128 };

static _Noreturn void refuse_many(uint64_t n, uint64_t pc, void *frame) {
  fail(ERROR_UNSUPPORTED, pc, frame, "to wait for any of %lu descriptors is not supported",
       (unsigned long)n);
}

static void watch_acts(const struct watch *watch, struct state_acts *acts, uint64_t pc,
                       void *frame) {
  *acts = (struct state_acts){.n = 0, .shown = -1};
  for (nfds_t i = 0; i < watch->n; i++) {
    if (acts->n > STATE_MAX_ACTS - 2)
      refuse_many(watch->n, pc, frame);
    if (watch->list[i].fd >= 0)
      descriptor_is_watched(watch->list[i].fd, acts);
  }
  if (acts->n && watch->may_change) {
    acts->list[0].mode |= RV_WRITE;
    acts->varies = true;
  }
  if (is_patient(watch)) {
    if (acts->n == 0)
      state_add(acts, nothing(), RV_READ);
    acts->blocking = &until_any_is_ready;
    acts->watched = acts->n;
    acts->timed = watch->patience != NULL;
    acts->cancellable = true;
    acts->ends = watch->mask ? WAIT_ENDS_MASKED : WAIT_ENDS;
  }
  if (watch->may_change) /* then the set may not be ready any more in those that it is in */
    epoll_member_acts(descriptor_place(watch->list[0].fd), acts);
}

/* Being told that a descriptor is ready acquires what others have done to it. */
static void watch_synchronise(const struct watch *watch) {
  for (nfds_t i = 0; i < watch->n; i++)
    if (watch->list[i].revents)
      descriptor_synchronise(watch->list[i].fd, LIBC_LOOK);
}

static void watch_turn(struct watch *watch, uint64_t pc, void *frame) {
  struct state_acts acts, said;
  rt.current->ticket = watch;
  watch_acts(watch, &acts, pc, frame);
  do { /* a number may have become that of another descriptor while the thread waited */
    said = acts;
    state_act(&acts, pc);
    watch->ended = acts.ended;
    if (acts.n == 0 || acts.ended)
      break;
    watch_acts(watch, &acts, pc, frame);
  } while (!state_acts_alike(&acts, &said));
  watch->visible = acts.n > 0 && !rt.solo && !watch->ended;
}

static bool watch_found(const struct watch *watch) {
  if (watch->ended || watch_look(watch, rt.current->tid) == 0)
    return false;
  watch_synchronise(watch);
  return true;
}

bool watch_wait(struct watch *watch, uint64_t pc, void *frame) {
  const uint64_t before = signals_mask_of(rt.current->tid);
  if (rt.current->await)
    fail(ERROR_UNSUPPORTED, pc, frame, "waiting for descriptors in a condition that is awaited");
  cancellation_point(pc, NULL);
  if (watch->mask) {
    plain_access((uintptr_t)watch->mask, sizeof watch->mask->__val[0], false, pc, frame);
    signals_mask_is(watch->mask->__val[0], pc);
  }
  watch_turn(watch, pc, frame);
  const bool found = watch_found(watch);
  if (watch->mask)
    signals_mask_changes(before, pc, frame);
  return !found;
}

void watch_times_out(const struct watch *watch) {
  if (is_patient(watch))
    time_out_after(watch->patience);
}

/* --- poll ----------------------------------------------------------------------------------------
 */

static int poll_failed(int error) {
  errno = error;
  return -1;
}

static int poll_all(struct pollfd *list, nfds_t n, const struct timespec *patience,
                    const sigset_t *mask, uint64_t pc, void *frame) {
  if (patience && !time_is_valid(patience))
    return poll_failed(EINVAL);
  if (n > MAX_WATCHED)
    refuse_many(n, pc, frame);
  if (n)
    plain_access((uintptr_t)list, n * sizeof *list, false, pc, frame);
  struct pollfd copy[MAX_WATCHED];
  if (n > 0) /* who waits for nothing but a signal may have no list */
    memcpy(copy, list, n * sizeof *list);
  struct watch watch = {.list = copy, .n = n, .patience = patience, .mask = mask};
  int ready = 0;
  const bool none = watch_wait(&watch, pc, frame);
  if (watch.ended)
    return poll_failed(EINTR);
  if (none)
    watch_times_out(&watch);
  for (nfds_t i = 0; i < n; i++) {
    plain_access((uintptr_t)&list[i].revents, sizeof list[i].revents, true, pc, frame);
    list[i].revents = copy[i].revents;
    ready += copy[i].revents != 0;
  }
  return ready;
}

EXPORT int poll(struct pollfd *list, nfds_t n, int milliseconds) {
  if (!rt.current)
    return REAL(poll)(list, n, milliseconds);
  const struct timespec patience = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  return poll_all(list, n, milliseconds < 0 ? NULL : &patience, NULL, CALLER, FRAME);
}

EXPORT int ppoll(struct pollfd *list, nfds_t n, const struct timespec *patience,
                 const sigset_t *mask) {
  return rt.current ? poll_all(list, n, patience, mask, CALLER, FRAME)
                    : REAL(ppoll)(list, n, patience, mask);
}

int __poll_chk(struct pollfd *list, nfds_t n, int milliseconds, size_t size);
EXPORT int __poll_chk(struct pollfd *list, nfds_t n, int milliseconds, size_t size) {
  if (!rt.current || size / sizeof *list < n)
    return REAL(__poll_chk)(list, n, milliseconds, size);
  const struct timespec patience = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  return poll_all(list, n, milliseconds < 0 ? NULL : &patience, NULL, CALLER, FRAME);
}

/* --- select --------------------------------------------------------------------------------------
 */

/* What each set of select asks for, and what of it counts as an answer. */
enum { SELECT_SETS = 3 };
static const short asked[SELECT_SETS] = {POLLIN, POLLOUT, POLLPRI};
static const short answers[SELECT_SETS] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};

static bool is_in_set(fd_set *set, int number) {
  return set && FD_ISSET(number, set);
}

static nfds_t select_list(int n, fd_set *const *sets, struct pollfd *list) {
  nfds_t found = 0;
  for (int number = 0; number < n && found < MAX_WATCHED; number++) {
    struct pollfd one = {.fd = number};
    for (int i = 0; i < SELECT_SETS; i++)
      if (is_in_set(sets[i], number))
        one.events = (short)(one.events | asked[i]);
    if (one.events)
      list[found++] = one;
  }
  return found;
}

static bool select_has_invalid(const struct watch *watch) {
  for (nfds_t i = 0; i < watch->n; i++)
    if (watch->list[i].revents & POLLNVAL)
      return true;
  return false;
}

static int select_answer(const struct watch *watch, fd_set *const *sets) {
  int count = 0;
  for (nfds_t at = 0; at < watch->n; at++)
    for (int i = 0; i < SELECT_SETS; i++) {
      const struct pollfd *const one = &watch->list[at];
      if (!is_in_set(sets[i], one->fd))
        continue;
      if (one->revents & answers[i])
        count++;
      else
        FD_CLR(one->fd, sets[i]);
    }
  return count;
}

static void select_touches(int n, fd_set *const *sets, bool write, uint64_t pc, void *frame) {
  const uint64_t size = ((uint64_t)n + NFDBITS - 1) / NFDBITS * sizeof(fd_mask);
  for (int i = 0; i < SELECT_SETS; i++)
    if (sets[i] && n > 0)
      plain_access((uintptr_t)sets[i], size, write, pc, frame);
}

static int select_any(int n, fd_set *const *sets, const struct timespec *patience,
                      const sigset_t *mask, bool *timed_out, uint64_t pc, void *frame) {
  if (n < 0 || n > FD_SETSIZE || (patience && !time_is_valid(patience)))
    return poll_failed(EINVAL);
  struct pollfd list[MAX_WATCHED];
  select_touches(n, sets, false, pc, frame);
  struct watch watch = {.list = list, .patience = patience, .mask = mask};
  watch.n = select_list(n, sets, list);
  if (watch.n == MAX_WATCHED)
    refuse_many(watch.n, pc, frame);
  *timed_out = watch_wait(&watch, pc, frame) && !watch.ended;
  if (watch.ended)
    return poll_failed(EINTR);
  if (select_has_invalid(&watch))
    return poll_failed(EBADF);
  if (*timed_out)
    watch_times_out(&watch);
  select_touches(n, sets, true, pc, frame);
  return select_answer(&watch, sets);
}

/* As Linux does, says in `time` how much of it is left: all, or nothing. */
EXPORT int select(int n, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
                  struct timeval *restrict time) {
  if (!rt.current)
    return REAL(select)(n, reads, writes, others, time);
  fd_set *const sets[SELECT_SETS] = {reads, writes, others};
  struct timespec patience = {0};
  if (time) {
    plain_access((uintptr_t)time, sizeof *time, true, CALLER, FRAME);
    patience =
        (struct timespec){time->tv_sec + time->tv_usec / 1000000, time->tv_usec % 1000000 * 1000L};
  }
  bool timed_out = false;
  const int ready = select_any(n, sets, time ? &patience : NULL, NULL, &timed_out, CALLER, FRAME);
  if (time && timed_out)
    *time = (struct timeval){0};
  return ready;
}

EXPORT int pselect(int n, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
                   const struct timespec *restrict patience, const sigset_t *restrict mask) {
  if (!rt.current)
    return REAL(pselect)(n, reads, writes, others, patience, mask);
  fd_set *const sets[SELECT_SETS] = {reads, writes, others};
  bool timed_out = false;
  return select_any(n, sets, patience, mask, &timed_out, CALLER, FRAME);
}
