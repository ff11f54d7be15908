/* What the program uses of system libraries, and what that means for going back. */
#ifndef RAVEL_RUNTIME_IMPORTS_H
#define RAVEL_RUNTIME_IMPORTS_H

#include <stdbool.h>
#include <stdint.h>

struct imports {
  const char *stateful; /* a function that may keep state outside the program's memory, or NULL */
  bool cancels;         /* it can cancel threads */
  bool loads;           /* it can load further modules */
  bool environment;     /* it knows the variable `environ` */
  bool tasks;           /* it can create tasks of OpenMP */
  bool sends_signals;   /* it can send signals */
  bool asks_for_ends;   /* it can ask whether a thread has ended */
};

struct imports imports_judge(void);

/* The same of one function: enum libc_keeps. */
uint32_t import_keeps(const char *name);

#endif
