/*
 * Loops with ordered parts. A thread that has come to one waits until all iterations before those
 * that it was given have ended. It does so, too, when it has ended its own: then it is the turn of
 * the next ones.
 */
#define _GNU_SOURCE
#include "runtime/object.h"
#include "runtime/omp.h"
#include "runtime/real.h"

/* --- turns ---------------------------------------------------------------------------------------
 */

/* Of a loop of a team. */
static uint64_t *done_of(const struct omp_thread *self) {
  return &self->team->done[self->constructs % OMP_SHARES];
}

static bool is_its_turn(struct thread *thread) {
  const struct omp_thread *const self = thread->ticket;
  return *done_of(self) == self->part;
}

static void describe_turn(const struct thread *thread, struct shared_wait *wait) {
  const struct omp_thread *const self = thread->ticket;
  wait->kind = WAIT_TEAM;
  wait->object = 0;
  wait->missing = self->team->size - 1;
}

static const struct blocking until_its_turn = {is_its_turn, describe_turn};

static void ordered_wait(uint64_t pc) {
  struct omp_thread *const self = omp_self();
  if (self->part_size == 0 || !omp_is_shared(self))
    return;
  uint64_t *const done = done_of(self);
  rt.current->ticket = self;
  object_await(done, sizeof *done, RV_READ, 0, &until_its_turn, pc);
  object_acquire(done);
  performed(0);
}

static void ordered_pass(uint64_t pc) {
  struct omp_thread *const self = omp_self();
  if (self->part_size == 0 || !omp_is_shared(self))
    return;
  uint64_t *const done = done_of(self);
  ordered_wait(pc);
  object_access(done, sizeof *done, RV_READ | RV_WRITE, RV_OP_RELEASES, pc);
  performed(0);
  object_release(done);
  *done += self->part_size;
  self->part_size = 0;
}

/* --- loops ---------------------------------------------------------------------------------------
 */

static bool ordered_got(bool found, const uint64_t *from, const uint64_t *to) {
  struct omp_thread *const self = omp_self();
  const struct omp_share *const share = omp_share_of(self);
  self->part = found ? omp_loop_count(share, share->begin, *from) : 0;
  self->part_size = found ? omp_loop_count(share, *from, *to) : 0;
  return found;
}

static bool ordered_start(const struct omp_share *as, uint64_t *from, uint64_t *to, uint64_t pc,
                          void *frame) {
  return ordered_got(omp_loop_start(as, from, to, pc, frame), from, to);
}

static bool ordered_next(uint64_t *from, uint64_t *to, uint64_t pc) {
  ordered_pass(pc);
  return ordered_got(omp_loop_next(from, to, pc), from, to);
}

typedef unsigned long long ull;
#define AS(p) ((uint64_t *)(void *)(p))
#define WITH_CHUNK(type) , type chunk
#define CHUNK , chunk
#define WITHOUT_CHUNK(type)
#define NO_CHUNK

#define ORDERED_LOOP(name, schedule, size, TAKES, GIVES)                                           \
  EXPORT bool GOMP_loop_ordered_##name##_start(long begin, long end, long step TAKES(long),        \
                                               long *from, long *to);                              \
  EXPORT bool GOMP_loop_ordered_##name##_start(long begin, long end, long step TAKES(long),        \
                                               long *from, long *to) {                             \
    if (!rt.current)                                                                               \
      return REAL(GOMP_loop_ordered_##name##_start)(begin, end, step GIVES, from, to);             \
    const struct omp_share as = omp_loop_of(schedule, (uint64_t)begin, (uint64_t)end,              \
                                            (uint64_t)step, step < 0, (uint64_t)(size), true);     \
    return ordered_start(&as, AS(from), AS(to), CALLER, FRAME);                                    \
  }                                                                                                \
  EXPORT bool GOMP_loop_ordered_##name##_next(long *from, long *to);                               \
  EXPORT bool GOMP_loop_ordered_##name##_next(long *from, long *to) {                              \
    return rt.current ? ordered_next(AS(from), AS(to), CALLER)                                     \
                      : REAL(GOMP_loop_ordered_##name##_next)(from, to);                           \
  }                                                                                                \
  EXPORT bool GOMP_loop_ull_ordered_##name##_start(bool up, ull begin, ull end,                    \
                                                   ull step TAKES(ull), ull *from, ull *to);       \
  EXPORT bool GOMP_loop_ull_ordered_##name##_start(bool up, ull begin, ull end,                    \
                                                   ull step TAKES(ull), ull *from, ull *to) {      \
    if (!rt.current)                                                                               \
      return REAL(GOMP_loop_ull_ordered_##name##_start)(up, begin, end, step GIVES, from, to);     \
    const struct omp_share as = omp_loop_of(schedule, begin, end, step, !up, size, false);         \
    return ordered_start(&as, AS(from), AS(to), CALLER, FRAME);                                    \
  }                                                                                                \
  EXPORT bool GOMP_loop_ull_ordered_##name##_next(ull *from, ull *to);                             \
  EXPORT bool GOMP_loop_ull_ordered_##name##_next(ull *from, ull *to) {                            \
    return rt.current ? ordered_next(AS(from), AS(to), CALLER)                                     \
                      : REAL(GOMP_loop_ull_ordered_##name##_next)(from, to);                       \
  }
ORDERED_LOOP(static, SHARED_STATIC, chunk, WITH_CHUNK, CHUNK)
ORDERED_LOOP(dynamic, SHARED_DYNAMIC, chunk, WITH_CHUNK, CHUNK)
ORDERED_LOOP(guided, SHARED_GUIDED, chunk, WITH_CHUNK, CHUNK)
ORDERED_LOOP(runtime, omp_settings()->schedule, omp_settings()->chunk, WITHOUT_CHUNK, NO_CHUNK)

EXPORT void GOMP_ordered_start(void);
EXPORT void GOMP_ordered_start(void) {
  if (rt.current)
    ordered_wait(CALLER);
  else
    REAL(GOMP_ordered_start)();
  LEAVE_NOTHING;
}

/* It is still its turn: iterations that follow may have ordered parts, too. */
EXPORT void GOMP_ordered_end(void);
EXPORT void GOMP_ordered_end(void) {
  if (!rt.current)
    REAL(GOMP_ordered_end)();
}
