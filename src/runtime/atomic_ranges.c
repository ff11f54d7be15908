/*
 * Atomic operations on objects of any size: structures that fit into no register, for which
 * compilers call libatomic. Outside a worker libatomic itself does them.
 */
#include <string.h>

#include "runtime/access.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/weak.h"
#include "runtime/weak_memory.h"

#define ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

void range_load(size_t size, const void *object, void *result, int order) __asm__("__atomic_load");
void range_store(size_t size, void *object, const void *value, int order) __asm__("__atomic_store");
void range_exchange(size_t size, void *object, const void *value, void *result,
                    int order) __asm__("__atomic_exchange");
_Bool range_compare_exchange(size_t size, void *object, void *expected, const void *desired,
                             int success, int failure) __asm__("__atomic_compare_exchange");

#define NEXT(function, name) ((__typeof__(&function))dlsym(RTLD_NEXT, name))

static void check(bool (*access)(rv_tid, uint64_t, uint64_t, int, struct datarace *), bool writes,
                  const void *object, size_t size, int order, uint64_t pc, void *frame) {
  struct datarace race;
  if (races_are_checked() && !rt.current->await &&
      access(rt.current->tid, ADDRESS(object), size, order, &race))
    race_found(&race, ACCESS_ATOMIC, writes, pc, frame);
}

EXPORT void range_load(size_t size, const void *object, void *result, int order) {
  if (!rt.current) {
    NEXT(range_load, "__atomic_load")(size, object, result, order);
    return;
  }
  weak_matters();
  if (unlikely(rt.weak))
    weak_memory_range(ADDRESS(object), (uint32_t)size, order);
  bool event = ordered_access(ADDRESS(object), (uint32_t)size, RV_READ, CALLER, ENTRY);
  check(datarace_atomic_load, false, object, size, order, CALLER, FRAME);
  memcpy(result, object, size);
  if (!event)
    return;
  performed(contents(ADDRESS(result), size));
  record_access(RECORD_READ, ADDRESS(object), (uint32_t)size, rt.step.value, 0, CALLER);
}

EXPORT void range_store(size_t size, void *object, const void *value, int order) {
  if (!rt.current) {
    NEXT(range_store, "__atomic_store")(size, object, value, order);
    return;
  }
  weak_matters();
  if (unlikely(rt.weak))
    weak_memory_range(ADDRESS(object), (uint32_t)size, order);
  bool event = ordered_access(ADDRESS(object), (uint32_t)size, RV_WRITE, CALLER, ENTRY);
  check(datarace_atomic_store, true, object, size, order, CALLER, FRAME);
  memcpy(object, value, size);
  if (!event)
    return;
  performed(0);
  record_access(RECORD_WRITE, ADDRESS(object), (uint32_t)size, 0, contents(ADDRESS(value), size),
                CALLER);
}

EXPORT void range_exchange(size_t size, void *object, const void *value, void *result, int order) {
  if (!rt.current) {
    NEXT(range_exchange, "__atomic_exchange")(size, object, value, result, order);
    return;
  }
  weak_matters();
  if (unlikely(rt.weak))
    weak_memory_range(ADDRESS(object), (uint32_t)size, order);
  bool event = ordered_access(ADDRESS(object), (uint32_t)size, RV_READ | RV_WRITE, CALLER, ENTRY);
  check(datarace_atomic_rmw, true, object, size, order, CALLER, FRAME);
  uint64_t stored = contents(ADDRESS(value), size);
  memcpy(result, object, size);
  memcpy(object, value, size);
  if (!event)
    return;
  performed(contents(ADDRESS(result), size));
  record_access(RECORD_UPDATE, ADDRESS(object), (uint32_t)size, rt.step.value, stored, CALLER);
}

EXPORT _Bool range_compare_exchange(size_t size, void *object, void *expected, const void *desired,
                                    int success, int failure) {
  if (!rt.current)
    return NEXT(range_compare_exchange, "__atomic_compare_exchange")(size, object, expected,
                                                                     desired, success, failure);
  uint64_t addr = ADDRESS(object);
  weak_matters();
  if (unlikely(rt.weak))
    weak_memory_range(addr, (uint32_t)size, success);
  weak_memory_compares();
  bool event = ordered_access(addr, (uint32_t)size, RV_READ | RV_WRITE, CALLER, ENTRY);
  bool equal = memcmp(object, expected, size) == 0;
  if (event && unlikely(rt.weak))
    weak_memory_compared(addr, (uint32_t)size, equal, failure);
  check(equal ? datarace_atomic_rmw : datarace_atomic_load, equal, object, size,
        equal ? success : failure, CALLER, FRAME);
  uint64_t old = contents(ADDRESS(object), size), wanted = contents(ADDRESS(expected), size);
  if (equal)
    memcpy(object, desired, size);
  else
    memcpy(expected, object, size);
  if (!event)
    return equal;
  rt.step.expected = wanted;
  performed_as(old, equal ? RV_READ | RV_WRITE : RV_READ, RV_OP_COMPARES);
  record_access(equal ? RECORD_UPDATE : RECORD_CAS_FAILED, addr, (uint32_t)size, old,
                equal ? contents(ADDRESS(desired), size) : wanted, CALLER);
  return equal;
}
