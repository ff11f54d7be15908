/*
 * err.h and error.h: a message to standard error, and then the end of the program. Inside of libc
 * that would be the end of the process.
 */
#define _GNU_SOURCE
#include <err.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/real.h"
#include "runtime/runtime.h"

EXPORT _Noreturn void verr(int status, const char *format, va_list arguments) {
  vwarn(format, arguments);
  exit(status);
}

EXPORT _Noreturn void verrx(int status, const char *format, va_list arguments) {
  vwarnx(format, arguments);
  exit(status);
}

EXPORT _Noreturn void err(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vwarn(format, arguments);
  va_end(arguments);
  exit(status);
}

EXPORT _Noreturn void errx(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vwarnx(format, arguments);
  va_end(arguments);
  exit(status);
}

enum { LONGEST = 4096 };

EXPORT void error(int status, int number, const char *format, ...) {
  char text[LONGEST];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  REAL(error)(0, number, "%s", text);
  if (status)
    exit(status);
}

EXPORT void error_at_line(int status, int number, const char *file, unsigned line,
                          const char *format, ...) {
  char text[LONGEST];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  REAL(error_at_line)(0, number, file, line, "%s", text);
  if (status)
    exit(status);
}
