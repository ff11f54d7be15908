#define _GNU_SOURCE
#include "runtime/epoll.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/datagrams.h"
#include "runtime/descriptors.h"
#include "runtime/error.h"
#include "runtime/poll.h"
#include "runtime/real.h"
#include "runtime/signalfd.h"
#include "runtime/time.h"

enum { MAX_MEMBERS = 256, FIRST_HIDDEN = 512 };

struct member {
  uint64_t set, place; /* what stands for them; `place` 0: nothing does */
  int number;          /* of the descriptor */
  int hidden;          /* the kernel's set with this member alone */
  uint32_t events;
  epoll_data_t data;
};

static struct member members[MAX_MEMBERS]; /* in the order in which they are asked */
static uint32_t n_members;

/* --- places --------------------------------------------------------------------------------------
 */

/* The sets of a program share a few places. */
enum { READY_PLACES = 8 };

static uint64_t index_of(uint64_t place) {
  return (place - state_place(STATE_DESCRIPTOR, 0)) / SHARED_STATE_STRIDE;
}

static uint64_t epoll_ready_index(uint64_t set) {
  return (index_of(set) ^ index_of(set) >> 10) % READY_PLACES;
}

uint64_t epoll_ready_place(uint64_t set) {
  return state_place(STATE_READY, epoll_ready_index(set));
}

static uint64_t epoll_member_mark(uint64_t member, uint64_t ready) {
  const uint64_t marks = SHARED_STATE_KIND / SHARED_STATE_STRIDE;
  return state_place(STATE_MEMBER, (index_of(member) * READY_PLACES + ready) % marks);
}

/* A set of the one ready place is in one of the other. */
static uint64_t epoll_nested_mark(uint64_t inner, uint64_t outer) {
  const uint64_t marks = SHARED_STATE_KIND / SHARED_STATE_STRIDE;
  return state_place(STATE_MEMBER, marks - 1 - (inner * READY_PLACES + outer));
}

/* What is ready in a set is ready in those that it is in. */
static uint32_t epoll_outer_places(uint32_t places) {
  for (uint32_t before = 0; places != before;) {
    before = places;
    for (uint64_t i = 0; i < READY_PLACES; i++)
      for (uint64_t outer = 0; before >> i & 1 && outer < READY_PLACES; outer++)
        places |= (uint32_t)is_marked(epoll_nested_mark(i, outer)) << outer;
  }
  return places;
}

void epoll_member_acts(uint64_t place, struct state_acts *acts) {
  uint32_t places = 0;
  for (uint64_t i = 0; i < READY_PLACES; i++)
    places |= (uint32_t)is_marked(epoll_member_mark(place, i)) << i;
  places = epoll_outer_places(places);
  for (uint64_t i = 0; i < READY_PLACES; i++)
    if (places >> i & 1)
      state_add(acts, state_place(STATE_READY, i), RV_ADD);
}

/* --- members -------------------------------------------------------------------------------------
 */

static struct member *member_find(uint64_t set, int number) {
  for (uint32_t i = 0; i < n_members; i++)
    if (members[i].set == set && members[i].number == number)
      return &members[i];
  return NULL;
}

/* A high number, since the program is given the lowest free ones. */
static int hidden_set(void) {
  const int low = epoll_create1(EPOLL_CLOEXEC);
  const int high = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, FIRST_HIDDEN);
  if (low >= 0)
    REAL(close)(low);
  return high;
}

static bool is_member(uint64_t set, uint64_t place) {
  for (uint32_t i = 0; i < n_members; i++)
    if (members[i].set == set && members[i].place == place)
      return true;
  return false;
}

/* Between two sets of the program the kernel has one that is hidden, and it does not let many sets
 * be in each other. */
static int member_refused(int error, int hidden, bool known, uint64_t pc, void *frame) {
  if (error == ELOOP)
    fail(ERROR_UNSUPPORTED, pc, frame,
         "sets of epoll that are in each other more than two deep are not supported");
  if (!known)
    REAL(close)(hidden);
  errno = error;
  return -1;
}

static int member_add(int set, int number, const struct epoll_event *event, uint64_t place,
                      uint64_t pc, void *frame) {
  struct member *member = member_find(place, number);
  const bool known = member != NULL; /* it may have been closed since */
  if (!known && n_members == MAX_MEMBERS)
    fail(ERROR_UNSUPPORTED, pc, frame, "epoll with more than %d descriptors is not supported",
         MAX_MEMBERS);
  if (descriptor_is_set(number) && is_member(descriptor_place(number), place)) {
    errno = ELOOP;
    return -1;
  }
  const int hidden = known ? member->hidden : hidden_set();
  struct epoll_event inner = *event, outer = {.events = EPOLLIN};
  if (hidden < 0)
    return -1;
  if (REAL(epoll_ctl)(hidden, EPOLL_CTL_ADD, number, &inner) ||
      (!known && REAL(epoll_ctl)(set, EPOLL_CTL_ADD, hidden, &outer)))
    return member_refused(errno, hidden, known, pc, frame);
  if (!known)
    member = &members[n_members++];
  if (descriptor_place(number))
    mark(epoll_member_mark(descriptor_place(number), epoll_ready_index(place)));
  if (descriptor_is_set(number))
    mark(epoll_nested_mark(epoll_ready_index(descriptor_place(number)), epoll_ready_index(place)));
  if (descriptor_takes_signals(number))
    signalfd_joins_set();
  *member =
      (struct member){place, descriptor_place(number), number, hidden, event->events, event->data};
  epoll_member_heeds(number, datagram_peer_place(number));
  return 0;
}

bool epoll_gives_signals(uint64_t place) {
  for (uint32_t i = 0; i < n_members; i++)
    if (members[i].set == place && members[i].place &&
        (descriptor_takes_signals(members[i].number) ||
         (descriptor_is_set(members[i].number) && epoll_gives_signals(members[i].place))))
      return true;
  return false;
}

void epoll_member_moves(int number, uint64_t place) {
  for (uint32_t i = 0; i < n_members; i++)
    if (members[i].number == number && members[i].place) {
      members[i].place = place;
      mark(epoll_member_mark(place, epoll_ready_index(members[i].set)));
    }
}

void epoll_member_heeds(int number, uint64_t place) {
  for (uint32_t i = 0; place && i < n_members; i++)
    if (members[i].number == number && members[i].place)
      mark(epoll_member_mark(place, epoll_ready_index(members[i].set)));
}

/* Its set is left where it is, as it may be added again: it is empty. */
static int member_change(int operation, int number, struct epoll_event *event, uint64_t place) {
  struct member *const member = member_find(place, number);
  const int hidden = member ? member->hidden : hidden_set(); /* an empty one: for the error */
  const int result = REAL(epoll_ctl)(hidden, operation, number, event);
  if (!member) {
    const int error = errno;
    REAL(close)(hidden);
    errno = error;
  } else if (result == 0 && operation == EPOLL_CTL_MOD) {
    member->events = event->events;
    member->data = event->data;
  } else if (result == 0) {
    member->place = 0;
    member->events = 0;
  }
  return result;
}

EXPORT int epoll_ctl(int set, int operation, int number, struct epoll_event *event) {
  if (!rt.current)
    return REAL(epoll_ctl)(set, operation, number, event);
  if (event && operation != EPOLL_CTL_DEL)
    plain_access((uintptr_t)event, sizeof *event, false, CALLER, FRAME);
  struct state_acts acts, said = {.n = UINT32_MAX};
  for (;; said = acts) {
    acts = (struct state_acts){.n = 0, .shown = -1};
    descriptor_acts(set, LIBC_CHANGE, false, NULL, &acts);
    acts.shown = set;
    if (descriptor_place(number))
      state_add(&acts, descriptor_place(number), RV_READ);
    if (state_acts_alike(&acts, &said))
      break;
    struct state_acts now = acts;
    state_act(&now, CALLER);
  }
  if (!descriptor_is_set(set) || set == number || !event)
    return operation == EPOLL_CTL_DEL && descriptor_is_set(set) && set != number
               ? member_change(operation, number, event, descriptor_place(set))
               : REAL(epoll_ctl)(set, operation, number, event);
  return operation == EPOLL_CTL_ADD
             ? member_add(set, number, event, descriptor_place(set), CALLER, FRAME)
             : member_change(operation, number, event, descriptor_place(set));
}

static bool is_reported(int hidden) {
  struct pollfd one = {.fd = hidden, .events = POLLIN};
  return REAL(poll)(&one, 1, 0) == 1;
}

void epoll_synchronise(uint64_t place) {
  for (uint32_t i = 0; i < n_members; i++)
    if (members[i].set == place && members[i].place && is_reported(members[i].hidden))
      descriptor_synchronise(members[i].number, LIBC_LOOK);
}

/* --- waiting -------------------------------------------------------------------------------------
 */

/* It comes last from now on. */
static void member_queue(uint32_t at) {
  const struct member told = members[at];
  for (; at + 1 < n_members; at++)
    members[at] = members[at + 1];
  members[n_members - 1] = told;
}

/* `changes`: reporting readiness changes the set, because some members are reported once, or
 * because there may be no room for all and then they take turns. */
static int epoll_collect(uint64_t set, struct epoll_event *events, uint32_t most, bool *changes) {
  uint32_t n = 0;
  const bool queues = most < n_members;
  for (uint32_t i = 0, left = n_members; left > 0 && n < most; left--) {
    struct epoll_event event;
    const struct member *const member = &members[i];
    if (member->set != set || REAL(epoll_wait)(member->hidden, &event, 1, 0) != 1) {
      i++;
      continue;
    }
    events[n++] = (struct epoll_event){event.events, member->data};
    descriptor_synchronise(member->number, LIBC_LOOK);
    *changes |= queues || member->events & (EPOLLET | EPOLLONESHOT);
    if (queues)
      member_queue(i);
    else
      i++;
  }
  return (int)n;
}

static int epoll_any(int set, struct epoll_event *events, int most, const struct timespec *patience,
                     const sigset_t *mask, uint64_t pc, void *frame) {
  if (!descriptor_is_set(set) || most <= 0)
    return REAL(epoll_wait)(set, events, most, 0); /* which fails */
  struct pollfd one = {.fd = set, .events = POLLIN};
  struct watch watch = {
      .list = &one, .n = 1, .patience = patience, .mask = mask, .may_change = true};
  bool changes = false;
  const bool none = watch_wait(&watch, pc, frame);
  if (watch.ended) {
    errno = EINTR;
    return -1;
  }
  const int n = none ? 0 : epoll_collect(descriptor_place(set), events, (uint32_t)most, &changes);
  if (watch.visible)
    performed_as((uint64_t)n, changes ? RV_READ | RV_WRITE : RV_READ, RV_OP_VARIES);
  if (none)
    watch_times_out(&watch);
  plain_access((uintptr_t)events, (uint64_t)n * sizeof *events, true, pc, frame);
  return n;
}

static int epoll_for(int set, struct epoll_event *events, int most, int milliseconds,
                     const sigset_t *mask, uint64_t pc, void *frame) {
  const struct timespec patience = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  return epoll_any(set, events, most, milliseconds < 0 ? NULL : &patience, mask, pc, frame);
}

EXPORT int epoll_wait(int set, struct epoll_event *events, int most, int milliseconds) {
  return rt.current ? epoll_for(set, events, most, milliseconds, NULL, CALLER, FRAME)
                    : REAL(epoll_wait)(set, events, most, milliseconds);
}

EXPORT int epoll_pwait(int set, struct epoll_event *events, int most, int milliseconds,
                       const sigset_t *mask) {
  return rt.current ? epoll_for(set, events, most, milliseconds, mask, CALLER, FRAME)
                    : REAL(epoll_pwait)(set, events, most, milliseconds, mask);
}

EXPORT int epoll_pwait2(int set, struct epoll_event *events, int most,
                        const struct timespec *patience, const sigset_t *mask) {
  return rt.current ? epoll_any(set, events, most, patience, mask, CALLER, FRAME)
                    : REAL(epoll_pwait2)(set, events, most, patience, mask);
}

/* --- copies --------------------------------------------------------------------------------------
 */

/* What the kernel watches for it. False: nothing, since it was closed or taken out. */
static bool member_watched(const struct member *member, int *number, uint32_t *events) {
  char text[FDINFO_SIZE];
  const char *const line = descriptor_info(member->hidden, text) ? strstr(text, "tfd:") : NULL;
  return line && sscanf(line, "tfd: %d events: %x", number, events) == 2;
}

/* The number must still be that of what is watched, and one that is reported once must not have
 * been: the kernel would not let a new one begin so. */
bool epoll_can_be_copied(void) {
  const uint32_t any = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLPRI | EPOLLERR | EPOLLHUP;
  for (uint32_t i = 0; i < n_members; i++) {
    int number;
    uint32_t events;
    if (members[i].place && descriptor_is_set(members[i].number))
      return false; /* which would have to be copied first */
    if (member_watched(&members[i], &number, &events) &&
        (number != members[i].number || fcntl(number, F_GETFD) < 0 ||
         descriptor_place(number) != members[i].place || !(events & any)))
      return false;
  }
  return true;
}

/* What was reported, and is not again until it changes, is taken out of the copy. */
static bool member_copy(const struct member *member, int copy) {
  int number;
  uint32_t events;
  if (copy < 0)
    return false;
  if (member_watched(member, &number, &events)) {
    struct epoll_event event = {.events = events};
    if (REAL(epoll_ctl)(copy, EPOLL_CTL_ADD, number, &event))
      return false;
    if (events & EPOLLET && is_reported(copy) && !is_reported(member->hidden))
      REAL(epoll_wait)(copy, &event, 1, 0);
  }
  return dup3(copy, member->hidden, O_CLOEXEC) >= 0;
}

bool epoll_copy_members(void) {
  for (uint32_t i = 0; i < n_members; i++) {
    const int copy = hidden_set();
    if (!member_copy(&members[i], copy))
      return false;
    REAL(close)(copy);
  }
  return true;
}

bool epoll_fill(uint64_t place, int copy) {
  for (uint32_t i = 0; i < n_members; i++) {
    struct epoll_event event = {.events = EPOLLIN};
    if (members[i].set == place && REAL(epoll_ctl)(copy, EPOLL_CTL_ADD, members[i].hidden, &event))
      return false;
  }
  return true;
}

/* --- executions ----------------------------------------------------------------------------------
 */

void epoll_reset(void) {
  for (; n_members > 0; n_members--)
    REAL(close)(members[n_members - 1].hidden);
}
