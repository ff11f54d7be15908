/*
 * The program's arguments. main may change the strings it is given, so each execution gets a
 * copy, on the first thread's terms: at the same address, with the same contents.
 */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/arguments.h"
#include "runtime/checkpoint.h"
#include "runtime/exit.h"
#include "runtime/instrument.h"
#include "runtime/leaks.h"
#include "runtime/pages.h"

int (*program_main)(int, char **, char **);

static struct {
  int n;
  char **given;
  char **vector; /* the copy: pointers, then strings */
  size_t size;
} arguments;

void arguments_init(int argc, char **argv) {
  arguments.n = argc;
  arguments.given = argv;
  arguments.size = ((size_t)argc + 1) * sizeof *argv;
  for (int i = 0; i < argc; i++)
    arguments.size += strlen(argv[i]) + 1;
  arguments.vector = pages_reserve(arguments.size);
}

void arguments_reset(void) {
  char *to = (char *)(arguments.vector + arguments.n + 1);
  for (int i = 0; i < arguments.n; i++) {
    arguments.vector[i] = to;
    to = stpcpy(to, arguments.given[i]) + 1;
  }
  arguments.vector[arguments.n] = NULL;
}

void arguments_pieces(void) {
  checkpoint_piece(arguments.vector, arguments.size);
}

_Noreturn void arguments_call_main(void) {
  last_function_exit = 0;
  int status = program_main(arguments.n, arguments.vector, environ);
  if (rt.shared->request.leaks)
    leaks_clear_stack();
  exit_from_main(status, last_function_exit);
}
