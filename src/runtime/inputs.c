#include "runtime/inputs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/runtime.h"

static bool is_file(enum input_kind kind) {
  return kind == INPUT_FILE || kind == INPUT_OWN_FILE;
}

static struct shared_input *find(enum input_kind kind, const char *name) {
  struct shared *const shared = rt.shared;
  for (uint32_t i = 0; i < shared->n_inputs; i++) {
    struct shared_input *const input = &shared->inputs[i];
    if ((input->kind == kind || (is_file(kind) && is_file(input->kind))) &&
        strcmp(input->name, name) == 0)
      return input;
  }
  return NULL;
}

static void note(enum input_kind kind, const char *name) {
  struct shared *const shared = rt.shared;
  struct shared_input *const known = find(kind, name);
  if (known && kind == INPUT_OWN_FILE)
    known->kind = kind;
  if (known || shared->n_inputs == SHARED_MAX_INPUTS)
    return;
  struct shared_input *const input = &shared->inputs[shared->n_inputs++];
  *input = (struct shared_input){.kind = kind};
  if (shared->n_inputs == SHARED_MAX_INPUTS || strlen(name) >= sizeof input->name)
    input->kind = INPUT_OTHERS;
  else
    strcpy(input->name, name);
}

static bool is_made_up(const char *path) {
  return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0 ||
         strncmp(path, "/dev/", 5) == 0;
}

static void note_file(enum input_kind kind, const char *path) {
  char absolute[2 * SHARED_PATH], here[SHARED_PATH] = "";
  if (is_made_up(path) || !*path)
    return;
  if (*path != '/' && !getcwd(here, sizeof here))
    return;
  snprintf(absolute, sizeof absolute, "%s%s%s", here, *here ? "/" : "", path);
  note(kind, absolute);
}

void input_file(const char *path) {
  note_file(INPUT_FILE, path);
}

void input_own_file(const char *path) {
  note_file(INPUT_OWN_FILE, path);
}

void input_variable(const char *name) {
  note(INPUT_VARIABLE, name);
}

void input_environment(void) {
  note(INPUT_ENVIRONMENT, "");
}
