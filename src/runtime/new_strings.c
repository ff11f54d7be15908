/*
 * Functions of libc that return strings they have allocated: the blocks are the program's own. What
 * they read is in libc_table_strings.c and libc_table_stdio.c.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/allocation.h"
#include "runtime/runtime.h"

static char *new_string(const char *from, size_t n, uint64_t pc, void *frame) {
  char *to = allocate_from(n + 1, pc, frame);
  if (to) {
    memcpy(to, from, n);
    to[n] = '\0';
  }
  return to;
}

EXPORT char *strdup(const char *string) {
  return new_string(string, strlen(string), CALLER, FRAME);
}

EXPORT char *strndup(const char *string, size_t most) {
  return new_string(string, strnlen(string, most), CALLER, FRAME);
}

static int print(char **to, const char *format, va_list arguments, uint64_t pc, void *frame) {
  va_list copied;
  va_copy(copied, arguments);
  int n = vsnprintf(NULL, 0, format, copied);
  va_end(copied);
  char *made = n < 0 ? NULL : allocate_from((size_t)n + 1, pc, frame);
  if (!made)
    return -1;
  *to = made;
  return vsnprintf(made, (size_t)n + 1, format, arguments);
}

EXPORT int vasprintf(char **restrict to, const char *restrict format, va_list arguments) {
  return print(to, format, arguments, CALLER, FRAME);
}

EXPORT int asprintf(char **restrict to, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = print(to, format, arguments, CALLER, FRAME);
  va_end(arguments);
  return n;
}

/* What _FORTIFY_SOURCE calls. */
int __vasprintf_chk(char **to, int flag, const char *format, va_list arguments);
EXPORT int __vasprintf_chk(char **to, int flag, const char *format, va_list arguments) {
  (void)flag;
  return print(to, format, arguments, CALLER, FRAME);
}

int __asprintf_chk(char **to, int flag, const char *format, ...);
EXPORT int __asprintf_chk(char **to, int flag, const char *format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int n = print(to, format, arguments, CALLER, FRAME);
  va_end(arguments);
  return n;
}
