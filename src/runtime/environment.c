/*
 * The environment. Each execution begins with a copy of what the process was given, at the same
 * address. When the program changes it, it gets another list of variables, and what strings it
 * needs behind each other; so the whole of it is easily kept and put back. libc finds what is here,
 * by `environ`.
 */
#define _GNU_SOURCE
#include "runtime/environment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/inputs.h"
#include "runtime/libc_variables.h"
#include "runtime/pages.h"
#include "runtime/real.h"
#include "runtime/state.h"

enum { MAX_VARIABLES = 1 << 16, STRINGS_SIZE = 1 << 26 };

static struct {
  char **given;
  char *copy; /* what the program begins with: pointers, then strings */
  size_t size;
  char **list; /* once it has changed something */
  char *strings;
  bool exposed;
} environment;

/* How much is in use of the list, of the strings. */
static struct { size_t listed, strings; } used;

void environment_init(char **given, bool exposed) {
  size_t n = 0, length = 0;
  for (; given[n]; n++)
    length += strlen(given[n]) + 1;
  environment.given = given;
  environment.exposed = exposed;
  if (exposed)
    input_environment();
  environment.size = (n + 1) * sizeof *given + length;
  environment.copy = pages_reserve(environment.size);
  environment.list = pages_reserve(MAX_VARIABLES * sizeof *environment.list);
  environment.strings = pages_reserve(STRINGS_SIZE);
}

/* The program may have changed it without a call of ours. */
static bool is_untouched(void) {
  return environ == (char **)environment.copy && !environment.exposed;
}

void environment_reset(void) {
  if (is_untouched())
    return;
  char **const to = (char **)environment.copy;
  size_t n = 0;
  while (environment.given[n])
    n++;
  char *text = (char *)(to + n + 1);
  for (size_t i = 0; i < n; i++) {
    to[i] = text;
    text = stpcpy(text, environment.given[i]) + 1;
  }
  to[n] = NULL;
  environ = to;
  used.listed = used.strings = 0;
}

void environment_pieces(void) {
  if (is_untouched())
    return;
  checkpoint_piece(&environ, sizeof environ);
  if (environment.exposed)
    checkpoint_piece(environment.copy, environment.size);
  checkpoint_piece(&used, sizeof used);
  checkpoint_piece(environment.list, used.listed * sizeof *environment.list);
  checkpoint_piece(environment.strings, used.strings);
}

/* --- the list ------------------------------------------------------------------------------------
 */

static char **environment_find(const char *name, size_t length) {
  for (char **at = environ; at && *at; at++)
    if (strncmp(*at, name, length) == 0 && (*at)[length] == '=')
      return at;
  return NULL;
}

/* From now on the list is ours, with room for another one. False: there is none. */
static bool list_own(void) {
  if (environ != environment.list) { /* given, or made by the program itself */
    size_t n = 0;
    for (; environ && environ[n]; n++) {
      if (n + 2 >= MAX_VARIABLES)
        return false;
      environment.list[n] = environ[n];
    }
    environment.list[n] = NULL;
    used.listed = n + 1;
    environ = environment.list;
  }
  return used.listed < MAX_VARIABLES;
}

static int put_variable(char *string, size_t length) {
  if (!list_own()) {
    errno = ENOMEM;
    return -1;
  }
  char **const known = environment_find(string, length);
  if (known) {
    *known = string;
  } else {
    environ[used.listed - 1] = string;
    environ[used.listed++] = NULL;
  }
  return 0;
}

static void take_out(const char *name, size_t length) {
  char **at = environment_find(name, length);
  if (!at || !list_own())
    return;
  while ((at = environment_find(name, length)) != NULL) {
    do
      at[0] = at[1];
    while (*at++);
    used.listed--;
  }
}

static char *environment_make(const char *name, size_t length, const char *value) {
  const size_t size = length + 1 + strlen(value) + 1;
  if (size > STRINGS_SIZE - used.strings)
    return NULL;
  char *const made = environment.strings + used.strings;
  used.strings += size;
  memcpy(made, name, length);
  made[length] = '=';
  strcpy(made + length + 1, value);
  return made;
}

/* --- the calls -----------------------------------------------------------------------------------
 */

static void reads_string(const char *string, uint64_t pc, void *frame) {
  if (string)
    plain_access((uintptr_t)string, strlen(string) + 1, false, pc, frame);
}

static void environment_look(uint64_t pc) {
  state_access(state_place(STATE_ENVIRONMENT, 0), RV_READ, pc);
}

static void change(uint64_t pc, void *frame) {
  state_access(state_place(STATE_ENVIRONMENT, 0), RV_READ | RV_WRITE, pc);
  libc_variables_set(VARIABLES_ENVIRONMENT, pc, frame);
}

static bool is_name(const char *name) {
  return name && *name && !strchr(name, '=');
}

static char *value_of(const char *name, uint64_t pc, void *frame) {
  reads_string(name, pc, frame);
  environment_look(pc);
  input_variable(name);
  char **const at = environment_find(name, strlen(name));
  return at ? *at + strlen(name) + 1 : NULL;
}

EXPORT char *getenv(const char *name) {
  return rt.current ? value_of(name, CALLER, FRAME) : REAL(getenv)(name);
}

EXPORT char *secure_getenv(const char *name) {
  return rt.current ? value_of(name, CALLER, FRAME) : REAL(secure_getenv)(name);
}

EXPORT int setenv(const char *name, const char *value, int overwrite) {
  if (!rt.current)
    return REAL(setenv)(name, value, overwrite);
  reads_string(name, CALLER, FRAME);
  reads_string(value, CALLER, FRAME);
  if (!is_name(name)) {
    errno = EINVAL;
    return -1;
  }
  change(CALLER, FRAME);
  const size_t length = strlen(name);
  if (!overwrite && environment_find(name, length))
    return 0;
  char *const made = environment_make(name, length, value);
  if (!made) {
    errno = ENOMEM;
    return -1;
  }
  return put_variable(made, length);
}

EXPORT int putenv(char *string) {
  if (!rt.current)
    return REAL(putenv)(string);
  reads_string(string, CALLER, FRAME);
  change(CALLER, FRAME);
  const char *const equals = strchr(string, '=');
  if (equals)
    return put_variable(string, (size_t)(equals - string));
  take_out(string, strlen(string));
  return 0;
}

EXPORT int unsetenv(const char *name) {
  if (!rt.current)
    return REAL(unsetenv)(name);
  reads_string(name, CALLER, FRAME);
  if (!is_name(name)) {
    errno = EINVAL;
    return -1;
  }
  change(CALLER, FRAME);
  take_out(name, strlen(name));
  return 0;
}

EXPORT int clearenv(void) {
  if (!rt.current)
    return REAL(clearenv)();
  change(CALLER, FRAME);
  environ = NULL;
  return 0;
}
