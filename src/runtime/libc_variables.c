#define _GNU_SOURCE
#include "runtime/libc_variables.h"

#include <dlfcn.h>
#include <getopt.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/coverage.h"
#include "runtime/datarace.h"
#include "runtime/thread.h"

#define VARIABLE(which, name)                                                                      \
  { #name, &(name), sizeof(name), which, false }
static struct variable {
  const char *name;
  const void *at;
  uint32_t size;
  enum libc_variables which;
  bool known; /* to the program */
} variables[] = {
    VARIABLE(VARIABLES_ENVIRONMENT, environ),
    VARIABLE(VARIABLES_ENVIRONMENT, __environ),
    VARIABLE(VARIABLES_OPTIONS, optarg),
    VARIABLE(VARIABLES_OPTIONS, optind),
    VARIABLE(VARIABLES_OPTIONS, optopt),
    VARIABLE(VARIABLES_TIME_ZONE, timezone),
    VARIABLE(VARIABLES_TIME_ZONE, daylight),
    VARIABLE(VARIABLES_TIME_ZONE, tzname),
    VARIABLE(VARIABLES_TIME_ZONE, __timezone),
    VARIABLE(VARIABLES_TIME_ZONE, __daylight),
    VARIABLE(VARIABLES_TIME_ZONE, __tzname),
    {"_environ", &environ, sizeof environ, VARIABLES_ENVIRONMENT, false},
    {"signgam", NULL, sizeof(int), VARIABLES_SIGN, false},
    {"__signgam", NULL, sizeof(int), VARIABLES_SIGN, false},
};
enum { VARIABLES = sizeof variables / sizeof *variables };

void libc_variables_note(const char *name) {
  for (uint32_t i = 0; i < VARIABLES; i++)
    if (strcmp(variables[i].name, name) == 0) {
      variables[i].known = true;
      if (!variables[i].at) /* of a library that need not be there */
        variables[i].at = dlsym(RTLD_DEFAULT, name);
    }
}

static void set(const struct variable *variable, uint64_t pc, void *frame) {
  struct datarace race;
  if (races_are_checked() &&
      datarace_object(rt.current->tid, (uintptr_t)variable->at, variable->size, true, &race))
    race_found(&race, ACCESS_PLAIN, true, pc, frame);
  if (rt.races == RACES_INTERLEAVE && rt.high > 1)
    not_covered("in which order the program accesses the variable %s of the C library, and "
                "functions set it; without --races=interleave it would be a data race",
                variable->name);
}

void libc_variables_set(enum libc_variables which, uint64_t pc, void *frame) {
  for (uint32_t i = 0; i < VARIABLES && rt.current; i++)
    if (variables[i].which == which && variables[i].known)
      set(&variables[i], pc, frame);
}
