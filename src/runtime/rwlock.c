/*
 * Read-write locks. Read locks and their unlocks are additions, which commute; a writer excludes
 * all others. A failed try only reads. A reader gets the lock whenever no writer holds it, as with
 * libc's default: a waiting writer does not block readers.
 *
 * Who reads is remembered for as many readers as there is room for, to tell misuse.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/restore.h"
#include "runtime/rwlock.h"
#include "runtime/time.h"

enum { MAX_READERS = 6 };

struct reader {
  uint16_t thread; /* number + 1; 0: none */
  uint16_t locks;
};

struct rwlock {
  uint32_t writer; /* thread number + 1; 0: none */
  uint32_t locks;  /* of all readers */
  uint32_t life;
  uint32_t others; /* locks of readers that are not in the list */
  uint64_t since;  /* pc of the call with which the writer got it */
  struct reader readers[MAX_READERS];
  uint32_t flags; /* where static initialisers put the kind, which is of no meaning here */
};
_Static_assert(sizeof(struct rwlock) <= sizeof(pthread_rwlock_t), "it must fit");
_Static_assert(offsetof(struct rwlock, flags) == offsetof(pthread_rwlock_t, __data.__flags),
               "nothing else may be where static initialisers put the kind");
_Static_assert(SHARED_MAX_THREADS < UINT16_MAX, "a thread number must fit");
enum { SIZE = sizeof(pthread_rwlock_t) };

/* --- who has it ----------------------------------------------------------------------------------
 */

/* The entry of a thread, or a free one for number 0; NULL: there is none. */
static struct reader *find_reader(struct rwlock *lock, uint32_t thread) {
  for (unsigned i = 0; i < MAX_READERS; i++)
    if (lock->readers[i].thread == thread)
      return &lock->readers[i];
  return NULL;
}

static void add_reader(struct rwlock *lock) {
  const uint32_t thread = rt.current->tid + 1;
  struct reader *reader = find_reader(lock, thread);
  if (!reader)
    reader = find_reader(lock, 0);
  lock->locks++;
  if (!reader) {
    lock->others++;
    return;
  }
  reader->thread = (uint16_t)thread;
  reader->locks++;
}

/* False: the thread does not read. */
static bool remove_reader(struct rwlock *lock) {
  struct reader *reader = find_reader(lock, rt.current->tid + 1);
  if (!reader && lock->others == 0)
    return false;
  lock->locks--;
  if (!reader)
    lock->others--;
  else if (--reader->locks == 0)
    reader->thread = 0;
  return true;
}

static bool rwlock_is_usable(const struct rwlock *lock) {
  return !lock->life && lock->writer <= rt.high && !(lock->writer && lock->locks);
}

static bool rwlock_is_mine(const struct rwlock *lock) {
  return lock->writer == rt.current->tid + 1 && rwlock_is_usable(lock);
}

static bool reads(struct rwlock *lock) {
  return find_reader(lock, rt.current->tid + 1) || lock->others;
}

/* Whether the bytes are those of a lock that somebody has, and nothing else. */
static bool looks_held(const struct rwlock *lock) {
  uint32_t locks = lock->others;
  for (unsigned i = 0; i < MAX_READERS; i++) {
    if (lock->readers[i].thread > rt.high)
      return false;
    locks += lock->readers[i].locks;
  }
  if (lock->life || lock->locks != locks || lock->writer > rt.high)
    return false;
  return locks || (lock->writer && in_program(lock->since));
}

/* If the lock cannot be used, threads that want it are enabled, and report an error. */
static bool has_no_writer(struct thread *thread) {
  const struct rwlock *lock = (const struct rwlock *)thread->pending.access.addr;
  return lock->writer == 0 || !rwlock_is_usable(lock);
}

static bool rwlock_is_free(struct thread *thread) {
  const struct rwlock *lock = (const struct rwlock *)thread->pending.access.addr;
  return (lock->writer == 0 && lock->locks == 0) || !rwlock_is_usable(lock);
}

bool rwlock_is_held_by(uint64_t addr, rv_tid thread) {
  struct rwlock *lock = (struct rwlock *)addr;
  return lock->writer == thread + 1 || find_reader(lock, thread + 1);
}

/* Of several readers, one. */
static void rwlock_describe(const struct thread *thread, struct shared_wait *wait) {
  const struct rwlock *lock = (const struct rwlock *)thread->pending.access.addr;
  wait->kind = WAIT_RWLOCK;
  wait->holder = lock->writer - 1;
  for (unsigned i = 0; i < MAX_READERS && wait->holder == RV_NO_THREAD; i++)
    wait->holder = lock->readers[i].thread - 1U;
  wait->held_since = lock->writer ? lock->since : 0;
}

static const struct blocking until_readable = {has_no_writer, rwlock_describe};
static const struct blocking until_free = {rwlock_is_free, rwlock_describe};
static const struct trial insisting_to_read = {RV_OP_AWAIT, RV_ADD, 0, &until_readable};
static const struct trial insisting_to_write = {RV_OP_AWAIT, RV_READ | RV_WRITE, 0, &until_free};

static void rwlock_check_usable(const struct rwlock *lock, const char *what, uint64_t pc,
                                void *frame) {
  if (lock->life == OBJECT_DESTROYED)
    fail(ERROR_LOCK_MISUSE, pc, frame, "%s of a destroyed read-write lock", what);
  if (!rwlock_is_usable(lock))
    fail(ERROR_LOCK_MISUSE, pc, frame, "%s of a read-write lock that has not been initialised",
         what);
}

/* --- operations ----------------------------------------------------------------------------------
 */

/* A reader's unlock happens before the next writer's lock; readers are not ordered. */
static void rwlock_take(struct rwlock *lock, bool writes, uint64_t pc) {
  object_acquire(lock);
  object_takes(1, !writes);
  if (writes) {
    object_acquire(lock->readers);
    lock->writer = rt.current->tid + 1;
    lock->since = pc;
  } else {
    add_reader(lock);
  }
}

static int rdlock(struct rwlock *lock, uint64_t pc, void *frame) {
  if (rwlock_is_mine(lock))
    return EDEADLK;
  object_await_again(lock, SIZE, RV_ADD, &until_readable, pc, frame);
  rwlock_check_usable(lock, "read lock", pc, frame);
  rwlock_take(lock, false, pc);
  performed(0);
  record_access(RECORD_RDLOCK, (uintptr_t)lock, SIZE, 0, 0, pc);
  return 0;
}

static int wrlock(struct rwlock *lock, uint64_t pc, void *frame) {
  if (rwlock_is_mine(lock))
    return EDEADLK;
  object_await_again(lock, SIZE, RV_READ | RV_WRITE, &until_free, pc, frame);
  rwlock_check_usable(lock, "write lock", pc, frame);
  rwlock_take(lock, true, pc);
  performed(0);
  record_access(RECORD_WRLOCK, (uintptr_t)lock, SIZE, 0, 0, pc);
  return 0;
}

/* EBUSY where it can't be had now. `timed`: it has waited until now. */
static int rwlock_try(struct rwlock *lock, bool writes, bool timed, uint64_t pc, void *frame) {
  const char *what = writes ? "write lock" : "read lock";
  const struct rv_op op = {.kind = RV_OP_MEMORY,
                           .flags = RV_OP_VARIES,
                           .access = {(uintptr_t)lock, SIZE, RV_READ | RV_WRITE}};
  const bool fails =
      visible_try(&op, writes ? &insisting_to_write : &insisting_to_read, timed, pc, frame);
  rwlock_check_usable(lock, what, pc, frame);
  if (fails || lock->writer || (writes && lock->locks)) {
    object_takes(0, false);
    performed_as(1, RV_READ, RV_OP_VARIES);
    return EBUSY;
  }
  rwlock_take(lock, writes, pc);
  performed_as(0, writes ? RV_READ | RV_WRITE : RV_ADD, RV_OP_VARIES);
  return 0;
}

static int trylock(struct rwlock *lock, bool writes, uint64_t pc, void *frame) {
  const int result = rwlock_try(lock, writes, false, pc, frame);
  record_access(writes ? RECORD_TRY_WRLOCK : RECORD_TRY_RDLOCK, (uintptr_t)lock, SIZE, result != 0,
                0, pc);
  return result;
}

/* When the thread is scheduled decides whether it gets the lock in time. */
static int timedlock(struct rwlock *lock, bool writes, int clock, const struct timespec *deadline,
                     uint64_t pc, void *frame) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  if (rwlock_is_mine(lock))
    return EDEADLK;
  if (rwlock_try(lock, writes, time_is_ahead(clock, deadline), pc, frame) == 0) {
    record_access(writes ? RECORD_WRLOCK : RECORD_RDLOCK, (uintptr_t)lock, SIZE, 0, 0, pc);
    return 0;
  }
  if (!time_is_valid(deadline))
    return EINVAL;
  record_access(RECORD_TIMEOUT, (uintptr_t)lock, SIZE, 0, 0, pc);
  time_out(clock, deadline);
  return ETIMEDOUT;
}

static int unlock(struct rwlock *lock, uint64_t pc, void *frame) {
  const bool writes = rwlock_is_mine(lock), looks = !writes && !reads(lock);
  object_access(lock, SIZE,
                writes  ? RV_READ | RV_WRITE
                : looks ? RV_READ
                        : RV_ADD,
                looks ? 0 : RV_OP_RELEASES, pc);
  rwlock_check_usable(lock, "unlock", pc, frame);
  const bool held = writes ? rwlock_is_mine(lock) : !looks && remove_reader(lock);
  object_release(writes ? (const void *)lock : lock->readers);
  if (!held)
    fail(ERROR_LOCK_MISUSE, pc, frame, "unlock of a read-write lock that the thread does not hold");
  if (writes)
    lock->writer = 0;
  object_takes(-1, !writes);
  performed(0);
  record_access(RECORD_UNLOCK, (uintptr_t)lock, SIZE, 0, 0, pc);
  return 0;
}

/* Libc's are all zero when they are free, unless a writer was the last to have them. */
static struct rwlock *rwlock_of(pthread_rwlock_t *lock) {
  enum { WRITE_PHASE = 2 };
  if (object_is_from_before(lock) && lock->__data.__readers == WRITE_PHASE &&
      lock->__data.__wrphase_futex == 1 && lock->__data.__cur_writer == 0)
    lock->__data.__readers = lock->__data.__wrphase_futex = 0;
  return (struct rwlock *)lock;
}

/* --- what the program calls ----------------------------------------------------------------------
 */

EXPORT int pthread_rwlock_init(pthread_rwlock_t *restrict lock,
                               const pthread_rwlockattr_t *restrict attributes) {
  if (!rt.current)
    return REAL(pthread_rwlock_init)(lock, attributes);
  object_changes(RECORD_INIT, lock, SIZE, CALLER, FRAME);
  if ((object_is_kept(lock) && looks_held((const struct rwlock *)lock)) ||
      object_waiter(lock, SIZE) != RV_NO_THREAD)
    fail(ERROR_LOCK_MISUSE, CALLER, FRAME, "initialisation of a read-write lock that is held");
  memset(lock, 0, sizeof *lock);
  return 0;
}

EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  if (!rt.current)
    return REAL(pthread_rwlock_destroy)(lock);
  struct rwlock *state = rwlock_of(lock);
  object_changes(RECORD_DESTROY, lock, SIZE, CALLER, FRAME);
  rwlock_check_usable(state, "destruction", CALLER, FRAME);
  if (state->writer || state->locks)
    fail(ERROR_LOCK_MISUSE, CALLER, FRAME, "destruction of a read-write lock that is held");
  state->life = OBJECT_DESTROYED;
  return 0;
}

EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  return rt.current ? rdlock(rwlock_of(lock), CALLER, ENTRY) : REAL(pthread_rwlock_rdlock)(lock);
}

EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  return rt.current ? wrlock(rwlock_of(lock), CALLER, ENTRY) : REAL(pthread_rwlock_wrlock)(lock);
}

EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  return rt.current ? trylock(rwlock_of(lock), false, CALLER, ENTRY)
                    : REAL(pthread_rwlock_tryrdlock)(lock);
}

EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  return rt.current ? trylock(rwlock_of(lock), true, CALLER, ENTRY)
                    : REAL(pthread_rwlock_trywrlock)(lock);
}

EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock,
                                      const struct timespec *restrict deadline) {
  if (!rt.current)
    return REAL(pthread_rwlock_timedrdlock)(lock, deadline);
  return timedlock(rwlock_of(lock), false, CLOCK_REALTIME, deadline, CALLER, ENTRY);
}

EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock,
                                      const struct timespec *restrict deadline) {
  if (!rt.current)
    return REAL(pthread_rwlock_timedwrlock)(lock, deadline);
  return timedlock(rwlock_of(lock), true, CLOCK_REALTIME, deadline, CALLER, ENTRY);
}

EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                                      const struct timespec *restrict deadline) {
  if (!rt.current)
    return REAL(pthread_rwlock_clockrdlock)(lock, clock, deadline);
  return timedlock(rwlock_of(lock), false, clock, deadline, CALLER, ENTRY);
}

EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                                      const struct timespec *restrict deadline) {
  if (!rt.current)
    return REAL(pthread_rwlock_clockwrlock)(lock, clock, deadline);
  return timedlock(rwlock_of(lock), true, clock, deadline, CALLER, ENTRY);
}

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  return rt.current ? unlock(rwlock_of(lock), CALLER, FRAME) : REAL(pthread_rwlock_unlock)(lock);
}
