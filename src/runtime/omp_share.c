#define _GNU_SOURCE
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/omp.h"
#include "runtime/real.h"
#include "runtime/spinloop.h"

/* --- constructs ----------------------------------------------------------------------------------
 */

struct omp_share *omp_share_of(struct omp_thread *self) {
  return self->team ? &self->team->shares[self->constructs % OMP_SHARES] : &self->alone;
}

static uint64_t size_of_team(const struct omp_thread *self) {
  return self->team ? self->team->size : 1;
}

uint64_t omp_loop_count(const struct omp_share *share, uint64_t from, uint64_t to) {
  const uint64_t far = share->down ? from - to : to - from;
  return (far + share->step - 1) / share->step;
}

static uint64_t count_of(const struct omp_share *share) {
  return omp_loop_count(share, share->next, share->end);
}

static bool is_empty(const struct omp_share *share, bool is_signed) {
  if (share->next == share->end)
    return true;
  if (is_signed)
    return ((int64_t)share->next < (int64_t)share->end) == share->down;
  return (share->next < share->end) == share->down;
}

/* The current thread is about to act on what it shares with its team. */
static void share_turn(const struct omp_thread *self, struct omp_share *share, uint64_t pc) {
  not_spinning();
  if (!omp_is_shared(self))
    return;
  object_access(share, sizeof *share, RV_READ | RV_WRITE, RV_OP_VARIES, pc);
  performed_as(0, RV_READ | RV_WRITE, RV_OP_VARIES);
}

/* It has found that there is nothing to do. */
static void share_only_looked(const struct omp_thread *self) {
  if (omp_is_shared(self) && !rt.solo)
    performed_as(1, RV_READ, RV_OP_VARIES);
}

/* The current thread comes to its next construct. True: it is the first one. */
static bool share_begin(struct omp_thread *self, const struct omp_share *as, uint64_t pc,
                        void *frame) {
  self->trips = 0;
  if (!self->team) {
    self->alone = *as;
    return true;
  }
  self->constructs++;
  struct omp_share *const share = omp_share_of(self);
  share_turn(self, share, pc);
  if (share->construct == self->constructs)
    return false;
  if (share->construct && share->left < self->team->size)
    fail(ERROR_UNSUPPORTED, pc, frame,
         "threads of a team that are more than %d constructs apart are not supported", OMP_SHARES);
  *share = *as;
  self->team->done[self->constructs % OMP_SHARES] = 0;
  share->construct = self->constructs;
  share->left = 0;
  return true;
}

static void share_end(bool waits, uint64_t pc) {
  omp_share_of(omp_self())->left++;
  if (waits)
    omp_barrier(pc);
}

/* --- loops ---------------------------------------------------------------------------------------
 */

static uint64_t after(const struct omp_share *share, uint64_t from, uint64_t count) {
  return share->down ? from - count * share->step : from + count * share->step;
}

/* So many, from so many on, of those that are left. */
static void share_give(const struct omp_share *share, uint64_t skipped, uint64_t count,
                       uint64_t *from, uint64_t *to) {
  const uint64_t all = count_of(share);
  *from = after(share, share->next, skipped);
  *to = skipped + count >= all ? share->end : after(share, *from, count);
}

static bool next_static(struct omp_thread *self, const struct omp_share *share, uint64_t *from,
                        uint64_t *to) {
  const uint64_t all = count_of(share), size = size_of_team(self);
  uint64_t first, count = share->chunk;
  if (count) {
    first = (self->trips * size + self->id) * count;
  } else { /* one block for each, the first ones larger by one */
    const uint64_t small = all / size, larger = all % size;
    first = self->id * small + (self->id < larger ? self->id : larger);
    count = self->trips ? 0 : small + (self->id < larger);
  }
  self->trips++;
  if (count == 0 || first >= all)
    return false;
  share_give(share, first, count, from, to);
  return true;
}

static bool loop_take(struct omp_thread *self, uint64_t *from, uint64_t *to) {
  struct omp_share *const share = omp_share_of(self);
  if (share->next == share->end)
    return false;
  if (share->schedule == SHARED_STATIC)
    return next_static(self, share, from, to);
  const uint64_t left = count_of(share), chunk = share->chunk ? share->chunk : 1;
  const uint64_t size = size_of_team(self), part = (left + size - 1) / size;
  share_give(share, 0, share->schedule == SHARED_GUIDED && part > chunk ? part : chunk, from, to);
  share->next = *to;
  return true;
}

bool omp_loop_next(uint64_t *from, uint64_t *to, uint64_t pc) {
  struct omp_thread *const self = omp_self();
  struct omp_share *const share = omp_share_of(self);
  if (share->schedule == SHARED_STATIC)
    return loop_take(self, from, to);
  share_turn(self, share, pc);
  const bool found = loop_take(self, from, to);
  if (!found)
    share_only_looked(self);
  return found;
}

struct omp_share omp_loop_of(uint32_t schedule, uint64_t begin, uint64_t end, uint64_t step,
                             bool down, uint64_t chunk, bool is_signed) {
  struct omp_share share = {.schedule = schedule,
                            .next = begin,
                            .begin = begin,
                            .end = end,
                            .step = down ? -step : step,
                            .chunk = chunk,
                            .down = down};
  if (is_empty(&share, is_signed))
    share.end = share.next;
  else /* the end that is reached by steps */
    share.end = after(&share, share.next, count_of(&share));
  return share;
}

bool omp_loop_start(const struct omp_share *as, uint64_t *from, uint64_t *to, uint64_t pc,
                    void *frame) {
  struct omp_thread *const self = omp_self();
  const bool first = share_begin(self, as, pc, frame), found = loop_take(self, from, to);
  if (!first && (!found || as->schedule == SHARED_STATIC))
    share_only_looked(self);
  return found;
}

static void loop_begins(struct omp_team *team, const void *with) {
  team->shares[1] = *(const struct omp_share *)with;
  team->shares[1].construct = 1;
}

/* What a schedule is called. */
#define LOOPS(X)                                                                                   \
  X(static, SHARED_STATIC)                                                                         \
  X(dynamic, SHARED_DYNAMIC)                                                                       \
  X(guided, SHARED_GUIDED)                                                                         \
  X(nonmonotonic_dynamic, SHARED_DYNAMIC)                                                          \
  X(nonmonotonic_guided, SHARED_GUIDED)
/* As OMP_SCHEDULE or omp_set_schedule() says. */
#define RUNTIME_LOOPS(X)                                                                           \
  X(runtime)                                                                                       \
  X(nonmonotonic_runtime)                                                                          \
  X(maybe_nonmonotonic_runtime)

typedef unsigned long long ull;
#define FROM(p) ((uint64_t *)(void *)(p))

#define LOOP(name, schedule)                                                                       \
  EXPORT bool GOMP_loop_##name##_start(long begin, long end, long step, long chunk, long *from,    \
                                       long *to);                                                  \
  EXPORT bool GOMP_loop_##name##_start(long begin, long end, long step, long chunk, long *from,    \
                                       long *to) {                                                 \
    if (!rt.current)                                                                               \
      return REAL(GOMP_loop_##name##_start)(begin, end, step, chunk, from, to);                    \
    const struct omp_share as = omp_loop_of(schedule, (uint64_t)begin, (uint64_t)end,              \
                                            (uint64_t)step, step < 0, (uint64_t)chunk, true);      \
    return omp_loop_start(&as, FROM(from), FROM(to), CALLER, FRAME);                               \
  }                                                                                                \
  EXPORT bool GOMP_loop_##name##_next(long *from, long *to);                                       \
  EXPORT bool GOMP_loop_##name##_next(long *from, long *to) {                                      \
    return rt.current ? omp_loop_next(FROM(from), FROM(to), CALLER)                                \
                      : REAL(GOMP_loop_##name##_next)(from, to);                                   \
  }                                                                                                \
  EXPORT bool GOMP_loop_ull_##name##_start(bool up, ull begin, ull end, ull step, ull chunk,       \
                                           ull *from, ull *to);                                    \
  EXPORT bool GOMP_loop_ull_##name##_start(bool up, ull begin, ull end, ull step, ull chunk,       \
                                           ull *from, ull *to) {                                   \
    if (!rt.current)                                                                               \
      return REAL(GOMP_loop_ull_##name##_start)(up, begin, end, step, chunk, from, to);            \
    const struct omp_share as = omp_loop_of(schedule, begin, end, step, !up, chunk, false);        \
    return omp_loop_start(&as, FROM(from), FROM(to), CALLER, FRAME);                               \
  }                                                                                                \
  EXPORT bool GOMP_loop_ull_##name##_next(ull *from, ull *to);                                     \
  EXPORT bool GOMP_loop_ull_##name##_next(ull *from, ull *to) {                                    \
    return rt.current ? omp_loop_next(FROM(from), FROM(to), CALLER)                                \
                      : REAL(GOMP_loop_ull_##name##_next)(from, to);                               \
  }                                                                                                \
  EXPORT void GOMP_parallel_loop_##name(omp_function *function, void *data, unsigned threads,      \
                                        long begin, long end, long step, long chunk,               \
                                        unsigned flags);                                           \
  EXPORT void GOMP_parallel_loop_##name(omp_function *function, void *data, unsigned threads,      \
                                        long begin, long end, long step, long chunk,               \
                                        unsigned flags) {                                          \
    if (!rt.current) {                                                                             \
      REAL(GOMP_parallel_loop_##name)(function, data, threads, begin, end, step, chunk, flags);    \
      return;                                                                                      \
    }                                                                                              \
    const struct omp_share as = omp_loop_of(schedule, (uint64_t)begin, (uint64_t)end,              \
                                            (uint64_t)step, step < 0, (uint64_t)chunk, true);      \
    omp_parallel(function, data, threads, loop_begins, &as, CALLER, FRAME);                        \
    LEAVE_NOTHING;                                                                                 \
  }
LOOPS(LOOP)

#define RUNTIME_LOOP(name)                                                                         \
  EXPORT bool GOMP_loop_##name##_start(long begin, long end, long step, long *from, long *to);     \
  EXPORT bool GOMP_loop_##name##_start(long begin, long end, long step, long *from, long *to) {    \
    if (!rt.current)                                                                               \
      return REAL(GOMP_loop_##name##_start)(begin, end, step, from, to);                           \
    const struct omp_share as =                                                                    \
        omp_loop_of(omp_settings()->schedule, (uint64_t)begin, (uint64_t)end, (uint64_t)step,      \
                    step < 0, omp_settings()->chunk, true);                                        \
    return omp_loop_start(&as, FROM(from), FROM(to), CALLER, FRAME);                               \
  }                                                                                                \
  EXPORT bool GOMP_loop_##name##_next(long *from, long *to);                                       \
  EXPORT bool GOMP_loop_##name##_next(long *from, long *to) {                                      \
    return rt.current ? omp_loop_next(FROM(from), FROM(to), CALLER)                                \
                      : REAL(GOMP_loop_##name##_next)(from, to);                                   \
  }                                                                                                \
  EXPORT bool GOMP_loop_ull_##name##_start(bool up, ull begin, ull end, ull step, ull *from,       \
                                           ull *to);                                               \
  EXPORT bool GOMP_loop_ull_##name##_start(bool up, ull begin, ull end, ull step, ull *from,       \
                                           ull *to) {                                              \
    if (!rt.current)                                                                               \
      return REAL(GOMP_loop_ull_##name##_start)(up, begin, end, step, from, to);                   \
    const struct omp_share as = omp_loop_of(omp_settings()->schedule, begin, end, step, !up,       \
                                            omp_settings()->chunk, false);                         \
    return omp_loop_start(&as, FROM(from), FROM(to), CALLER, FRAME);                               \
  }                                                                                                \
  EXPORT bool GOMP_loop_ull_##name##_next(ull *from, ull *to);                                     \
  EXPORT bool GOMP_loop_ull_##name##_next(ull *from, ull *to) {                                    \
    return rt.current ? omp_loop_next(FROM(from), FROM(to), CALLER)                                \
                      : REAL(GOMP_loop_ull_##name##_next)(from, to);                               \
  }                                                                                                \
  EXPORT void GOMP_parallel_loop_##name(omp_function *function, void *data, unsigned threads,      \
                                        long begin, long end, long step, unsigned flags);          \
  EXPORT void GOMP_parallel_loop_##name(omp_function *function, void *data, unsigned threads,      \
                                        long begin, long end, long step, unsigned flags) {         \
    if (!rt.current) {                                                                             \
      REAL(GOMP_parallel_loop_##name)(function, data, threads, begin, end, step, flags);           \
      return;                                                                                      \
    }                                                                                              \
    const struct omp_share as =                                                                    \
        omp_loop_of(omp_settings()->schedule, (uint64_t)begin, (uint64_t)end, (uint64_t)step,      \
                    step < 0, omp_settings()->chunk, true);                                        \
    omp_parallel(function, data, threads, loop_begins, &as, CALLER, FRAME);                        \
    LEAVE_NOTHING;                                                                                 \
  }
RUNTIME_LOOPS(RUNTIME_LOOP)

/* The end of what was shared; `waits`: for all of the team. */
#define SHARE_END(name, waits)                                                                     \
  EXPORT void name(void);                                                                          \
  EXPORT void name(void) {                                                                         \
    if (rt.current)                                                                                \
      share_end(waits, CALLER);                                                                    \
    else                                                                                           \
      REAL(name)();                                                                                \
    LEAVE_NOTHING;                                                                                 \
  }
/* The same where the team may be cancelled: it is not. */
#define SHARE_END_CANCEL(name)                                                                     \
  EXPORT bool name(void);                                                                          \
  EXPORT bool name(void) {                                                                         \
    if (!rt.current)                                                                               \
      return REAL(name)();                                                                         \
    share_end(true, CALLER);                                                                       \
    return false;                                                                                  \
  }
SHARE_END(GOMP_loop_end, true)
SHARE_END_CANCEL(GOMP_loop_end_cancel)
SHARE_END(GOMP_loop_end_nowait, false)

/* --- sections ------------------------------------------------------------------------------------
 */

static struct omp_share sections_of(unsigned count) {
  return omp_loop_of(SHARED_DYNAMIC, 1, (uint64_t)count + 1, 1, false, 1, true);
}

/* The number of a section, from 1 on; 0: there is none left. */
EXPORT unsigned GOMP_sections_start(unsigned count);
EXPORT unsigned GOMP_sections_start(unsigned count) {
  if (!rt.current)
    return REAL(GOMP_sections_start)(count);
  const struct omp_share as = sections_of(count);
  uint64_t from = 0, to;
  return omp_loop_start(&as, &from, &to, CALLER, FRAME) ? (unsigned)from : 0;
}

EXPORT unsigned GOMP_sections_next(void);
EXPORT unsigned GOMP_sections_next(void) {
  if (!rt.current)
    return REAL(GOMP_sections_next)();
  uint64_t from = 0, to;
  return omp_loop_next(&from, &to, CALLER) ? (unsigned)from : 0;
}

EXPORT void GOMP_parallel_sections(omp_function *function, void *data, unsigned threads,
                                   unsigned count, unsigned flags);
EXPORT void GOMP_parallel_sections(omp_function *function, void *data, unsigned threads,
                                   unsigned count, unsigned flags) {
  if (!rt.current) {
    REAL(GOMP_parallel_sections)(function, data, threads, count, flags);
    return;
  }
  const struct omp_share as = sections_of(count);
  omp_parallel(function, data, threads, loop_begins, &as, CALLER, FRAME);
  LEAVE_NOTHING;
}

SHARE_END(GOMP_sections_end, true)
SHARE_END_CANCEL(GOMP_sections_end_cancel)
SHARE_END(GOMP_sections_end_nowait, false)

/* --- single --------------------------------------------------------------------------------------
 */

static bool single_start(uint64_t pc, void *frame) {
  struct omp_thread *const self = omp_self();
  if (!self->team)
    return true;
  const bool first = share_begin(self, &(struct omp_share){.next = 0}, pc, frame);
  omp_share_of(self)->left++;
  if (!first)
    share_only_looked(self);
  return first;
}

EXPORT bool GOMP_single_start(void);
EXPORT bool GOMP_single_start(void) {
  return rt.current ? single_start(CALLER, FRAME) : REAL(GOMP_single_start)();
}

/* NULL: the thread is to make what the others get. */
EXPORT void *GOMP_single_copy_start(void);
EXPORT void *GOMP_single_copy_start(void) {
  if (!rt.current)
    return REAL(GOMP_single_copy_start)();
  if (single_start(CALLER, FRAME))
    return NULL;
  const struct omp_share *const share = omp_share_of(omp_self());
  omp_barrier(CALLER);
  return share->copied;
}

EXPORT void GOMP_single_copy_end(void *data);
EXPORT void GOMP_single_copy_end(void *data) {
  if (!rt.current) {
    REAL(GOMP_single_copy_end)(data);
    return;
  }
  struct omp_thread *const self = omp_self();
  if (!self->team)
    return;
  omp_share_of(self)->copied = data;
  omp_barrier(CALLER);
  LEAVE_NOTHING;
}
