/*
 * Barriers. An arrival is an addition: arrivals of one round commute. The last arrival releases all
 * threads. They leave one by one, and the first to leave gets PTHREAD_BARRIER_SERIAL_THREAD. The
 * others only read, so that a round has as many outcomes as threads.
 *
 * Leaving a round has nothing to do with arriving for the next one. Two words of the object stand
 * for rounds that are even and odd, and each round's operations access the one or the other.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#include "runtime/access.h"
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/real.h"
#include "runtime/record.h"

/* On the stack of a thread that waits: a list of those that have arrived, which becomes a ring when
 * they are let go. */
struct arrival {
  struct arrival *next;
  const struct barrier *barrier;
  bool released;
  bool follows; /* another one has left before */
};

struct barrier {
  uint32_t life;
  uint32_t count;
  uint32_t arrived; /* in this round */
  uint32_t round;
  struct arrival *arrivals; /* the latest first */
  uint64_t threads;         /* that have ever come here, one bit for each */
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "it must fit");
enum { SIZE = sizeof(pthread_barrier_t), WORD = 8 };

static bool is_released(struct thread *thread) {
  return ((const struct arrival *)thread->ticket)->released;
}

static void barrier_describe(const struct thread *thread, struct shared_wait *wait) {
  const struct barrier *barrier = ((const struct arrival *)thread->ticket)->barrier;
  wait->kind = WAIT_BARRIER;
  wait->object = (uintptr_t)barrier;
  wait->missing = barrier->count - barrier->arrived;
}

static const struct blocking until_released = {is_released, barrier_describe};

static void barrier_check_usable(const struct barrier *barrier, const char *what, uint64_t pc,
                                 void *frame) {
  if (barrier->life != OBJECT_READY)
    fail(ERROR_LOCK_MISUSE, pc, frame, "%s of a barrier that %s", what,
         barrier->life == OBJECT_DESTROYED ? "is destroyed" : "has not been initialised");
}

static const void *word_of_round(const struct barrier *barrier) {
  return (const char *)barrier + WORD * (barrier->round % 2);
}

/* If more threads arrive than a round takes, the order decides which thread is in which round. A
 * mark says so once this has been seen. */
static bool is_crowded(const struct barrier *barrier) {
  return is_marked((uintptr_t)&barrier->threads);
}

static void count_thread(struct barrier *barrier) {
  enum { BITS = 64 };
  const rv_tid tid = rt.current->tid;
  barrier->threads |= tid < BITS ? UINT64_C(1) << tid : UINT64_MAX;
  if ((uint32_t)__builtin_popcountll(barrier->threads) > barrier->count && !is_crowded(barrier))
    mark((uintptr_t)&barrier->threads);
}

static void release_all(struct barrier *barrier) {
  struct arrival *last = barrier->arrivals;
  for (last->released = true; last->next; last->released = true)
    last = last->next;
  last->next = barrier->arrivals;
  barrier->arrivals = NULL;
  barrier->arrived = 0;
  barrier->round++;
}

/* Returns the word that stands for the round. */
static const void *barrier_arrive(struct barrier *barrier, struct arrival *self, uint64_t pc,
                                  void *frame) {
  const void *word = word_of_round(barrier);
  if (is_crowded(barrier))
    object_access(barrier, 2 * WORD, RV_READ | RV_WRITE, RV_OP_RELEASES, pc);
  else
    object_access(word, WORD, RV_ADD, RV_OP_RELEASES, pc);
  barrier_check_usable(barrier, "wait", pc, frame);
  performed(0);
  count_thread(barrier);
  if (word != word_of_round(barrier) && !is_crowded(barrier))
    mark((uintptr_t)&barrier->threads); /* it was made anew in between */
  word = word_of_round(barrier);
  object_release(word);
  *self = (struct arrival){.next = barrier->arrivals, .barrier = barrier};
  barrier->arrivals = self;
  record_access(RECORD_ARRIVE, (uintptr_t)barrier, SIZE, ++barrier->arrived, barrier->count, pc);
  if (barrier->arrived == barrier->count)
    release_all(barrier);
  return word;
}

/* True for the first one of the round. */
static bool barrier_leave(const void *word, struct arrival *self, uint64_t pc) {
  rt.current->ticket = self;
  object_await_leaving(word, WORD, RV_READ | RV_WRITE, RV_OP_VARIES, &until_released, pc);
  const bool first = !self->follows;
  for (struct arrival *other = self->next; first && other != self; other = other->next)
    other->follows = true;
  object_acquire(word);
  performed_as(first, first ? RV_READ | RV_WRITE : RV_READ, RV_OP_VARIES);
  record_access(RECORD_LEAVE, (uintptr_t)self->barrier, SIZE, first, 0, pc);
  return first;
}

/* As libc has it: how many have come, in which round, and for how many it is. */
struct native_barrier {
  uint32_t in, round, count;
};

static struct barrier *barrier_of(pthread_barrier_t *barrier) {
  struct barrier *const state = (struct barrier *)barrier;
  const struct native_barrier native = *(const struct native_barrier *)barrier;
  if (object_is_from_before(barrier) && state->life != OBJECT_READY &&
      state->life != OBJECT_DESTROYED && native.count && native.in == native.round)
    *state = (struct barrier){.life = OBJECT_READY, .count = native.count};
  return state;
}

/* --- what the program calls ----------------------------------------------------------------------
 */

EXPORT int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                                const pthread_barrierattr_t *restrict attributes, unsigned count) {
  if (!rt.worker)
    return REAL(pthread_barrier_init)(barrier, attributes, count);
  if (count == 0 || count > INT_MAX)
    return EINVAL;
  object_changes(RECORD_INIT, barrier, SIZE, CALLER, FRAME);
  if (object_waiter(barrier, SIZE) != RV_NO_THREAD)
    fail(ERROR_LOCK_MISUSE, CALLER, FRAME, "initialisation of a barrier at which a thread waits");
  *(struct barrier *)barrier = (struct barrier){.life = OBJECT_READY, .count = count};
  return 0;
}

/* Those that have been let go may still be on their way out. */
EXPORT int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  if (!rt.current)
    return rt.worker ? 0 : REAL(pthread_barrier_destroy)(barrier);
  struct barrier *state = barrier_of(barrier);
  object_changes(RECORD_DESTROY, barrier, SIZE, CALLER, FRAME);
  barrier_check_usable(state, "destruction", CALLER, FRAME);
  if (state->arrived)
    fail(ERROR_LOCK_MISUSE, CALLER, FRAME, "destruction of a barrier at which a thread waits");
  state->life = OBJECT_DESTROYED;
  return 0;
}

EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier) {
  if (!rt.current)
    return REAL(pthread_barrier_wait)(barrier);
  struct arrival self;
  const void *word = barrier_arrive(barrier_of(barrier), &self, CALLER, FRAME);
  return barrier_leave(word, &self, CALLER) ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
