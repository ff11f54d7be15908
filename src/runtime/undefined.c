/*
 * Undefined behaviour, as programs built with -fsanitize=undefined report it. The compiler calls
 * one function for each kind, with data that begins with the place in the source. In an execution
 * that is an error; a program that runs by itself gets what libubsan says, or a line like it where
 * that library is not linked.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/error.h"
#include "runtime/runtime.h"

struct source_place {
  const char *file;
  uint32_t line, column;
};

typedef void ubsan_handler(const struct source_place *place, void *first, void *second);

static void undefined(const char *handler, const char *what, bool deadly,
                      const struct source_place *place, void *first, void *second, uint64_t pc,
                      void *frame) {
  const char *file = place->file ? place->file : "";
  if (rt.current) {
    struct shared_error *error =
        error_report(ERROR_ABORT, rt.current->tid, pc, frame, "undefined behaviour: %s", what);
    strncpy(error->file, file, sizeof error->file - 1);
    error->line = place->line;
    error_stop();
  }
  ubsan_handler *real = (ubsan_handler *)dlsym(RTLD_NEXT, handler);
  if (real)
    real(place, first, second);
  else
    fprintf(stderr, "%s:%u:%u: runtime error: %s\n", file, place->line, place->column, what);
  if (deadly)
    abort();
}

#define HANDLER(name, what, deadly)                                                                \
  ubsan_handler __ubsan_handle_##name;                                                             \
  EXPORT void __ubsan_handle_##name(const struct source_place *place, void *first, void *second) { \
    undefined("__ubsan_handle_" #name, what, deadly, place, first, second, CALLER, FRAME);         \
  }

/* With -fno-sanitize-recover the name ends in _abort. */
#define RECOVERABLE(name, what)                                                                    \
  HANDLER(name, what, false)                                                                       \
  HANDLER(name##_abort, what, true)

RECOVERABLE(type_mismatch_v1, "access through a null, misaligned or too small pointer")
RECOVERABLE(alignment_assumption, "an assumption about alignment does not hold")
RECOVERABLE(add_overflow, "signed integer overflow in an addition")
RECOVERABLE(sub_overflow, "signed integer overflow in a subtraction")
RECOVERABLE(mul_overflow, "signed integer overflow in a multiplication")
RECOVERABLE(negate_overflow, "signed integer overflow in a negation")
RECOVERABLE(divrem_overflow, "division by zero, or one that overflows")
RECOVERABLE(shift_out_of_bounds, "shift by too much, or of what must not be shifted")
RECOVERABLE(out_of_bounds, "index out of the bounds of an array")
RECOVERABLE(vla_bound_not_positive, "size of a variable length array is not positive")
RECOVERABLE(float_cast_overflow, "floating-point value that the integer type does not have")
RECOVERABLE(load_invalid_value, "load of a value that the type does not have")
RECOVERABLE(implicit_conversion, "implicit conversion that changes the value")
RECOVERABLE(invalid_builtin, "zero passed to a builtin that does not take it")
RECOVERABLE(function_type_mismatch, "call of a function through another type")
RECOVERABLE(nonnull_arg, "null pointer as an argument that must not be null")
RECOVERABLE(nullability_arg, "null pointer as an argument that must not be null")
RECOVERABLE(nonnull_return_v1, "null pointer returned where it must not be null")
RECOVERABLE(nullability_return_v1, "null pointer returned where it must not be null")
RECOVERABLE(pointer_overflow, "overflow in the arithmetic of pointers")
HANDLER(builtin_unreachable, "control reaches what is said to be unreachable", true)
HANDLER(missing_return, "control reaches the end of a function without a return", true)
