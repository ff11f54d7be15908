#define _GNU_SOURCE
#include "cli/test_list.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/framework.h"
#include "cli/message.h"
#include "cli/signals.h"
#include "cli/worker.h"

/* --- running the program for its list -------------------------------------------------------- */

static _Noreturn void become_lister(const struct program *program, const char *variable,
                                    const struct words *args, int output, pid_t parent) {
  struct words argv = {0};
  char path[32];
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(127);
  words_add(&argv, program->about.name);
  if (args->n)
    words_add_all(&argv, args->items);
  dup2(null, 0);
  dup2(variable ? null : output, 1);
  dup2(null, 2);
  snprintf(path, sizeof path, "/proc/self/fd/%d", output);
  if (variable)
    setenv(variable, path, 1);
  signals_restore();
  worker_become_host(program->fd, argv.items);
  _exit(127);
}

/* What the program prints with these arguments, or writes to the file that the variable names.
 * False, and a complaint: it crashed. */
static bool ask_program(const struct program *program, const char *variable,
                        const struct words *args, struct buffer *answer) {
  const int file = memfd_create("ravel-list", 0);
  const pid_t parent = getpid(), child = fork();
  int status = 0;
  if (child == 0)
    become_lister(program, variable, args, file, parent);
  unsigned interrupts = 0;
  while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
    signals_wait(100, -1, -1);
    interrupts = signals_interrupts();
    if (interrupts)
      kill(child, SIGKILL);
  }
  lseek(file, 0, SEEK_SET);
  const bool good = child > 0 && file >= 0 && buffer_read(answer, file) && WIFEXITED(status) &&
                    WEXITSTATUS(status) != 127;
  if (file >= 0)
    close(file);
  if (good)
    return true;
  if (interrupts)
    complain("interrupted while the tests were listed");
  else if (child > 0 && WIFSIGNALED(status))
    complain("'%s' does not list its tests: it was ended by signal %d (%s)", program->about.name,
             WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    complain("'%s' does not list its tests: it cannot be run", program->about.name);
  return false;
}

/* --- the framework --------------------------------------------------------------------------- */

static bool binary_has(const char *bytes, size_t length, const char *marker) {
  return memmem(bytes, length, marker, strlen(marker)) != NULL;
}

static const struct framework *find_framework(const struct program *program) {
  struct stat info;
  if (fstat(program->fd, &info) != 0 || info.st_size == 0)
    return NULL;
  const size_t length = (size_t)info.st_size;
  const char *bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, program->fd, 0);
  const struct framework *found = NULL;
  if (bytes == MAP_FAILED)
    return NULL;
  for (const struct framework *each = frameworks; each->name && !found; each++)
    for (uint32_t i = 0; i < FRAMEWORK_MARKERS && each->markers[i] && !found; i++)
      if (binary_has(bytes, length, each->markers[i]))
        found = each;
  munmap((void *)(uintptr_t)bytes, length);
  return found;
}

const char *test_list_framework(const struct test_list *list) {
  return list->framework->name;
}

/* --- the list -------------------------------------------------------------------------------- */

struct test_case *test_list_add(struct test_list *list, const char *name) {
  if (list->n == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 64;
    list->cases = must_realloc(list->cases, list->capacity * sizeof *list->cases);
  }
  list->cases[list->n] = (struct test_case){.name = name, .suite = "", .own = name};
  return &list->cases[list->n++];
}

void test_list_free(struct test_list *list) {
  free(list->cases);
  arena_free(&list->arena);
  *list = (struct test_list){0};
}

static bool is_plain(const char *name) {
  return name[strspn(name,
                     "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./ -")] == 0 &&
         *name && *name != ' ' && *name != '-' && name[strlen(name) - 1] != ' ' &&
         !strstr(name, "  ");
}

/* Those of the user come first, as they do when a case is run. */
static void add_arguments(struct words *args, const struct program *program) {
  for (uint32_t i = 0; i < program->about.n_args; i++)
    words_add(args, program->about.args[i]);
}

/* Asks the program what it would run: a name may mean something else to its framework. */
static bool is_selected(struct test_list *list, const struct program *program,
                        const struct test_case *test) {
  struct test_list selected = {.framework = list->framework};
  struct words args = {0}, environment = {0};
  struct buffer answer = {0};
  bool found = false;
  add_arguments(&args, program);
  test_case_select(list, test, &args, &environment);
  words_add_all(&args, list->framework->list_args);
  if (ask_program(program, NULL, &args, &answer))
    list->framework->parse(&selected, buffer_text(&answer));
  found = selected.n == 1 && strcmp(selected.cases[0].name, test->name) == 0;
  buffer_free(&answer);
  words_free(&args);
  words_free(&environment);
  test_list_free(&selected);
  return found;
}

static bool comes_before(const struct test_list *list, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (strcmp(list->cases[k].name, list->cases[i].name) == 0)
      return true;
  return false;
}

static void look_at_names(struct test_list *list, const struct program *program) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < list->n; i++)
    if (!comes_before(list, i)) /* they are run together */
      list->cases[n++] = list->cases[i];
  list->n = n;
  for (uint32_t i = 0; i < n && list->framework->doubt; i++)
    if (!list->cases[i].disabled &&
        (list->framework->doubt == DOUBT_ALL || !is_plain(list->cases[i].name)) &&
        !is_selected(list, program, &list->cases[i]))
      list->cases[i].problem = "its name does not select it, and it alone";
}

static bool read_list(struct test_list *list, const struct program *program) {
  struct words args = {0};
  struct buffer answer = {0};
  add_arguments(&args, program);
  words_add_all(&args, list->framework->list_args);
  const bool good = ask_program(program, list->framework->list_variable, &args, &answer);
  if (good)
    list->framework->parse(list, buffer_text(&answer));
  buffer_free(&answer);
  words_free(&args);
  return good;
}

bool test_list_read(struct test_list *list, const struct program *program) {
  list->framework = find_framework(program);
  if (!list->framework) {
    complain(
        "--each-test knows programs of googletest, Catch2, doctest and Check, and '%s' is none",
        program->about.name);
    return false;
  }
  if (!read_list(list, program))
    return false;
  if (list->n == 0) {
    complain("'%s' lists no tests of %s", program->about.name, list->framework->name);
    return false;
  }
  look_at_names(list, program);
  return true;
}

void test_case_select(struct test_list *list, const struct test_case *test, struct words *args,
                      struct words *environment) {
  list->framework->select(&list->arena, test, args, environment);
}

void test_environment_set(const char *const *environment, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    const char *const equals = strchr(environment[i], '=');
    if (!equals ||
        (strncmp(environment[i], "CK_", 3) != 0 && strncmp(environment[i], "GTEST_", 6) != 0))
      continue;
    struct arena arena = {0};
    char *const name = arena_string(&arena, environment[i]);
    name[equals - environment[i]] = 0;
    setenv(name, equals + 1, 1);
    arena_free(&arena);
  }
}
