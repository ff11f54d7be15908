/*
 * C11 atomics of 8 to 128 bits, as the compiler calls them; `__atomic` and `__sync` builtins end
 * up here too. They are executed as sequentially consistent, and the memory order matters to
 * data-race detection alone; under a weak memory model weak.c executes them.
 */
#include "runtime/access.h"
#include "runtime/api.h"
#include "runtime/arc_counters.h"
#include "runtime/atomic_block.h"
#include "runtime/combining.h"
#include "runtime/coverage.h"
#include "runtime/cut.h"
#include "runtime/helping.h"
#include "runtime/hidden_reads.h"
#include "runtime/record.h"
#include "runtime/thread.h"
#include "runtime/weak.h"
#include "runtime/weak_memory.h"
#include "runtime/weak_order.h"

typedef uint8_t a8;
typedef uint16_t a16;
typedef uint32_t a32;
typedef uint64_t a64;
typedef unsigned __int128 a128;

#define ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

enum access { LOAD, STORE, UPDATE, ADD };

/* The arguments of an operation that writes are part of the thread's local state. */
static inline void operands(a128 value, a128 wanted) {
  uint64_t *to = rt.current->operands;
  to[0] = (uint64_t)value;
  to[1] = (uint64_t)(value >> 64);
  to[2] = (uint64_t)wanted;
  to[3] = (uint64_t)(wanted >> 64);
}

/* Which function the program has called, to tell whether two operations are the same (late_read.h)
 * and two states (thread.c).
 * A compare-and-swap has no number here: it also writes to *expected. */
static inline void called(const void *function, int order, uint64_t pc) {
  rt.current->hook.pc = pc;
  rt.current->hook.function = function;
  rt.current->hook.order = order;
}

static inline void updated(int order) {
  rt.update.progress = rt.progress;
  rt.update.adds = false;
  rt.update.order = order;
}

static void weaker_than_seq_cst(enum access what, uint64_t addr, int order) {
  weak_matters();
  not_covered_once(
      "atomics weaker than seq_cst were executed as seq_cst; --memory=c11 explores what "
      "they allow");
  if (what != LOAD && order != __ATOMIC_RELEASE && order != __ATOMIC_ACQ_REL)
    partly_covered(RELAXED_WRITE);
  if (what == STORE && order != __ATOMIC_RELEASE)
    helping_stored(addr);
}

/* Follows what the operation synchronises, and looks for plain accesses that race with it. */
static inline void synchronises(enum access what, uint64_t addr, uint32_t size, int order,
                                uint64_t pc, void *frame) {
  struct datarace race;
  if (size > 8)
    weak_matters();
  if (order != __ATOMIC_SEQ_CST && rt.high > 1 && !rt.weak) /* gcc's atomic_init() is relaxed */
    weaker_than_seq_cst(what, addr, order);
  if (!races_are_checked() || rt.current->await)
    return;
  rv_tid self = rt.current->tid;
  bool found = what == LOAD    ? datarace_atomic_load(self, addr, size, order, &race)
               : what == STORE ? datarace_atomic_store(self, addr, size, order, &race)
               : what == ADD   ? datarace_atomic_add(self, addr, size, order, &race)
                               : datarace_atomic_rmw(self, addr, size, order, &race);
  if (unlikely(found))
    race_found(&race, ACCESS_ATOMIC, what != LOAD, pc, frame);
  wipe_if_loops(); /* what race detection has left */
}

static void atomic_tell(enum record_kind kind, uint64_t addr, uint32_t size, uint64_t value,
                        uint64_t stored, int order, uint64_t pc) {
  struct record *line = record_access(kind, addr, size, value, stored, pc);
  if (line)
    line->order = (uint8_t)order;
}

#define ORDER(order) ((order)&0xff) /* beyond the low byte are hints to the hardware */

/* In execution graphs under sc: the order of two that commute is none. */
static bool commutes(enum combining kind, uint64_t addr, uint32_t size, uint64_t pc) {
  return rt.shared->request.explorer.memory == RV_MEMORY_SC &&
         combining_mode(kind, addr, size, pc) == RV_ADD;
}

/* A read-modify-write: `next` computes what is stored from `old`. Where it commutes with others of
 * its kind, the program does not use `old`. */
#define DEFINE_UPDATE(bits, name, kind, next)                                                      \
  a##bits __tsan_atomic##bits##_##name(volatile a##bits *object, a##bits value, int order);        \
  EXPORT a##bits __tsan_atomic##bits##_##name(volatile a##bits *object, a##bits value,             \
                                              int order) {                                         \
    if (!rt.current) {                                                                             \
      a##bits old = plain_load_##bits(object);                                                     \
      while (!plain_exchange_##bits(object, &old, (next)))                                         \
        ;                                                                                          \
      return old;                                                                                  \
    }                                                                                              \
    uint64_t addr = ADDRESS(object), pc = CALLER;                                                  \
    if (bits == 64 && (kind) == COMBINING_ADD && arc_counted(addr))                                \
      return 0;                                                                                    \
    operands(value, 0);                                                                            \
    if (unlikely(rt.weak) && !weak_memory_is_sc(addr, bits / 8, ORDER(order))) {                   \
      const struct weak_access access = {                                                          \
          addr, bits / 8, ORDER(order), ORDER(order),                                              \
          pc,   ENTRY,    true,         commutes(kind, addr, bits / 8, pc)};                       \
      const a##bits old = (a##bits)weak_read(&access, NULL);                                       \
      weak_update(&access, (uint64_t)old, (uint64_t)(next));                                       \
      return old;                                                                                  \
    }                                                                                              \
    called(__tsan_atomic##bits##_##name, ORDER(order), pc);                                        \
    const uint32_t mode = combining_mode(kind, addr, bits / 8, pc);                                \
    weak_memory_updates();                                                                         \
    bool event = ordered_access(addr, bits / 8, mode, pc, ENTRY);                                  \
    synchronises(mode == RV_ADD ? ADD : UPDATE, addr, bits / 8, ORDER(order), pc, FRAME);          \
    a##bits old = *object;                                                                         \
    if (event && unlikely(rt.weak))                                                                \
      weak_memory_updated(addr, bits / 8, old == (a##bits)(next));                                 \
    *object = (next);                                                                              \
    rt.update.old = (uint64_t)old;                                                                 \
    rt.update.progress = rt.progress;                                                              \
    rt.update.adds = (kind) == COMBINING_ADD;                                                      \
    rt.update.order = ORDER(order);                                                                \
    if (event) {                                                                                   \
      performed(mode == RV_ADD ? 0 : (uint64_t)old);                                               \
      atomic_tell(RECORD_UPDATE, addr, bits / 8, (uint64_t)old, (uint64_t)(next), order, pc);      \
    }                                                                                              \
    return old;                                                                                    \
  }

/* Whether a weak compare-and-swap may fail spuriously: at most so often in each thread. */
static bool may_fail_for_nothing(void) {
  return rt.shared->request.spurious > rt.current->spurious && !rt.solo && !rt.current->await &&
         !in_atomic_block();
}

static void succeeds_always(void) {
  if (rt.shared->request.spurious)
    bound_met(BOUND_SPURIOUS);
  else
    not_covered_once("spurious failures of weak compare-and-swap; --spurious explores them");
}

/* `*expected` of a compare-and-swap is mostly a local variable of the caller. Elsewhere, to other
 * threads it is a plain access. */
static inline void accesses_expected(uint64_t addr, uint32_t size, bool write, uint64_t pc,
                                     void *frame) {
  if (unlikely(stack_owner(addr) != rt.current->tid) && !rt.current->await)
    plain_access(addr, size, write, pc, frame);
}

/* Before a weak compare-and-swap comes a load. If that finds what is expected, the swap fails for
 * no reason or is made; if the swap then finds something else, the load might as well have come
 * later, and that is explored too. */
#define DEFINE_WEAK(bits)                                                                          \
  static inline __attribute__((always_inline)) bool compare_exchange_weak_##bits(                  \
      volatile a##bits *object, a##bits *expected, a##bits desired, int success, int failure,      \
      uint64_t pc, void *frame) {                                                                  \
    if (!rt.current)                                                                               \
      return plain_exchange_##bits(object, expected, desired);                                     \
    if (!may_fail_for_nothing()) {                                                                 \
      const bool equal =                                                                           \
          compare_exchange_##bits(object, expected, desired, success, failure, pc, frame);         \
      if (equal)                                                                                   \
        succeeds_always();                                                                         \
      return equal;                                                                                \
    }                                                                                              \
    const uint64_t addr = ADDRESS(object);                                                         \
    accesses_expected(ADDRESS(expected), bits / 8, false, pc, frame);                              \
    const a##bits wanted = *expected;                                                              \
    operands(desired, wanted);                                                                     \
    const struct weak_access access = {addr, bits / 8, ORDER(failure), ORDER(failure),             \
                                       pc,   frame,    true,           false};                     \
    const bool weak = rt.weak && !weak_memory_is_sc(addr, bits / 8, ORDER(failure));               \
    const bool event = !weak && ordered_access(addr, bits / 8, RV_READ, pc, frame);                \
    if (!weak)                                                                                     \
      synchronises(LOAD, addr, bits / 8, ORDER(failure), pc, frame);                               \
    const a##bits old = weak ? (a##bits)weak_read(&access, NULL) : *object;                        \
    if (event) {                                                                                   \
      performed((uint64_t)old);                                                                    \
      atomic_tell(old == wanted ? RECORD_READ : RECORD_CAS_FAILED, addr, bits / 8, (uint64_t)old,  \
                  old == wanted ? 0 : (uint64_t)wanted, failure, pc);                              \
    }                                                                                              \
    if (old != wanted) {                                                                           \
      accesses_expected(ADDRESS(expected), bits / 8, true, pc, frame);                             \
      *expected = old;                                                                             \
      return false;                                                                                \
    }                                                                                              \
    if (choose(2, pc)) {                                                                           \
      rt.current->spurious++;                                                                      \
      return false;                                                                                \
    }                                                                                              \
    if (!compare_exchange_##bits(object, expected, desired, success, failure, pc, frame))          \
      cut_by_assumption(pc, frame);                                                                \
    return true;                                                                                   \
  }

/* Returns whether it succeeded; `*expected` is then what was there before, either way. */
#define DEFINE_COMPARE_EXCHANGE(bits)                                                              \
  static inline __attribute__((always_inline)) bool compare_exchange_##bits(                       \
      volatile a##bits *object, a##bits *expected, a##bits desired, int success, int failure,      \
      uint64_t pc, void *frame) {                                                                  \
    if (!rt.current)                                                                               \
      return plain_exchange_##bits(object, expected, desired);                                     \
    uint64_t addr = ADDRESS(object);                                                               \
    accesses_expected(ADDRESS(expected), bits / 8, false, pc, frame);                              \
    const a##bits wanted = *expected;                                                              \
    operands(desired, wanted);                                                                     \
    if (unlikely(rt.weak) && !weak_memory_is_sc(addr, bits / 8, ORDER(success))) {                 \
      const struct weak_access access = {addr, bits / 8, ORDER(success), ORDER(failure),           \
                                         pc,   frame,    true,           false};                   \
      const uint64_t compared = (uint64_t)wanted;                                                  \
      const a##bits found = (a##bits)weak_read(&access, &compared);                                \
      if (found == wanted)                                                                         \
        weak_update(&access, (uint64_t)found, (uint64_t)desired);                                  \
      else {                                                                                       \
        accesses_expected(ADDRESS(expected), bits / 8, true, pc, frame);                           \
        *expected = found;                                                                         \
      }                                                                                            \
      return found == wanted;                                                                      \
    }                                                                                              \
    called(NULL, ORDER(failure), pc);                                                              \
    rt.current->hook.success = ORDER(success);                                                     \
    weak_memory_compares();                                                                        \
    bool event = ordered_access(addr, bits / 8, RV_READ | RV_WRITE, pc, frame);                    \
    a##bits old = *object;                                                                         \
    bool equal = old == wanted;                                                                    \
    if (event && unlikely(rt.weak))                                                                \
      weak_memory_compared(addr, bits / 8, equal, ORDER(failure));                                 \
    synchronises(equal ? UPDATE : LOAD, addr, bits / 8, ORDER(equal ? success : failure), pc,      \
                 frame);                                                                           \
    if (equal) {                                                                                   \
      *object = desired;                                                                           \
      updated(ORDER(success));                                                                     \
    }                                                                                              \
    rt.step.expected = (uint64_t)wanted;                                                           \
    if (event && equal) {                                                                          \
      performed_as((uint64_t)old, RV_READ | RV_WRITE, RV_OP_COMPARES);                             \
      atomic_tell(RECORD_UPDATE, addr, bits / 8, (uint64_t)old, (uint64_t)desired, success, pc);   \
    } else if (event) {                                                                            \
      performed_as((uint64_t)old, RV_READ, RV_OP_COMPARES);                                        \
      atomic_tell(RECORD_CAS_FAILED, addr, bits / 8, (uint64_t)old, (uint64_t)wanted, failure,     \
                  pc);                                                                             \
    }                                                                                              \
    if (!equal) {                                                                                  \
      accesses_expected(ADDRESS(expected), bits / 8, true, pc, frame);                             \
      *expected = old;                                                                             \
    }                                                                                              \
    return equal;                                                                                  \
  }                                                                                                \
  DEFINE_WEAK(bits)                                                                                \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile a##bits *object, a##bits *expected,   \
                                                    a##bits desired, int success, int failure);    \
  EXPORT int __tsan_atomic##bits##_compare_exchange_strong(                                        \
      volatile a##bits *object, a##bits *expected, a##bits desired, int success, int failure) {    \
    return compare_exchange_##bits(object, expected, desired, success, failure, CALLER, ENTRY);    \
  }                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile a##bits *object, a##bits *expected,     \
                                                  a##bits desired, int success, int failure);      \
  EXPORT int __tsan_atomic##bits##_compare_exchange_weak(                                          \
      volatile a##bits *object, a##bits *expected, a##bits desired, int success, int failure) {    \
    return compare_exchange_weak_##bits(object, expected, desired, success, failure, CALLER,       \
                                        ENTRY);                                                    \
  }                                                                                                \
  a##bits __tsan_atomic##bits##_compare_exchange_val(volatile a##bits *object, a##bits expected,   \
                                                     a##bits desired, int success, int failure);   \
  EXPORT a##bits __tsan_atomic##bits##_compare_exchange_val(                                       \
      volatile a##bits *object, a##bits expected, a##bits desired, int success, int failure) {     \
    const a##bits wanted = expected;                                                               \
    compare_exchange_##bits(object, &expected, desired, success, failure, CALLER, ENTRY);          \
    if (rt.current && expected == wanted)                                                          \
      not_covered_once("spurious failures of weak compare-and-swap; clang does not say which "     \
                       "are weak");                                                                \
    return expected;                                                                               \
  }

#define DEFINE_LOAD_AND_STORE(bits)                                                                \
  a##bits __tsan_atomic##bits##_load(const volatile a##bits *object, int order);                   \
  EXPORT a##bits __tsan_atomic##bits##_load(const volatile a##bits *object, int order) {           \
    if (!rt.current)                                                                               \
      return plain_load_##bits(object);                                                            \
    uint64_t addr = ADDRESS(object), pc = CALLER;                                                  \
    if (unlikely(rt.weak) && !weak_memory_is_sc(addr, bits / 8, ORDER(order))) {                   \
      const struct weak_access access = {addr, bits / 8, ORDER(order), ORDER(order),               \
                                         pc,   ENTRY,    false,        false};                     \
      return (a##bits)weak_read(&access, NULL);                                                    \
    }                                                                                              \
    called(__tsan_atomic##bits##_load, ORDER(order), pc);                                          \
    bool event = ordered_access(addr, bits / 8, RV_READ, pc, ENTRY);                               \
    synchronises(LOAD, addr, bits / 8, ORDER(order), pc, FRAME);                                   \
    a##bits value = *object;                                                                       \
    if (event) {                                                                                   \
      performed((uint64_t)value);                                                                  \
      atomic_tell(RECORD_READ, addr, bits / 8, (uint64_t)value, 0, order, pc);                     \
    }                                                                                              \
    return value;                                                                                  \
  }                                                                                                \
  void __tsan_atomic##bits##_store(volatile a##bits *object, a##bits value, int order);            \
  EXPORT void __tsan_atomic##bits##_store(volatile a##bits *object, a##bits value, int order) {    \
    if (!rt.current) {                                                                             \
      plain_store_##bits(object, value);                                                           \
      return;                                                                                      \
    }                                                                                              \
    uint64_t addr = ADDRESS(object), pc = CALLER;                                                  \
    operands(value, 0);                                                                            \
    if (unlikely(rt.weak) && !weak_memory_is_sc(addr, bits / 8, ORDER(order))) {                   \
      const struct weak_access access = {addr, bits / 8, ORDER(order), ORDER(order),               \
                                         pc,   ENTRY,    false,        false};                     \
      weak_write(&access, (uint64_t)value);                                                        \
      return;                                                                                      \
    }                                                                                              \
    called(__tsan_atomic##bits##_store, ORDER(order), pc);                                         \
    bool event = ordered_access(addr, bits / 8, RV_WRITE, pc, ENTRY);                              \
    synchronises(STORE, addr, bits / 8, ORDER(order), pc, FRAME);                                  \
    a##bits old = *object;                                                                         \
    *object = value;                                                                               \
    if (event) {                                                                                   \
      performed_as((uint64_t)old, RV_WRITE, RV_OP_REPLACED | blind_store(addr, bits / 8));         \
      atomic_tell(RECORD_WRITE, addr, bits / 8, 0, (uint64_t)value, order, pc);                    \
    }                                                                                              \
    LEAVE_NOTHING;                                                                                 \
  }

/* Outside a worker there may be other operating system threads. */
#define DEFINE_PLAIN(bits)                                                                         \
  static a##bits plain_load_##bits(const volatile a##bits *object) {                               \
    return __atomic_load_n(object, __ATOMIC_SEQ_CST);                                              \
  }                                                                                                \
  static void plain_store_##bits(volatile a##bits *object, a##bits value) {                        \
    __atomic_store_n(object, value, __ATOMIC_SEQ_CST);                                             \
  }                                                                                                \
  static bool plain_exchange_##bits(volatile a##bits *object, a##bits *expected,                   \
                                    a##bits desired) {                                             \
    return __atomic_compare_exchange_n(object, expected, desired, 0, __ATOMIC_SEQ_CST,             \
                                       __ATOMIC_SEQ_CST);                                          \
  }

DEFINE_PLAIN(8)
DEFINE_PLAIN(16)
DEFINE_PLAIN(32)
DEFINE_PLAIN(64)

/* 128 bits: the __sync builtin is inline code, where __atomic would need a library. */
static bool plain_exchange_128(volatile a128 *object, a128 *expected, a128 desired) {
  a128 wanted = *expected;
  *expected = __sync_val_compare_and_swap(object, wanted, desired);
  return *expected == wanted;
}

static a128 plain_load_128(const volatile a128 *object) {
  a128 value = 0;
  plain_exchange_128((volatile a128 *)object, &value, 0);
  return value;
}

static void plain_store_128(volatile a128 *object, a128 value) {
  a128 old = plain_load_128(object);
  while (!plain_exchange_128(object, &old, value))
    ;
}

/* What compilers call where an operation is not one instruction, or may not be: the names of
 * libatomic, with sizes in bytes. They would clash with the compiler's own declarations. */
#define DEFINE_LIBRARY_NAME(type, name, library, parameters, call)                                 \
  EXPORT type name parameters __asm__(library);                                                    \
  EXPORT type name parameters {                                                                    \
    call;                                                                                          \
  }

#define DEFINE_LIBRARY_NAMES(bits, bytes)                                                          \
  DEFINE_LIBRARY_NAME(a##bits, library_load_##bytes, "__atomic_load_" #bytes,                      \
                      (const volatile a##bits *object, int order),                                 \
                      return __tsan_atomic##bits##_load(object, order))                            \
  DEFINE_LIBRARY_NAME(void, library_store_##bytes, "__atomic_store_" #bytes,                       \
                      (volatile a##bits * object, a##bits value, int order),                       \
                      __tsan_atomic##bits##_store(object, value, order))                           \
  DEFINE_LIBRARY_NAME(                                                                             \
      _Bool, library_compare_exchange_##bytes, "__atomic_compare_exchange_" #bytes,                \
      (volatile a##bits * object, a##bits * expected, a##bits desired, int success, int failure),  \
      return compare_exchange_##bits(object, expected, desired, success, failure, CALLER, ENTRY))  \
  DEFINE_LIBRARY_UPDATE(bits, bytes, exchange)                                                     \
  DEFINE_LIBRARY_UPDATE(bits, bytes, fetch_add)                                                    \
  DEFINE_LIBRARY_UPDATE(bits, bytes, fetch_sub)                                                    \
  DEFINE_LIBRARY_UPDATE(bits, bytes, fetch_and)                                                    \
  DEFINE_LIBRARY_UPDATE(bits, bytes, fetch_or)                                                     \
  DEFINE_LIBRARY_UPDATE(bits, bytes, fetch_xor)                                                    \
  DEFINE_LIBRARY_UPDATE(bits, bytes, fetch_nand)

#define DEFINE_LIBRARY_UPDATE(bits, bytes, name)                                                   \
  DEFINE_LIBRARY_NAME(a##bits, library_##name##_##bytes, "__atomic_" #name "_" #bytes,             \
                      (volatile a##bits * object, a##bits value, int order),                       \
                      return __tsan_atomic##bits##_##name(object, value, order))

#define DEFINE_ATOMICS(bits)                                                                       \
  DEFINE_LOAD_AND_STORE(bits)                                                                      \
  DEFINE_COMPARE_EXCHANGE(bits)                                                                    \
  DEFINE_UPDATE(bits, exchange, COMBINING_NOTHING, value)                                          \
  DEFINE_UPDATE(bits, fetch_add, COMBINING_ADD, (a##bits)(old + value))                            \
  DEFINE_UPDATE(bits, fetch_sub, COMBINING_ADD, (a##bits)(old - value))                            \
  DEFINE_UPDATE(bits, fetch_and, COMBINING_AND, (a##bits)(old & value))                            \
  DEFINE_UPDATE(bits, fetch_or, COMBINING_OR, (a##bits)(old | value))                              \
  DEFINE_UPDATE(bits, fetch_xor, COMBINING_XOR, (a##bits)(old ^ value))                            \
  DEFINE_UPDATE(bits, fetch_nand, COMBINING_NOTHING, (a##bits) ~(old & value))

DEFINE_ATOMICS(8)
DEFINE_ATOMICS(16)
DEFINE_ATOMICS(32)
DEFINE_ATOMICS(64)
DEFINE_ATOMICS(128)

DEFINE_LIBRARY_NAMES(8, 1)
DEFINE_LIBRARY_NAMES(16, 2)
DEFINE_LIBRARY_NAMES(32, 4)
DEFINE_LIBRARY_NAMES(64, 8)
DEFINE_LIBRARY_NAMES(128, 16)

/* Execution is sequentially consistent already: a fence is no event. */
void __tsan_atomic_thread_fence(int order);
EXPORT void __tsan_atomic_thread_fence(int order) {
  if (!rt.current) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return;
  }
  if (unlikely(rt.weak))
    weak_fence(weak_order_of_fence(ORDER(order), CALLER), CALLER, ENTRY);
  else if (races_are_checked())
    datarace_fence(rt.current->tid, ORDER(order));
  struct record *line = record(RECORD_FENCE, CALLER);
  if (line)
    line->order = (uint8_t)ORDER(order);
  LEAVE_NOTHING;
}

void __tsan_atomic_signal_fence(int order);
EXPORT void __tsan_atomic_signal_fence(int order) {
  (void)order;
}
