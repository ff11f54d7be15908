/*
 * `ravel inside`: started by a program that asks for checks, it makes them until the program ends.
 * Each is a search like that of `ravel check`, whose workers the program itself starts.
 */
#define _GNU_SOURCE
#include "cli/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/check.h"
#include "cli/check_name.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/results.h"
#include "cli/signals.h"
#include "cli/words.h"
#include "protocol/inside.h"

/* --- the program -----------------------------------------------------------------------------
 */

/* From the current directory, if it is below it: so a trace is of use in another checkout. */
static const char *exe_of(struct arena *arena, pid_t process) {
  char link[64], path[SHARED_PATH], here[SHARED_PATH];
  snprintf(link, sizeof link, "/proc/%d/exe", (int)process);
  const ssize_t n = readlink(link, path, sizeof path - 1);
  path[n < 0 ? 0 : n] = 0;
  const size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
  if (length && strncmp(path, here, length) == 0 && path[length] == '/')
    return arena_printf(arena, ".%s", path + length);
  return arena_string(arena, path);
}

/* The arguments of the program, without its name. */
static void add_arguments(struct words *words, struct arena *arena, pid_t process) {
  char path[64], text[1 << 16];
  snprintf(path, sizeof path, "/proc/%d/cmdline", (int)process);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t n = file < 0 ? 0 : read(file, text, sizeof text - 1);
  text[n < 0 ? 0 : n] = 0;
  for (const char *word = text + strlen(text) + 1; word < text + n; word += strlen(word) + 1)
    words_add(words, arena_string(arena, word));
  if (file >= 0)
    close(file);
}

static void go_to_directory(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/cwd", (int)process);
  if (chdir(path) != 0)
    mention("the directory of the program is not known: %s", strerror(errno));
}

/* As if the check were a command: options of the environment, then those of the call. */
static void add_command(struct words *words, struct arena *arena, const struct inside_wish *wish) {
  const char *const general = getenv(INSIDE_OPTIONS_VARIABLE);
  if (general)
    words_split(words, general);
  words_split(words, arena_string(arena, wish->options));
  words_add(words, exe_of(arena, wish->process));
  words_add(words, "--");
  add_arguments(words, arena, wish->process);
}

/* Each call of a check has a trace of its own. */
static const char *trace_name(struct arena *arena, const struct inside_wish *wish,
                              const char *program) {
  const char *const slash = strrchr(program, '/');
  program = slash ? slash + 1 : program;
  return wish->nth ? arena_printf(arena, "%s-%u-%u.trace.json", program, wish->line, wish->nth + 1)
                   : arena_printf(arena, "%s-%u.trace.json", program, wish->line);
}

static struct check_names names;
static struct buffer before; /* how the checks until now have ended, in digits */

/* --- one check -------------------------------------------------------------------------------
 */

static int search_inside(struct check *check, const struct inside_wish *wish, int socket) {
  struct options *const options = &check->options;
  options->trace =
      options->trace ? options->trace : trace_name(&check->arena, wish, options->files[0]);
  check->watch.stdout_is_ours = true;
  check->look =
      (struct text_options){.columns = options->columns, .view.max_events = TEXT_MAX_EVENTS};
  check_describe(check);
  suppress_set_test(&check->suppress, check->program.about.name, NULL);
  check->program.socket = socket;
  check->program.about.check_file = wish->file;
  check->program.about.check_line = wish->line;
  check->program.about.check_nth = wish->nth;
  check->program.about.check_name = check_name(&names, wish, &check->program.about.check_name_nth);
  check->program.about.check_before = buffer_text(&before);
  int status = program_open(&check->program, options->verbose);
  if (status != STATUS_PASS)
    return status;
  status = check_search(check);
  program_close(&check->program);
  if (!suppress_update(&check->suppress))
    return STATUS_USAGE;
  if (status == STATUS_INCOMPLETE && check->result.n_errors)
    status = STATUS_USAGE; /* nobody asked to stop there: a test must not pass by that */
  return results_write(&check->result, options) || status == STATUS_ERRORS ? status : STATUS_USAGE;
}

static bool is_this_build(const struct inside_wish *wish) {
  if (memcmp(wish->build, build_id, sizeof build_id) == 0)
    return true;
  complain("the program uses the libravel.so of another build than this command's; build it again "
           "with this `ravel cc`");
  return false;
}

static int make_check(const struct inside_wish *wish, int socket, struct buffer *report) {
  struct check check = {0};
  struct words words = {0};
  int status = STATUS_USAGE;
  go_to_directory(wish->process);
  add_command(&words, &check.arena, wish);
  if (is_this_build(wish) && options_parse(&check.options, FOR_CHECK, "check", (int)words.n,
                                           (char **)(void *)words.items)) {
    if (check_files(&check.options) == STATUS_PASS && check_can_write(&check))
      status = search_inside(&check, wish, socket);
    options_free(&check.options);
  }
  if (status == STATUS_USAGE && !check.report.length && last_complaint())
    buffer_printf(report, "%s\n", last_complaint());
  buffer_add(report, buffer_text(&check.report), check.report.length);
  check_free(&check);
  words_free(&words);
  return status;
}

/* --- all of them -----------------------------------------------------------------------------
 */

static bool answer_wish(const struct inside_wish *wish, int socket) {
  struct buffer report = {0};
  const int status = make_check(wish, socket, &report);
  const int file = memfd_create("ravel-report", MFD_CLOEXEC);
  const bool good =
      file >= 0 && write(file, buffer_text(&report), report.length) == (ssize_t)report.length;
  const bool told = good && inside_tell(socket, (uint32_t)status, file);
  if (file >= 0)
    close(file);
  buffer_free(&report);
  buffer_putc(&before, (char)('0' + status));
  return told;
}

int command_inside(int argc, char **argv) {
  struct inside_wish wish;
  if (argc != 1)
    return complain("ravel inside is started by programs that call ravel_check()");
  const int socket = atoi(argv[0]);
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  signals_init();
  bool served = true;
  while (served && inside_hear(socket, &wish))
    served = answer_wish(&wish, socket);
  return STATUS_PASS;
}
