#include "runtime/inputs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/runtime.h"

static void note(enum input_kind kind, const char *name) {
  struct shared *const shared = rt.shared;
  for (uint32_t i = 0; i < shared->n_inputs; i++)
    if (shared->inputs[i].kind == kind && strcmp(shared->inputs[i].name, name) == 0)
      return;
  if (shared->n_inputs == SHARED_MAX_INPUTS)
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

void input_file(const char *path) {
  char absolute[2 * SHARED_PATH], here[SHARED_PATH] = "";
  if (is_made_up(path) || !*path)
    return;
  if (*path != '/' && !getcwd(here, sizeof here))
    return;
  snprintf(absolute, sizeof absolute, "%s%s%s", here, *here ? "/" : "", path);
  note(INPUT_FILE, absolute);
}

void input_variable(const char *name) {
  note(INPUT_VARIABLE, name);
}

void input_environment(void) {
  note(INPUT_ENVIRONMENT, "");
}
