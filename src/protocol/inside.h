/*
 * A check that a program asks for while it runs by itself (ravel_check() of ravel.h): what the
 * program and `ravel inside`, which supervises the search, tell each other over a socket. The
 * program is asked to start workers: each is a copy of itself at the call (fork).
 */
#ifndef RAVEL_PROTOCOL_INSIDE_H
#define RAVEL_PROTOCOL_INSIDE_H

#include <stdint.h>

#include "build_id.h"
#include "protocol/layout.h"

/* The descriptor of the socket, where somebody has started the program to serve its checks. */
#define INSIDE_FD_VARIABLE "RAVEL_INSIDE_FD"
/* Options for all checks, as on the command line of `ravel check`. */
#define INSIDE_OPTIONS_VARIABLE "RAVEL_OPTIONS"

/* From the program: a check is to be made. */
struct inside_wish {
  char build[BUILD_ID_SIZE];
  int32_t process;
  uint32_t line;             /* of the call, */
  uint32_t nth;              /* and how many calls from there have come before it */
  char file[SHARED_PATH];    /* of the call */
  char options[SHARED_PATH]; /* as on a command line; those of the environment come before */
};

/* To the program. INSIDE_BECOME comes with the memory file: the process is to become the worker
 * itself, for a debugger. INSIDE_START comes with the memory file and, if `output` is set, with the
 * descriptor where a worker's output goes; INSIDE_DONE with a file that holds the report. */
enum inside_order_kind { INSIDE_START, INSIDE_DONE, INSIDE_BECOME };
struct inside_order {
  uint32_t kind; /* enum inside_order_kind */
  uint32_t output;
  uint32_t status; /* INSIDE_DONE: enum inside_status */
};
enum inside_status {
  INSIDE_PASSED,
  INSIDE_FAILED,     /* an error was found */
  INSIDE_IMPOSSIBLE, /* the check could not be made */
  INSIDE_INCOMPLETE, /* no error was found, and not everything was explored */
};

/* From the program, in answer to INSIDE_START. */
struct inside_worker {
  int32_t process; /* it has been started; -1: it could not be */
  uint32_t ended;  /* a second message: it has ended, */
  int32_t status;  /* as waitpid tells */
};

#endif
