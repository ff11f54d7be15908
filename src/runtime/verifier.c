/*
 * The functions that programs of the software verification competition (SV-COMP) are written with.
 */
#include <stdbool.h>
#include <stddef.h>

#include "runtime/api.h"
#include "runtime/atomic_block.h"
#include "runtime/cut.h"
#include "runtime/error.h"
#include "runtime/runtime.h"

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

/* A value of the domain that the user has given, as far as the type has it. */
static int64_t any_value(int64_t type_low, int64_t type_high, uint64_t pc) {
  const struct request *request = &rt.shared->request;
  if (!rt.current)
    return 0;
  int64_t low = clamp(request->nondet_low, type_low, type_high);
  int64_t high = clamp(request->nondet_high, type_low, type_high);
  return low + (int64_t)choose((uint32_t)(high - low) + 1, pc);
}

#define NONDET(name, type, low, high)                                                              \
  type __VERIFIER_nondet_##name(void);                                                             \
  EXPORT type __VERIFIER_nondet_##name(void) {                                                     \
    return (type)any_value(low, high, CALLER);                                                     \
  }

NONDET(bool, bool, 0, 1)
NONDET(char, char, INT8_MIN, INT8_MAX)
NONDET(uchar, unsigned char, 0, UINT8_MAX)
NONDET(short, short, INT16_MIN, INT16_MAX)
NONDET(ushort, unsigned short, 0, UINT16_MAX)
NONDET(int, int, INT32_MIN, INT32_MAX)
NONDET(uint, unsigned, 0, UINT32_MAX)
NONDET(unsigned, unsigned, 0, UINT32_MAX)
NONDET(long, long, INT64_MIN, INT64_MAX)
NONDET(ulong, unsigned long, 0, INT64_MAX)
NONDET(longlong, long long, INT64_MIN, INT64_MAX)
NONDET(ulonglong, unsigned long long, 0, INT64_MAX)
NONDET(size_t, size_t, 0, INT64_MAX)
NONDET(loff_t, long, INT64_MIN, INT64_MAX)
NONDET(float, float, INT32_MIN, INT32_MAX)
NONDET(double, double, INT32_MIN, INT32_MAX)

void *__VERIFIER_nondet_pointer(void);
EXPORT void *__VERIFIER_nondet_pointer(void) {
  return NULL;
}

void __VERIFIER_assume(int condition);
EXPORT void __VERIFIER_assume(int condition) {
  if (!condition)
    cut_by_assumption(CALLER, FRAME);
}

static _Noreturn void reached(const char *function, uint64_t pc, void *frame) {
  if (!rt.current)
    __builtin_trap();
  fail(ERROR_ASSERTION, pc, frame, "%s() is called", function);
}

_Noreturn void __VERIFIER_error(void);
EXPORT _Noreturn void __VERIFIER_error(void) {
  reached("__VERIFIER_error", CALLER, FRAME);
}

_Noreturn void reach_error(void);
EXPORT _Noreturn void reach_error(void) {
  reached("reach_error", CALLER, FRAME);
}

void __VERIFIER_atomic_begin(void);
EXPORT void __VERIFIER_atomic_begin(void) {
  if (rt.current)
    atomic_block_begin(CALLER, FRAME);
  LEAVE_NOTHING;
}

void __VERIFIER_atomic_end(void);
EXPORT void __VERIFIER_atomic_end(void) {
  if (rt.current)
    atomic_block_end(CALLER);
  LEAVE_NOTHING;
}
