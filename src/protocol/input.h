/*
 * What executions are given besides the program, and may depend on: a search that was saved goes on
 * where it is the same (cli/inputs.h). The worker notes what the program asks for, the command what
 * it was each time the search is saved.
 */
#ifndef RAVEL_PROTOCOL_INPUT_H
#define RAVEL_PROTOCOL_INPUT_H

#include <stdint.h>

#include "protocol/layout.h"

enum { SHARED_MAX_INPUTS = 128, INPUT_HASH = 32 };

enum input_kind {
  INPUT_STANDARD, /* the standard input */
  INPUT_FILE,
  INPUT_OWN_FILE, /* the program has changed it itself: not compared */
  INPUT_VARIABLE,
  INPUT_ENVIRONMENT, /* all variables */
  INPUT_OTHERS,      /* there are more than have room: not compared */
};

struct shared_input {
  uint32_t kind;          /* enum input_kind */
  char name[SHARED_PATH]; /* of a file, absolute; of a variable */
  char hash[INPUT_HASH];
};

#endif
