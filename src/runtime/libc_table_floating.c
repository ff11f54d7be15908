/*
 * math.h and fenv.h: functions with pointers, which are counted without floating-point numbers.
 * Those without are pure, but for the variable signgam.
 */
#define _GNU_SOURCE
#include <fenv.h>
#include <string.h>

#include "runtime/libc_table.h"
#include "runtime/libc_variables.h"

static void sets_sign(const struct libc_call *call, struct libc_ranges *ranges) {
  (void)ranges;
  libc_variables_set(VARIABLES_SIGN, call->pc, call->frame);
}

/* FE_DFL_ENV and its kind are no addresses. */
static void environment(const struct libc_call *call, struct libc_ranges *ranges, uint64_t size) {
  enum { NO_ADDRESS = -4096 };
  const uint64_t addr = libc_argument(call, 0);
  if (addr < (uint64_t)NO_ADDRESS)
    libc_touches(ranges, addr, size, false);
}

static void more_fesetenv(const struct libc_call *call, struct libc_ranges *ranges) {
  environment(call, ranges, sizeof(fenv_t));
}

static void more_fesetmode(const struct libc_call *call, struct libc_ranges *ranges) {
  environment(call, ranges, sizeof(femode_t));
}

#define SETS_SIGN(name) ROW(name, ON(BUFFER, 0, CHANGE), .more = sets_sign)

/* The functions for one type: with its suffix. */
#define FUNCTIONS(suffix, type)                                                                    \
  SETS_SIGN("lgamma" suffix), ROW("lgamma" suffix "_r", TOUCHES(OUT(0, OF(int)))),                 \
      ROW("frexp" suffix, TOUCHES(OUT(0, OF(int)))),                                               \
      ROW("modf" suffix, TOUCHES(OUT(0, OF(type)))),                                               \
      ROW("remquo" suffix, TOUCHES(OUT(0, OF(int)))),                                              \
      ROW("sincos" suffix, TOUCHES(OUT(0, OF(type)), OUT(1, OF(type)))),                           \
      ROW("nan" suffix, TOUCHES(IN(0, STRING))),                                                   \
      ROW("canonicalize" suffix, TOUCHES(OUT(0, OF(type)), IN(1, OF(type)))),                      \
      ROW("getpayload" suffix, TOUCHES(IN(0, OF(type)))),                                          \
      ROW("setpayload" suffix, TOUCHES(OUT(0, OF(type)))),                                         \
      ROW("setpayloadsig" suffix, TOUCHES(OUT(0, OF(type)))),                                      \
      ROW("totalorder" suffix, TOUCHES(IN(0, OF(type)), IN(1, OF(type)))),                         \
      ROW("totalordermag" suffix, TOUCHES(IN(0, OF(type)), IN(1, OF(type))))

/* Arithmetic: in libc, and so without a rule for libm of its own. */
#define PURE(name) ROW(name), ROW(name "f"), ROW(name "l")

static const struct libc_function rows[] = {
    FUNCTIONS("", double),
    FUNCTIONS("f", float),
    FUNCTIONS("l", long double),
    FUNCTIONS("f32", float),
    FUNCTIONS("f64", double),
    FUNCTIONS("f32x", double),
    FUNCTIONS("f64x", long double),
    FUNCTIONS("f128", long double), /* of the same size */
    SETS_SIGN("gamma"),
    SETS_SIGN("gammaf"),
    SETS_SIGN("gammal"),
    PURE("copysign"),
    PURE("finite"),
    PURE("isinf"),
    PURE("isnan"),
    PURE("ldexp"),
    PURE("scalbn"),
    PURE("__finite"),
    PURE("__isinf"),
    PURE("__isnan"),
    PURE("__signbit"),
    /* how is calculated: the thread's own */
    ROW("fegetenv", TOUCHES(OUT(0, OF(fenv_t)))),
    ROW("feholdexcept", TOUCHES(OUT(0, OF(fenv_t)))),
    ROW("fesetenv", .more = more_fesetenv),
    ROW("feupdateenv", .more = more_fesetenv),
    ROW("fegetexceptflag", TOUCHES(OUT(0, OF(fexcept_t)))),
    ROW("fesetexceptflag", TOUCHES(IN(0, OF(fexcept_t)))),
    ROW("fetestexceptflag", TOUCHES(IN(0, OF(fexcept_t)))),
    ROW("fegetmode", TOUCHES(OUT(0, OF(femode_t)))),
    ROW("fesetmode", .more = more_fesetmode),
};

const struct libc_table libc_table_floating = {rows, sizeof rows / sizeof *rows};
