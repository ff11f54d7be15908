/*
 * memcpy, strlen and their kind: code of libc that touches the program's memory without being
 * instrumented. They count as accesses of the ranges they touch.
 *
 * The runtime's own calls come here too. They are told by where they come from.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime/access.h"
#include "runtime/memory_functions.h"
#include "runtime/real.h"

static struct {
  uint64_t begin, size; /* of this library */
  void *(*copy)(void *, const void *, size_t);
  void *(*move)(void *, const void *, size_t);
  void *(*set)(void *, int, size_t);
} own;

/* The three that the compiler itself calls are needed before anything can be looked up. */
static void *simple_move(void *to, const void *from, size_t n) {
  volatile char *target = to;
  const volatile char *source = from;
  if (target < source)
    for (size_t i = 0; i < n; i++)
      target[i] = source[i];
  else
    for (size_t i = n; i-- > 0;)
      target[i] = source[i];
  return to;
}

static void *simple_set(void *to, int byte, size_t n) {
  volatile char *target = to;
  for (size_t i = 0; i < n; i++)
    target[i] = (char)byte;
  return to;
}

void memory_functions_init(uint64_t begin, uint64_t end) {
  own.copy = dlsym(RTLD_NEXT, "memcpy");
  own.move = dlsym(RTLD_NEXT, "memmove");
  own.set = dlsym(RTLD_NEXT, "memset");
  own.begin = begin;
  own.size = end - begin;
}

bool in_runtime(uint64_t pc) {
  return pc - own.begin < own.size;
}

static void *copy(void *to, const void *from, size_t n) {
  return own.copy ? own.copy(to, from, n) : simple_move(to, from, n);
}

static void *move(void *to, const void *from, size_t n) {
  return own.move ? own.move(to, from, n) : simple_move(to, from, n);
}

static void *set(void *to, int byte, size_t n) {
  return own.set ? own.set(to, byte, n) : simple_set(to, byte, n);
}

#define FROM_PROGRAM(pc) (rt.plain != PLAIN_NOTHING && rt.current && (pc)-own.begin >= own.size)
#define READS(pointer, n)                                                                          \
  plain_access_from((uint64_t)(uintptr_t)(pointer), (n), false, CALLER, FRAME)
#define WRITES(pointer, n)                                                                         \
  plain_access_from((uint64_t)(uintptr_t)(pointer), (n), true, CALLER, FRAME)

static inline void plain_access_from(uint64_t addr, uint64_t n, bool write, uint64_t pc,
                                     void *frame) {
  if (n > 0 && FROM_PROGRAM(pc))
    plain_access(addr, n, write, pc, frame);
}

/* --- blocks of memory ----------------------------------------------------------------------------
 */

static inline void copies(const void *from, void *to, size_t n, uint64_t pc, void *frame) {
  if (n > 0 && FROM_PROGRAM(pc))
    plain_copy_slowly((uintptr_t)from, (uintptr_t)to, n, pc, frame);
}

EXPORT void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  copies(from, to, n, CALLER, FRAME);
  return copy(to, from, n);
}

EXPORT void *memmove(void *to, const void *from, size_t n) {
  copies(from, to, n, CALLER, FRAME);
  return move(to, from, n);
}

EXPORT void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
  copies(from, to, n, CALLER, FRAME);
  return (char *)copy(to, from, n) + n;
}

EXPORT void *memset(void *to, int byte, size_t n) {
  WRITES(to, n);
  return set(to, byte, n);
}

EXPORT int memcmp(const void *a, const void *b, size_t n) {
  READS(a, n);
  READS(b, n);
  return REAL(memcmp)(a, b, n);
}

EXPORT void bcopy(const void *from, void *to, size_t n) {
  copies(from, to, n, CALLER, FRAME);
  move(to, from, n);
}

EXPORT void bzero(void *to, size_t n) {
  WRITES(to, n);
  set(to, 0, n);
}

/* Newer compilers call these instead. */
void *__tsan_memcpy(void *to, const void *from, size_t n);
EXPORT void *__tsan_memcpy(void *to, const void *from, size_t n) {
  copies(from, to, n, CALLER, FRAME);
  return copy(to, from, n);
}

void *__tsan_memmove(void *to, const void *from, size_t n);
EXPORT void *__tsan_memmove(void *to, const void *from, size_t n) {
  copies(from, to, n, CALLER, FRAME);
  return move(to, from, n);
}

void *__tsan_memset(void *to, int byte, size_t n);
EXPORT void *__tsan_memset(void *to, int byte, size_t n) {
  WRITES(to, n);
  return set(to, byte, n);
}

/* --- strings -------------------------------------------------------------------------------------
 */

static size_t length(const char *string) {
  return REAL(strlen)(string);
}

static size_t length_up_to(const char *string, size_t n) {
  return REAL(strnlen)(string, n);
}

/* What a function that stops at the terminator reads of a string, at most n bytes. */
static size_t extent(const char *string, size_t n) {
  size_t found = length_up_to(string, n);
  return found < n ? found + 1 : n;
}

EXPORT size_t strlen(const char *string) {
  size_t n = length(string);
  READS(string, n + 1);
  return n;
}

EXPORT size_t strnlen(const char *string, size_t n) {
  READS(string, extent(string, n));
  return length_up_to(string, n);
}

EXPORT char *strcpy(char *restrict to, const char *restrict from) {
  size_t n = length(from) + 1;
  copies(from, to, n, CALLER, FRAME);
  return copy(to, from, n);
}

EXPORT char *stpcpy(char *restrict to, const char *restrict from) {
  size_t n = length(from) + 1;
  copies(from, to, n, CALLER, FRAME);
  return (char *)copy(to, from, n) + n - 1;
}

EXPORT char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  READS(from, extent(from, n));
  WRITES(to, n);
  return REAL(strncpy)(to, from, n);
}

EXPORT char *strcat(char *restrict to, const char *restrict from) {
  size_t before = length(to), n = length(from) + 1;
  READS(to, before + 1);
  copies(from, to + before, n, CALLER, FRAME);
  copy(to + before, from, n);
  return to;
}

EXPORT char *strncat(char *restrict to, const char *restrict from, size_t n) {
  READS(to, length(to) + 1);
  READS(from, extent(from, n));
  WRITES(to + length(to), length_up_to(from, n) + 1);
  return REAL(strncat)(to, from, n);
}

EXPORT int strcmp(const char *a, const char *b) {
  READS(a, length(a) + 1);
  READS(b, length(b) + 1);
  return REAL(strcmp)(a, b);
}

EXPORT int strncmp(const char *a, const char *b, size_t n) {
  READS(a, extent(a, n));
  READS(b, extent(b, n));
  return REAL(strncmp)(a, b, n);
}

EXPORT int strcasecmp(const char *a, const char *b) {
  READS(a, length(a) + 1);
  READS(b, length(b) + 1);
  return REAL(strcasecmp)(a, b);
}

EXPORT char *strchr(const char *string, int byte) {
  READS(string, length(string) + 1);
  return REAL(strchr)(string, byte);
}

EXPORT char *strrchr(const char *string, int byte) {
  READS(string, length(string) + 1);
  return REAL(strrchr)(string, byte);
}

EXPORT char *strstr(const char *string, const char *wanted) {
  READS(string, length(string) + 1);
  READS(wanted, length(wanted) + 1);
  return REAL(strstr)(string, wanted);
}

EXPORT void *memchr(const void *from, int byte, size_t n) {
  const char *found = REAL(memchr)(from, byte, n);
  READS(from, found ? (size_t)(found - (const char *)from) + 1 : n);
  return (void *)found;
}

EXPORT int strncasecmp(const char *a, const char *b, size_t n) {
  READS(a, extent(a, n));
  READS(b, extent(b, n));
  return REAL(strncasecmp)(a, b, n);
}

EXPORT size_t strspn(const char *string, const char *set) {
  READS(string, length(string) + 1);
  READS(set, length(set) + 1);
  return REAL(strspn)(string, set);
}

EXPORT size_t strcspn(const char *string, const char *set) {
  READS(string, length(string) + 1);
  READS(set, length(set) + 1);
  return REAL(strcspn)(string, set);
}

EXPORT char *strpbrk(const char *string, const char *set) {
  READS(string, length(string) + 1);
  READS(set, length(set) + 1);
  return REAL(strpbrk)(string, set);
}

/* The rest of the string is read up to the next delimiter, which is overwritten. */
EXPORT char *strtok_r(char *restrict string, const char *restrict set, char **restrict rest) {
  const char *from = string ? string : *rest;
  if (from)
    WRITES(from, length(from) + 1);
  READS(set, length(set) + 1);
  WRITES(rest, sizeof *rest);
  return REAL(strtok_r)(string, set, rest);
}

EXPORT char *strsep(char **restrict string, const char *restrict set) {
  if (*string)
    WRITES(*string, length(*string) + 1);
  READS(set, length(set) + 1);
  WRITES(string, sizeof *string);
  return REAL(strsep)(string, set);
}

/* --- printing into memory
 * ------------------------------------------------------------------------- */

/* How much will be written is found by printing into nothing first. */
static void prints(char *to, size_t room, const char *format, va_list arguments, uint64_t pc,
                   void *frame) {
  if (room == 0 || !FROM_PROGRAM(pc))
    return;
  va_list copied;
  va_copy(copied, arguments);
  int n = REAL(vsnprintf)(NULL, 0, format, copied);
  va_end(copied);
  if (n >= 0)
    plain_access((uintptr_t)to, (size_t)n < room ? (size_t)n + 1 : room, true, pc, frame);
}

EXPORT int vsnprintf(char *restrict to, size_t room, const char *restrict format,
                     va_list arguments) {
  prints(to, room, format, arguments, CALLER, FRAME);
  return REAL(vsnprintf)(to, room, format, arguments);
}

EXPORT int vsprintf(char *restrict to, const char *restrict format, va_list arguments) {
  prints(to, SIZE_MAX, format, arguments, CALLER, FRAME);
  return REAL(vsprintf)(to, format, arguments);
}

/* The same with the arguments themselves. */
#define WITH_ARGUMENTS(room, call)                                                                 \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  prints(to, room, format, arguments, CALLER, FRAME);                                              \
  int result = call;                                                                               \
  va_end(arguments);                                                                               \
  return result

EXPORT int snprintf(char *restrict to, size_t room, const char *restrict format, ...) {
  WITH_ARGUMENTS(room, REAL(vsnprintf)(to, room, format, arguments));
}

EXPORT int sprintf(char *restrict to, const char *restrict format, ...) {
  WITH_ARGUMENTS(SIZE_MAX, REAL(vsprintf)(to, format, arguments));
}

/* --- what _FORTIFY_SOURCE calls
 * ------------------------------------------------------------------- */

_Noreturn void __chk_fail(void);

#define CHECKED(name, parameters, n, room, body)                                                   \
  EXPORT void *__##name##_chk parameters;                                                          \
  EXPORT void *__##name##_chk parameters {                                                         \
    if ((n) > room)                                                                                \
      __chk_fail();                                                                                \
    body;                                                                                          \
  }

CHECKED(memcpy, (void *to, const void *from, size_t n, size_t room), n, room,
        copies(from, to, n, CALLER, FRAME);
        return copy(to, from, n))
CHECKED(memmove, (void *to, const void *from, size_t n, size_t room), n, room,
        copies(from, to, n, CALLER, FRAME);
        return move(to, from, n))
CHECKED(memset, (void *to, int byte, size_t n, size_t room), n, room, WRITES(to, n);
        return set(to, byte, n))
CHECKED(strcpy, (char *to, const char *from, size_t room), length(from) + 1, room,
        copies(from, to, length(from) + 1, CALLER, FRAME);
        return copy(to, from, length(from) + 1))
CHECKED(stpcpy, (char *to, const char *from, size_t room), length(from) + 1, room,
        copies(from, to, length(from) + 1, CALLER, FRAME);
        return (char *)copy(to, from, length(from) + 1) + length(from))
CHECKED(mempcpy, (void *to, const void *from, size_t n, size_t room), n, room,
        copies(from, to, n, CALLER, FRAME);
        return (char *)copy(to, from, n) + n)
CHECKED(strncpy, (char *to, const char *from, size_t n, size_t room), n, room,
        READS(from, extent(from, n));
        WRITES(to, n); return REAL(strncpy)(to, from, n))
CHECKED(strcat, (char *to, const char *from, size_t room), length(to) + length(from) + 1, room,
        READS(to, length(to) + 1);
        copies(from, to + length(to), length(from) + 1, CALLER, FRAME);
        copy(to + length(to), from, length(from) + 1); return to)
CHECKED(strncat, (char *to, const char *from, size_t n, size_t room),
        length(to) + length_up_to(from, n) + 1, room, READS(to, length(to) + 1);
        READS(from, extent(from, n)); WRITES(to + length(to), length_up_to(from, n) + 1);
        return REAL(strncat)(to, from, n))

EXPORT int __vsnprintf_chk(char *to, size_t n, int flag, size_t room, const char *format,
                           va_list arguments);
EXPORT int __vsnprintf_chk(char *to, size_t n, int flag, size_t room, const char *format,
                           va_list arguments) {
  prints(to, n, format, arguments, CALLER, FRAME);
  return REAL(__vsnprintf_chk)(to, n, flag, room, format, arguments);
}

EXPORT int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments);
EXPORT int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments) {
  prints(to, room, format, arguments, CALLER, FRAME);
  return REAL(__vsprintf_chk)(to, flag, room, format, arguments);
}

EXPORT int __snprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, ...);
EXPORT int __snprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, ...) {
  WITH_ARGUMENTS(n, REAL(__vsnprintf_chk)(to, n, flag, room, format, arguments));
}

EXPORT int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...);
EXPORT int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
  WITH_ARGUMENTS(room, REAL(__vsprintf_chk)(to, flag, room, format, arguments));
}
