/*
 * The runtime is in C, and not linked with a C++ library: what it needs of one is there if
 * the program has it, and called as the Itanium C++ ABI says.
 */
#include "runtime/exception.h"

#include <stdio.h>
#include <unwind.h>

#include "runtime/restore.h"
#include "runtime/runtime.h"

/* std::type_info. The function after its two destructors and two questions tells whether a handler
 * for this type catches another one; it moves the pointer to the base class. */
struct type_info {
  bool (**functions)(const struct type_info *handler, const struct type_info *thrown, void **object,
                     unsigned outer);
  const char *name;
};
enum { TYPE_CATCHES = 4, EXCEPTION_WHAT = 2 };

/* std::exception: destructors, then what(). */
struct exception {
  const char *(**functions)(const struct exception *self);
};

/* std::exception_ptr is returned in memory, like anything that large. */
struct returned {
  void *object;
  void *unused[3];
};

/* NULL in programs without a C++ library. */
extern __attribute__((weak)) const struct type_info std_exception __asm__("_ZTISt9exception");
__attribute__((weak)) const struct type_info *__cxa_current_exception_type(void);
__attribute__((weak)) struct returned current_exception(void) __asm__("_ZSt17current_exceptionv");
__attribute__((weak)) char *__cxa_demangle(const char *name, char *to, size_t *size, int *status);

static const char *what(const struct type_info *thrown, void *object) {
  if (!object || !std_exception.functions[TYPE_CATCHES](&std_exception, thrown, &object, 1))
    return NULL;
  const struct exception *exception = object;
  return exception->functions[EXCEPTION_WHAT](exception);
}

__attribute__((weak)) __typeof__(_Unwind_Backtrace) _Unwind_Backtrace;
__attribute__((weak)) __typeof__(_Unwind_GetIP) _Unwind_GetIP;

static _Unwind_Reason_Code exception_look(struct _Unwind_Context *context, void *found) {
  const uint64_t pc = _Unwind_GetIP(context);
  if (!in_program(pc))
    return _URC_NO_REASON;
  *(uint64_t *)found = pc;
  return _URC_END_OF_STACK;
}

uint64_t exception_place(void) {
  uint64_t found = 0;
  if (_Unwind_Backtrace && _Unwind_GetIP)
    _Unwind_Backtrace(exception_look, &found);
  return found;
}

bool exception_describe(char *text, size_t room) {
  if (!__cxa_current_exception_type || !current_exception || !__cxa_demangle || !&std_exception)
    return false;
  const struct type_info *thrown = __cxa_current_exception_type();
  if (!thrown)
    return false;
  int status;
  const char *name = __cxa_demangle(thrown->name, NULL, NULL, &status);
  const char *message = what(thrown, current_exception().object);
  snprintf(text, room, "uncaught exception of type %s%s%s", name ? name : thrown->name,
           message ? ": " : "", message ? message : "");
  return true;
}
