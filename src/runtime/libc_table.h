/*
 * What functions of libc do to a program, by name: which memory they read and write through their
 * arguments, which state outside of memory they look at or change, and what of that outlasts an
 * execution. The rows are in libc_table_*.c, by header; what is done with them is in libc_call.c.
 *
 * A function without a row is unknown: it may do anything.
 */
#ifndef RAVEL_RUNTIME_LIBC_TABLE_H
#define RAVEL_RUNTIME_LIBC_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/libc_call.h"

/* --- memory --------------------------------------------------------------------------------------
 */

/* How many bytes an argument points to. In each case: of elements of `size` bytes. */
enum libc_extent {
  LIBC_NOWHERE,  /* there is no such touch */
  LIBC_ONE,      /* one element */
  LIBC_TIMES,    /* as many as argument x says */
  LIBC_PRODUCT,  /* argument x times argument y */
  LIBC_STRING,   /* up to a terminator, with it */
  LIBC_STRING_N, /* the same, but at most as many as argument x says */
  LIBC_RESULT,   /* as many as the function returns, at most as many as argument x says */
  LIBC_LINE,     /* a string that the function makes, of at most as many as argument x says */
  LIBC_PRINTED,  /* what a format comes to, at most as many as argument x says */
  LIBC_FOUND,    /* see `found` in struct libc_function */
};

enum libc_how { LIBC_READS = 1, LIBC_WRITES = 2 };

/* Whether a function has written is known when it has returned, by what it returns. */
enum libc_when { LIBC_ALWAYS, LIBC_IF_ZERO, LIBC_IF_NOT_ZERO, LIBC_IF_NOT_NEGATIVE };

struct libc_touch {
  uint8_t extent; /* enum libc_extent */
  uint8_t how;    /* enum libc_how */
  uint8_t when;   /* enum libc_when */
  uint8_t arg;    /* the pointer; where it is NULL, nothing is touched */
  uint8_t x, y;
  uint16_t size;
};

#define LIBC_NO_LIMIT 15 /* as argument x: there is none */

#define OF(type) .extent = LIBC_ONE, .size = sizeof(type)
#define BYTES(n) .extent = LIBC_TIMES, .x = (n), .size = 1
#define ARRAY(n, type) .extent = LIBC_TIMES, .x = (n), .size = sizeof(type)
#define PRODUCT(n, m) .extent = LIBC_PRODUCT, .x = (n), .y = (m), .size = 1
#define STRING .extent = LIBC_STRING, .size = 1
#define STRING_N(n) .extent = LIBC_STRING_N, .x = (n), .size = 1
#define WIDE .extent = LIBC_STRING, .size = sizeof(wchar_t)
#define WIDE_N(n) .extent = LIBC_STRING_N, .x = (n), .size = sizeof(wchar_t)
#define RESULT(n) .extent = LIBC_RESULT, .x = (n), .size = 1
#define RESULTS(n, type) .extent = LIBC_RESULT, .x = (n), .size = sizeof(type)
#define LINE(n) .extent = LIBC_LINE, .x = (n), .size = 1
#define WIDE_LINE(n) .extent = LIBC_LINE, .x = (n), .size = sizeof(wchar_t)
#define PRINTED(n) .extent = LIBC_PRINTED, .x = (n), .size = 1
#define FOUND .extent = LIBC_FOUND, .size = 1

#define IN(argument, ...)                                                                          \
  { .arg = (argument), .how = LIBC_READS, __VA_ARGS__ }
#define OUT(argument, ...)                                                                         \
  { .arg = (argument), .how = LIBC_WRITES, __VA_ARGS__ }
#define INOUT(argument, ...) IN(argument, __VA_ARGS__), OUT(argument, __VA_ARGS__)
#define IF(condition) .when = LIBC_IF_##condition

/* --- formats -------------------------------------------------------------------------------------
 */

enum libc_format {
  LIBC_NO_FORMAT,
  LIBC_PRINTS, /* as printf does, */
  LIBC_SCANS,  /* or as scanf does: with arguments that follow the format, */
  LIBC_PRINTS_LIST,
  LIBC_SCANS_LIST, /* or with a va_list that does */
};

#define FORMAT(kind, argument) .format = LIBC_##kind, .format_arg = (argument)

/* --- what is not memory --------------------------------------------------------------------------
 */

/* State that threads share and that is not in the program's memory. */
enum libc_object {
  LIBC_NOTHING,
  LIBC_DESCRIPTOR,  /* a file descriptor: the number in the argument */
  LIBC_DESCRIPTORS, /* which numbers are in use: open, close, dup */
  LIBC_STREAM,      /* a FILE: the pointer in the argument */
  LIBC_STDIN,
  LIBC_STDOUT,
  LIBC_STDERR,
  LIBC_DIRECTORY, /* a DIR: the pointer in the argument */
  LIBC_FILES,     /* names in the file system */
  LIBC_WORKING_DIRECTORY,
  LIBC_ENVIRONMENT,
  LIBC_LOCALE,
  LIBC_TIME_ZONE,
  LIBC_UMASK,
  LIBC_SIGNALS, /* what is done at a signal */
  LIBC_SIGNAL_MASK,
  LIBC_TOKENS,   /* where strtok goes on */
  LIBC_OPTIONS,  /* where getopt goes on */
  LIBC_MAPPINGS, /* mmap and its kind */
  LIBC_LIMITS,   /* resource limits, priorities */
  LIBC_MODULES,  /* loaded libraries */
  LIBC_LOG,      /* syslog */
  LIBC_BUFFER,   /* memory of libc that it returns a pointer to: asctime, strerror */
  LIBC_SYSTEM,   /* anything else of the system */
};

/* How: as in object.h, looks commute with each other, and so does what only adds. To take is a
 * change that waits until there is something to take. */
enum libc_mode { LIBC_LOOK, LIBC_ADD, LIBC_CHANGE, LIBC_TAKE };

#define ON(object_, argument, mode_)                                                               \
  .object = LIBC_##object_, .object_arg = (argument), .mode = LIBC_##mode_

/* Does not wait where this argument has MSG_DONTWAIT in it. */
#define FLAGS(argument) .flags_arg = (argument)

/* These arguments are numbers of processes or of threads: process_numbers.h. */
#define NUMBER(argument) .numbers = 1 << (argument)
#define TWO_NUMBERS(a, b) .numbers = 1 << (a) | 1 << (b)

/* What outlasts the call, outside of the program's memory. */
enum libc_keeps {
  LIBC_KEEPS_NOTHING, /* nothing that could make a difference */
  LIBC_KEEPS_STATE,   /* something that a checkpoint does not put back */
  LIBC_KEEPS_LASTING, /* something that not even a restart in the same process puts back */
};

#define KEEPS(what) .keeps = LIBC_KEEPS_##what

#define TOUCHES(...) .touches = {__VA_ARGS__}
#define ROW(name_, ...)                                                                            \
  { .name = (name_), __VA_ARGS__ }

enum { LIBC_MAX_TOUCHES = 5 };

struct libc_function {
  const char *name;
  uint64_t (*found)(const struct libc_call *call, unsigned arg); /* LIBC_FOUND: how many bytes */
  void (*more)(const struct libc_call *call,
               struct libc_ranges *ranges); /* touches beyond those, */
  void (*returned)(struct libc_call *call); /* called when the function has returned */
  void *instead;                            /* called instead of the function */
  struct libc_touch touches[LIBC_MAX_TOUCHES];
  bool more_after;            /* `more` after the call too */
  bool unknown;               /* it may touch more memory than is said here */
  uint8_t format, format_arg; /* enum libc_format */
  bool format_wide;
  uint8_t object, object_arg, mode; /* enum libc_object, enum libc_mode */
  uint8_t flags_arg;                /* 0: it has none */
  uint8_t keeps;                    /* enum libc_keeps */
  uint8_t numbers;                  /* one bit for each argument */
};

/* Whether there is something to be done when it has returned. */
bool libc_has_after(const struct libc_function *row);

/* NULL: it is unknown. */
const struct libc_function *libc_find(const char *name);

struct libc_table {
  const struct libc_function *rows;
  size_t n;
};
extern const struct libc_table libc_table_cxx, libc_table_floating, libc_table_network,
    libc_table_shared, libc_table_stdio, libc_table_stdlib, libc_table_strings, libc_table_system,
    libc_table_text, libc_table_threads, libc_table_wide;

#endif
