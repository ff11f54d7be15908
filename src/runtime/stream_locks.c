#include "runtime/stream_locks.h"

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/real.h"
#include "runtime/state.h"

enum { MAX_LOCKS = 32 };

/* Those that are held. */
KEPT static struct {
  struct stream_lock {
    FILE *stream;
    rv_tid holder;
    uint32_t count;
  } list[MAX_LOCKS];
  uint32_t n;
} held;

/* --- which ---------------------------------------------------------------------------------------
 */

static struct stream_lock *lock_of(const FILE *stream) {
  for (uint32_t i = 0; i < held.n; i++)
    if (held.list[i].stream == stream)
      return &held.list[i];
  return NULL;
}

static bool is_mine(const struct stream_lock *lock) {
  return lock && lock->holder == rt.current->tid;
}

/* Half of the places stand for locks, the others are marks. */
static uint64_t lock_place(const FILE *stream, bool for_mark) {
  const uint64_t half = SHARED_STATE_KIND / SHARED_STATE_STRIDE / 2;
  return state_place(STATE_STREAM_LOCK, (uintptr_t)stream / 16 % half + (for_mark ? half : 0));
}

static const void *known_by(const FILE *stream) {
  return (const void *)(uintptr_t)lock_place(stream, false);
}

/* --- operations ----------------------------------------------------------------------------------
 */

static bool lock_is_free(struct thread *thread) {
  return !lock_of(thread->ticket);
}

static void lock_describe(const struct thread *thread, struct shared_wait *wait) {
  const struct stream_lock *const lock = lock_of(thread->ticket);
  wait->kind = WAIT_TO_LOCK_STREAM;
  wait->object = 0;
  wait->holder = lock ? lock->holder : RV_NO_THREAD;
  wait->tag = fileno(thread->ticket);
}

static const struct blocking until_lock_is_free = {lock_is_free, lock_describe};

static void lock_hold(FILE *stream, uint64_t pc, void *frame) {
  if (held.n == MAX_LOCKS)
    fail(ERROR_UNSUPPORTED, pc, frame, "more than %d locks of streams are not supported",
         MAX_LOCKS);
  held.list[held.n++] = (struct stream_lock){stream, rt.current->tid, 1};
  object_acquire(known_by(stream));
}

/* Returns false if another thread holds it, which one that waits never finds. */
static bool lock_take(FILE *stream, bool waits, uint64_t pc, void *frame) {
  struct state_acts acts = {.n = 0, .shown = fileno(stream), .tries = &until_lock_is_free};
  if (is_mine(lock_of(stream))) {
    lock_of(stream)->count++;
    return true;
  }
  rt.current->ticket = stream;
  state_add(&acts, lock_place(stream, false), RV_READ | RV_WRITE);
  acts.watched = waits;
  acts.blocking = waits ? &until_lock_is_free : NULL;
  acts.ends = WAIT_GOES_ON;
  state_act(&acts, pc);
  if (lock_of(stream))
    return false;
  lock_hold(stream, pc, frame);
  return true;
}

static void lock_release(FILE *stream, uint64_t pc) {
  struct state_acts acts = {.n = 0, .shown = fileno(stream), .releases = true};
  if (--lock_of(stream)->count > 0)
    return;
  state_add(&acts, lock_place(stream, false), RV_READ | RV_WRITE);
  state_act(&acts, pc);
  object_release(known_by(stream));
  *lock_of(stream) = held.list[held.n - 1];
  held.list[--held.n] = (struct stream_lock){0};
}

/* --- the functions -------------------------------------------------------------------------------
 */

EXPORT void flockfile(FILE *stream) {
  if (!rt.current) {
    REAL(flockfile)(stream);
    return;
  }
  mark(lock_place(stream, true));
  lock_take(stream, true, CALLER, FRAME);
}

EXPORT int ftrylockfile(FILE *stream) {
  if (!rt.current)
    return REAL(ftrylockfile)(stream);
  mark(lock_place(stream, true));
  return !lock_take(stream, false, CALLER, FRAME);
}

EXPORT void funlockfile(FILE *stream) {
  if (!rt.current) {
    REAL(funlockfile)(stream);
    return;
  }
  if (!is_mine(lock_of(stream)))
    fail(ERROR_LOCK_MISUSE, CALLER, FRAME, "unlock of a stream that %s",
         lock_of(stream) ? "another thread has locked" : "nobody has locked");
  lock_release(stream, CALLER);
}

/* --- calls ---------------------------------------------------------------------------------------
 */

bool stream_lock_for_call(FILE *stream, uint64_t pc, void *frame) {
  if (!stream || !is_marked(lock_place(stream, true)))
    return false;
  lock_take(stream, true, pc, frame);
  return true;
}

void stream_unlock_after_call(FILE *stream, uint64_t pc) {
  lock_release(stream, pc);
}

void stream_locks_reset(void) {
  held = (__typeof__(held)){0};
}
