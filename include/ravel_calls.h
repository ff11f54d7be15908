/*
 * Calls of operations, and histories of them. What ravel_linearizable.h is made of; a program
 * includes that one.
 */
#ifndef RAVEL_CALLS_H
#define RAVEL_CALLS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ravel_operations.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RAVEL_MAX_CALLS = 64, RAVEL_MAX_RESULT = 64, RAVEL_MAX_NAME = 63 };

/* None of this is the program's: neither data races nor orders of accesses are looked for in it. */
#define RAVEL_INSIDE static __attribute__((unused, noinline, no_sanitize("thread")))

RAVEL_INSIDE int ravel_takes_argument(const struct ravel_operation *operation) {
  return operation->arg.first != 0 || operation->arg.last != 0;
}

union ravel_result {
  long number;
  unsigned char bytes[RAVEL_MAX_RESULT];
};

/* One call of an operation. */
struct ravel_call {
  int operation, thread; /* thread 0 is main */
  long argument;
  int invoked, returned;
  unsigned long long before; /* the calls that had returned when it was invoked, as bits */
  struct ravel_span span;
  union ravel_result result;
};

/* The calls are in this order: those of main before the threads begin, those of each thread, those
 * of main after the threads have ended. */
struct ravel_history {
  int check; /* the program may make several, one after the other: its number, from 1 */
  struct ravel_call calls[RAVEL_MAX_CALLS];
  int n, threads;
  int initial, final; /* how many are main's */
  struct ravel_returned returned;
  const struct ravel_operation *operations;
  struct ravel_model model;
  int real_time; /* the order of calls that do not overlap counts; else only that of each thread */
};

#ifdef __cplusplus
}
#endif

#endif
