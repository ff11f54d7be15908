#include "cli/compiler_flags.h"

#include <stddef.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/message.h"

bool is_compiler_flag(const char *word) {
  static const char *const beginnings[] = {
      "-O",        "-D",         "-U",        "-I",       "-l",         "-L",
      "-W",        "-f",         "-g",        "-m",       "-B",         "-X",
      "-std=",     "--std=",     "-include",  "-imacros", "-isystem",   "-iquote",
      "-pedantic", "-idirafter", "-nostdinc", "-static-", "--sysroot=", NULL};
  static const char *const words[] = {"-pthread", "-ansi",      "-w",        "-pipe",
                                      "-pie",     "-no-pie",    "-rdynamic", "-static",
                                      "--param",  "--coverage", NULL};
  for (size_t i = 0; beginnings[i]; i++)
    if (strncmp(word, beginnings[i], strlen(beginnings[i])) == 0)
      return true;
  return is_one_of(word, words);
}

bool is_about_output(const char *word) {
  static const char *const words[] = {"-c", "-S", "-E", "-M", "-MD", "-MMD", "-shared", NULL};
  return strncmp(word, "-o", 2) == 0 || is_one_of(word, words);
}

static void add_word(struct buffer *flags, const char *word) {
  if (flags->length)
    buffer_putc(flags, ' ');
  buffer_put_word(flags, word);
}

bool compiler_flag_add(struct buffer *flags, char **argv, int *at) {
  const char *flag = argv[*at];
  add_word(flags, flag);
  if (!argument_takes_value(flag))
    return true;
  const char *value = argv[++*at];
  if (!value || strcmp(value, "--") == 0) {
    complain("the compiler's %s wants a value", flag);
    return false;
  }
  add_word(flags, value);
  return true;
}
