#define _GNU_SOURCE
#include "cli/inputs.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/message.h"

extern char **environ;

/* What the system's libraries ask for themselves. */
static const char *const asked_for_always[] = {
    "GLIBC_TUNABLES", "LANG",       "LANGUAGE",   "LC_ALL",  "LC_COLLATE",      "LC_CTYPE",
    "LC_MESSAGES",    "LC_NUMERIC", "LD_PRELOAD", "LC_TIME", "OMP_NUM_THREADS", "TZ"};

/* What a shell changes by itself says nothing of the others. */
static bool is_of_shell(const char *variable) {
  static const char *const names[] = {"_=", "OLDPWD=", "PWD=", "SHLVL="};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp(variable, names[i], strlen(names[i])) == 0)
      return true;
  return false;
}

static uint64_t sum_text(uint64_t sum, const char *text) {
  do
    sum = (sum ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
  while (*text++);
  return sum;
}

static void hash_text(uint64_t sum, char *hash) {
  snprintf(hash, INPUT_HASH, "%016llx", (unsigned long long)sum);
}

static void hash_variable(const char *name, char *hash) {
  const char *const value = getenv(name);
  if (value)
    hash_text(sum_text(UINT64_C(0xcbf29ce484222325), value), hash);
}

/* Whatever their order is. */
static void hash_environment(char *hash) {
  uint64_t sum = 0;
  for (char **at = environ; *at; at++)
    if (!is_of_shell(*at))
      sum += sum_text(UINT64_C(0xcbf29ce484222325), *at);
  hash_text(sum, hash);
}

static void hash_file(const char *path, char *hash) {
  struct stat status;
  if (stat(path, &status) != 0)
    return;
  const int fd = S_ISREG(status.st_mode) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (fd < 0) {
    snprintf(hash, INPUT_HASH, "is there");
    return;
  }
  file_hash(fd, hash, INPUT_HASH);
  close(fd);
}

/* Empty: there is none. */
static void hash_now(const struct program *program, const struct shared_input *input, char *hash) {
  memset(hash, 0, INPUT_HASH);
  switch ((enum input_kind)input->kind) {
  case INPUT_STANDARD:
    file_hash(program->input, hash, INPUT_HASH);
    break;
  case INPUT_FILE:
    hash_file(input->name, hash);
    break;
  case INPUT_VARIABLE:
    hash_variable(input->name, hash);
    break;
  case INPUT_ENVIRONMENT:
    hash_environment(hash);
    break;
  case INPUT_OWN_FILE:
  case INPUT_OTHERS:
    break;
  }
}

void input_add(struct shared *shared, enum input_kind kind, const char *name) {
  for (uint32_t i = 0; i < shared->n_inputs; i++)
    if (shared->inputs[i].kind == kind && strcmp(shared->inputs[i].name, name) == 0)
      return;
  if (shared->n_inputs == SHARED_MAX_INPUTS) {
    shared->inputs[SHARED_MAX_INPUTS - 1] = (struct shared_input){.kind = INPUT_OTHERS};
    return;
  }
  struct shared_input *const input = &shared->inputs[shared->n_inputs++];
  *input = (struct shared_input){.kind = kind};
  snprintf(input->name, sizeof input->name, "%s", name);
}

/* Libraries are files that the program reads, too. */
static void add_always(struct shared *shared) {
  input_add(shared, INPUT_STANDARD, "");
  for (size_t i = 0; i < sizeof asked_for_always / sizeof *asked_for_always; i++)
    input_add(shared, INPUT_VARIABLE, asked_for_always[i]);
  for (uint32_t i = 0; i < shared->n_modules; i++)
    if (*shared->modules[i].path == '/')
      input_add(shared, INPUT_FILE, shared->modules[i].path);
}

void inputs_keep(const struct program *program, struct shared *shared) {
  add_always(shared);
  for (uint32_t i = 0; i < shared->n_inputs; i++)
    hash_now(program, &shared->inputs[i], shared->inputs[i].hash);
}

static void complain_about(const char *search, const struct shared_input *input) {
  static const char *const kinds[] = {[INPUT_STANDARD] = "standard input",
                                      [INPUT_FILE] = "file",
                                      [INPUT_VARIABLE] = "environment variable",
                                      [INPUT_ENVIRONMENT] = "environment"};
  complain("cannot resume '%s': the %s%s%s has changed since it was saved", search,
           kinds[input->kind], *input->name ? " " : "", input->name);
}

bool inputs_are_whole(const struct shared *shared) {
  for (uint32_t i = 0; i < shared->n_inputs; i++)
    if (shared->inputs[i].kind > INPUT_OTHERS || !memchr(shared->inputs[i].name, 0, SHARED_PATH))
      return false;
  return true;
}

bool inputs_are_same(const char *search, const struct program *program,
                     const struct shared *shared) {
  char hash[INPUT_HASH];
  for (uint32_t i = 0; i < shared->n_inputs; i++) {
    const struct shared_input *const input = &shared->inputs[i];
    hash_now(program, input, hash);
    if (input->kind == INPUT_OTHERS) {
      mention("the program asks for more files and variables than are compared: they must be as "
              "they were when '%s' was saved",
              search);
    } else if (memcmp(hash, input->hash, INPUT_HASH) != 0) {
      complain_about(search, input);
      return false;
    }
  }
  return true;
}
