#include "runtime/annotations.h"

#include "runtime/checkpoint.h"
#include "runtime/coverage.h"
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/spinloop.h"
#include "runtime/state.h"

/* --- happens-before ------------------------------------------------------------------------------
 */

/* Addresses that annotations name. Each has a clock of its own: stores to the same address neither
 * add to it nor reset it. */
enum { MAX_NAMED = 1024 };
static uint64_t named[MAX_NAMED];
static uint32_t n_named;

static const void *named_place(const void *addr, uint64_t pc, void *frame) {
  uint32_t i = 0;
  while (i < n_named && named[i] != (uintptr_t)addr)
    i++;
  if (i == MAX_NAMED)
    fail(ERROR_UNSUPPORTED, pc, frame, "annotations of more than %d addresses are not supported",
         MAX_NAMED);
  if (i == n_named)
    named[n_named++] = (uintptr_t)addr;
  return (const void *)(uintptr_t)state_place(STATE_ANNOTATED, i);
}

/* These are events, since their order matters. A release only adds to the clock. */
void annotation_release(const void *addr, uint64_t pc) {
  if (!rt.current)
    return;
  not_spinning();
  object_access(addr, 1, RV_ADD, RV_OP_RELEASES, pc);
  performed(0);
  object_release(named_place(addr, pc, FRAME));
}

void annotation_acquire(const void *addr, uint64_t pc) {
  if (!rt.current)
    return;
  not_spinning();
  object_access(addr, 1, RV_READ, 0, pc);
  performed(0);
  object_acquire(named_place(addr, pc, FRAME));
}

void __tsan_acquire(void *addr);
EXPORT void __tsan_acquire(void *addr) {
  annotation_acquire(addr, CALLER);
  LEAVE_NOTHING;
}

void __tsan_release(void *addr);
EXPORT void __tsan_release(void *addr) {
  annotation_release(addr, CALLER);
  LEAVE_NOTHING;
}

void AnnotateHappensBefore(const char *file, int line, const volatile void *addr);
EXPORT void AnnotateHappensBefore(const char *file, int line, const volatile void *addr) {
  (void)file, (void)line;
  annotation_release((const void *)addr, CALLER);
  LEAVE_NOTHING;
}

void AnnotateHappensAfter(const char *file, int line, const volatile void *addr);
EXPORT void AnnotateHappensAfter(const char *file, int line, const volatile void *addr) {
  (void)file, (void)line;
  annotation_acquire((const void *)addr, CALLER);
  LEAVE_NOTHING;
}

/* --- locks of the program's own ------------------------------------------------------------------
 */

enum mutex_flags { MUTEX_TRY_FAILED = 1 << 5 };

#define NOTHING(name)                                                                              \
  void __tsan_mutex_##name(void *addr, unsigned flags);                                            \
  EXPORT void __tsan_mutex_##name(void *addr, unsigned flags) {                                    \
    (void)addr, (void)flags;                                                                       \
  }
NOTHING(create)
NOTHING(destroy)
NOTHING(pre_lock)
NOTHING(post_unlock)
NOTHING(pre_signal)
NOTHING(post_signal)
NOTHING(pre_divert)
NOTHING(post_divert)

void __tsan_mutex_post_lock(void *addr, unsigned flags, int recursion);
EXPORT void __tsan_mutex_post_lock(void *addr, unsigned flags, int recursion) {
  (void)recursion;
  if (!(flags & MUTEX_TRY_FAILED))
    annotation_acquire(addr, CALLER);
  LEAVE_NOTHING;
}

int __tsan_mutex_pre_unlock(void *addr, unsigned flags);
EXPORT int __tsan_mutex_pre_unlock(void *addr, unsigned flags) {
  (void)flags;
  annotation_release(addr, CALLER);
  return 0;
}

#define RWLOCK(name, ...)                                                                          \
  void AnnotateRWLock##name(const char *file, int line, const volatile void *lock, ##__VA_ARGS__); \
  EXPORT void AnnotateRWLock##name(const char *file, int line, const volatile void *lock,          \
                                   ##__VA_ARGS__)

RWLOCK(Create) {
  (void)file, (void)line, (void)lock;
}

RWLOCK(CreateStatic) {
  (void)file, (void)line, (void)lock;
}

RWLOCK(Destroy) {
  (void)file, (void)line, (void)lock;
}

RWLOCK(Acquired, long writes) {
  (void)file, (void)line, (void)writes;
  annotation_acquire((const void *)lock, CALLER);
  LEAVE_NOTHING;
}

RWLOCK(Released, long writes) {
  (void)file, (void)line, (void)writes;
  annotation_release((const void *)lock, CALLER);
  LEAVE_NOTHING;
}

/* --- races that are not minded -------------------------------------------------------------------
 */

enum { MAX_BENIGN = 64 };
static struct benign { uint64_t addr, size; } benign[MAX_BENIGN];
static uint32_t n_benign;

static void races_are_left_out(void) {
  not_covered_once("data races of which the program says that they are benign or to be ignored");
}

bool annotations_are_benign(uint64_t addr) {
  for (uint32_t i = 0; i < n_benign; i++)
    if (addr - benign[i].addr < benign[i].size)
      return true;
  return false;
}

void annotation_benign(const volatile void *addr, uint64_t size) {
  if (!rt.current)
    return;
  not_spinning();
  races_are_left_out();
  if (n_benign < MAX_BENIGN)
    benign[n_benign++] = (struct benign){(uintptr_t)addr, size};
}

void AnnotateBenignRace(const char *file, int line, const volatile void *addr, const char *text);
EXPORT void AnnotateBenignRace(const char *file, int line, const volatile void *addr,
                               const char *text) {
  (void)file, (void)line, (void)text;
  annotation_benign(addr, sizeof(uint64_t));
}

void AnnotateBenignRaceSized(const char *file, int line, const volatile void *addr, size_t size,
                             const char *text);
EXPORT void AnnotateBenignRaceSized(const char *file, int line, const volatile void *addr,
                                    size_t size, const char *text) {
  (void)file, (void)line, (void)text;
  annotation_benign(addr, size);
}

void annotation_ignore_reads(bool begins) {
  if (!rt.current)
    return;
  races_are_left_out();
  rt.current->ignores_reads += begins ? 1 : -1;
}

void annotation_ignore_writes(bool begins) {
  if (!rt.current)
    return;
  races_are_left_out();
  rt.current->ignores_writes += begins ? 1 : -1;
}

#define IGNORES(name, ignore, begins)                                                              \
  void AnnotateIgnore##name(const char *file, int line);                                           \
  EXPORT void AnnotateIgnore##name(const char *file, int line) {                                   \
    (void)file, (void)line;                                                                        \
    ignore(begins);                                                                                \
  }
IGNORES(ReadsBegin, annotation_ignore_reads, true)
IGNORES(ReadsEnd, annotation_ignore_reads, false)
IGNORES(WritesBegin, annotation_ignore_writes, true)
IGNORES(WritesEnd, annotation_ignore_writes, false)

/* --- the rest of what the header of ThreadSanitizer declares -------------------------------------
 */

void __tsan_flush_memory(void);
EXPORT void __tsan_flush_memory(void) {
}

/* Stacks that the program switches itself. */
void *__tsan_get_current_fiber(void);
EXPORT void *__tsan_get_current_fiber(void) {
  return rt.current;
}

void *__tsan_create_fiber(unsigned flags);
EXPORT void *__tsan_create_fiber(unsigned flags) {
  (void)flags;
  if (rt.current)
    unsupported("__tsan_create_fiber", CALLER, FRAME);
  return NULL;
}

void __tsan_destroy_fiber(void *fiber);
EXPORT void __tsan_destroy_fiber(void *fiber) {
  (void)fiber;
}

void __tsan_switch_to_fiber(void *fiber, unsigned flags);
EXPORT void __tsan_switch_to_fiber(void *fiber, unsigned flags) {
  (void)fiber, (void)flags;
  if (rt.current)
    unsupported("__tsan_switch_to_fiber", CALLER, FRAME);
}

void __tsan_set_fiber_name(void *fiber, const char *name);
EXPORT void __tsan_set_fiber_name(void *fiber, const char *name) {
  (void)fiber, (void)name;
}

/* --- executions ----------------------------------------------------------------------------------
 */

void annotations_reset(void) {
  n_benign = n_named = 0;
}

void annotations_pieces(void) {
  if (!n_benign && !n_named)
    return;
  checkpoint_piece(&n_named, sizeof n_named);
  checkpoint_piece(named, n_named * sizeof *named);
  checkpoint_piece(&n_benign, sizeof n_benign);
  checkpoint_piece(benign, n_benign * sizeof *benign);
}
