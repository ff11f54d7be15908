/*
 * `as`, as the compiler calls it for `ravel cc`: the real assembler, behind a look at inline
 * assembly (assembly.h). A file that has none is assembled as it is.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/assembly.h"
#include "cli/command.h"
#include "cli/message.h"
#include "cli/words.h"

/* Whether `path` is a program, and not this one. */
static bool is_another(const char *path) {
  struct stat it, us;
  return access(path, X_OK) == 0 && stat(path, &it) == 0 && S_ISREG(it.st_mode) &&
         stat("/proc/self/exe", &us) == 0 && (it.st_dev != us.st_dev || it.st_ino != us.st_ino);
}

static const char *find_in(const char *directories, struct arena *arena) {
  while (directories && *directories) {
    const char *end = strchrnul(directories, ':');
    const char *path = arena_printf(arena, "%.*s/as", (int)(end - directories), directories);
    if (is_another(path))
      return path;
    directories = *end ? end + 1 : end;
  }
  return NULL;
}

/* gcc names the directories of its own programs before those of everybody. */
static const char *real_assembler(struct arena *arena) {
  const char *path = find_in(getenv("COMPILER_PATH"), arena);
  return path ? path : find_in(getenv("PATH"), arena);
}

/* The only word that is neither an option nor the value of one; -1: it is standard input. */
static int find_input(int argc, char **argv) {
  static const char *const with_value[] = {"-o", "-I", "--defsym", "-D", NULL};
  int input = -1;
  for (int i = 0; i < argc; i++) {
    bool has_value = false;
    for (const char *const *option = with_value; *option; option++)
      has_value |= strcmp(argv[i], *option) == 0;
    if (has_value)
      i++;
    else if (argv[i][0] != '-')
      input = i;
  }
  return input;
}

/* A file in memory with this text, by a name that the assembler can open; NULL: there can be none.
 */
static const char *text_file(const struct buffer *text, struct arena *arena) {
  const int file = memfd_create("assembly", 0);
  if (file < 0)
    return NULL;
  for (size_t done = 0; done < text->length;) {
    const ssize_t n = write(file, text->text + done, text->length - done);
    if (n <= 0 && errno != EINTR)
      return NULL;
    done += n > 0 ? (size_t)n : 0;
  }
  return arena_printf(arena, "/proc/self/fd/%d", file);
}

int command_as(int argc, char **argv) {
  struct words command = {0};
  struct buffer text = {0}, instrumented = {0};
  const char *assembler = real_assembler(&command.arena), *path = NULL;
  const int input = find_input(argc, argv);
  if (!assembler)
    return complain("there is no assembler: install binutils");
  if (input < 0 ? buffer_read(&text, STDIN_FILENO) : buffer_read_file(&text, argv[input])) {
    const bool changed = assembly_instrument(buffer_text(&text), &instrumented);
    if (changed || input < 0)
      path = text_file(changed ? &instrumented : &text, &command.arena);
  }
  words_add(&command, "as");
  for (int i = 0; i < argc; i++)
    words_add(&command, i == input && path ? path : argv[i]);
  if (input < 0 && path)
    words_add(&command, path);
  execv(assembler, (char *const *)command.items);
  return complain("cannot run %s: %s", assembler, strerror(errno));
}
