/*
 * What the compiler calls before plain and volatile accesses, at function entry and exit, and
 * once per module. The names and their meaning are those of -fsanitize=thread.
 */
#include "runtime/instrument.h"
#include "runtime/access.h"
#include "runtime/atomic_block.h"
#include "runtime/coverage.h"
#include "runtime/dead_stack.h"
#include "runtime/record.h"
#include "runtime/weak.h"

#define ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

/* Volatile accesses are what older code uses for atomics: visible, and as relaxed as can be, unless
 * --volatile=atomic says what is meant by them. With plain accesses they race. */
static void volatile_race(uint64_t addr, uint32_t size, bool write, uint64_t pc, void *frame) {
  const int order =
      rt.shared->request.volatiles == VOLATILE_ATOMIC ? __ATOMIC_SEQ_CST : DATARACE_VOLATILE;
  struct datarace race;
  if (!races_are_checked() || rt.current->await)
    return;
  if ((write ? datarace_atomic_store : datarace_atomic_load)(rt.current->tid, addr, size, order,
                                                             &race))
    race_found(&race, ACCESS_VOLATILE, write, pc, frame);
  wipe_if_loops(); /* what race detection has left */
}

static inline __attribute__((always_inline)) void
volatile_access(uint64_t addr, uint32_t size, bool write, uint64_t pc, void *frame) {
  if (!rt.current)
    return;
  const bool event = ordered_access(addr, size, write ? RV_WRITE : RV_READ, pc, frame);
  if (event)
    weak_matters();
  if (event)
    not_covered_once("volatile accesses were executed as if they were seq_cst atomics");
  volatile_race(addr, size, write, pc, frame);
  if (!event)
    return;
  performed_plain(addr, size, write);
  record_plain(addr, size, write, pc);
}

#define ACCESS_HOOK(name, body)                                                                    \
  void name(void *pointer);                                                                        \
  EXPORT void name(void *pointer) {                                                                \
    body;                                                                                          \
    LEAVE_NOTHING;                                                                                 \
  }

#define PLAIN_HOOKS(prefix, size)                                                                  \
  ACCESS_HOOK(prefix##read##size, plain_access(ADDRESS(pointer), size, false, CALLER, FRAME))      \
  ACCESS_HOOK(prefix##write##size, plain_access(ADDRESS(pointer), size, true, CALLER, FRAME))      \
  ACCESS_HOOK(prefix##volatile_read##size,                                                         \
              volatile_access(ADDRESS(pointer), size, false, CALLER, ENTRY))                       \
  ACCESS_HOOK(prefix##volatile_write##size,                                                        \
              volatile_access(ADDRESS(pointer), size, true, CALLER, ENTRY))                        \
  ACCESS_HOOK(prefix##read_write##size,                                                            \
              plain_access(ADDRESS(pointer), size, false, CALLER, FRAME);                          \
              plain_access(ADDRESS(pointer), size, true, CALLER, FRAME))

PLAIN_HOOKS(__tsan_, 1)
PLAIN_HOOKS(__tsan_, 2)
PLAIN_HOOKS(__tsan_, 4)
PLAIN_HOOKS(__tsan_, 8)
PLAIN_HOOKS(__tsan_, 16)
PLAIN_HOOKS(__tsan_unaligned_, 2)
PLAIN_HOOKS(__tsan_unaligned_, 4)
PLAIN_HOOKS(__tsan_unaligned_, 8)
PLAIN_HOOKS(__tsan_unaligned_, 16)

/* The variants that name the place themselves. */
#define PC_HOOKS(size)                                                                             \
  void __tsan_read##size##_pc(void *pointer, void *pc);                                            \
  EXPORT void __tsan_read##size##_pc(void *pointer, void *pc) {                                    \
    plain_access(ADDRESS(pointer), size, false, ADDRESS(pc), FRAME);                               \
    LEAVE_NOTHING;                                                                                 \
  }                                                                                                \
  void __tsan_write##size##_pc(void *pointer, void *pc);                                           \
  EXPORT void __tsan_write##size##_pc(void *pointer, void *pc) {                                   \
    plain_access(ADDRESS(pointer), size, true, ADDRESS(pc), FRAME);                                \
    LEAVE_NOTHING;                                                                                 \
  }

PC_HOOKS(1)
PC_HOOKS(2)
PC_HOOKS(4)
PC_HOOKS(8)
PC_HOOKS(16)

void __tsan_read_range(void *pointer, unsigned long size);
EXPORT void __tsan_read_range(void *pointer, unsigned long size) {
  plain_access(ADDRESS(pointer), size, false, CALLER, FRAME);
  LEAVE_NOTHING;
}

void __tsan_write_range(void *pointer, unsigned long size);
EXPORT void __tsan_write_range(void *pointer, unsigned long size) {
  plain_access(ADDRESS(pointer), size, true, CALLER, FRAME);
  LEAVE_NOTHING;
}

/* C++: a constructor or destructor sets the pointer to the virtual table; a call reads it. */
void __tsan_vptr_update(void **pointer, void *value);
EXPORT void __tsan_vptr_update(void **pointer, void *value) {
  if (*pointer != value)
    plain_access(ADDRESS(pointer), sizeof *pointer, true, CALLER, FRAME);
  LEAVE_NOTHING;
}

void __tsan_vptr_read(void **pointer);
EXPORT void __tsan_vptr_read(void **pointer) {
  plain_access(ADDRESS(pointer), sizeof *pointer, false, CALLER, FRAME);
  LEAVE_NOTHING;
}

/* Stacks are read from frame pointers when they are needed, so most of these have nothing to do. */
void __tsan_init(void);
EXPORT void __tsan_init(void) {
}

void __tsan_func_entry(void *pc);
EXPORT void __tsan_func_entry(void *pc) {
  (void)pc;
  if (unlikely(atomic_functions_exist) && rt.current)
    atomic_function_entry(CALLER, FRAME);
  LEAVE_NOTHING;
}

uint64_t last_function_exit;

void __tsan_func_exit(void);
EXPORT void __tsan_func_exit(void) {
  last_function_exit = CALLER;
  if (unlikely(dead_stack_is_lent()))
    dead_stack_return(CALLER, FRAME, ADDRESS(__tsan_func_exit));
  if (unlikely(atomic_functions_exist) && rt.current)
    atomic_function_exit(CALLER);
  LEAVE_NOTHING;
}

void __tsan_ignore_thread_begin(void);
EXPORT void __tsan_ignore_thread_begin(void) {
}

void __tsan_ignore_thread_end(void);
EXPORT void __tsan_ignore_thread_end(void) {
}

/* Newer compilers call these instead of memcpy and its kind. */
static void copies(const void *from, void *to, size_t n, uint64_t pc, void *frame) {
  const struct plain_range ranges[] = {{ADDRESS(from), n, false, false, false},
                                       {ADDRESS(to), n, true, false, false}};
  if (rt.plain != PLAIN_NOTHING && n > 0)
    plain_ranges(ranges, 2, pc, frame);
}

void *__tsan_memcpy(void *to, const void *from, size_t n);
EXPORT void *__tsan_memcpy(void *to, const void *from, size_t n) {
  copies(from, to, n, CALLER, FRAME);
  return memcpy(to, from, n);
}

void *__tsan_memmove(void *to, const void *from, size_t n);
EXPORT void *__tsan_memmove(void *to, const void *from, size_t n) {
  copies(from, to, n, CALLER, FRAME);
  return memmove(to, from, n);
}

void *__tsan_memset(void *to, int byte, size_t n);
EXPORT void *__tsan_memset(void *to, int byte, size_t n) {
  plain_access(ADDRESS(to), n, true, CALLER, FRAME);
  return memset(to, byte, n);
}
