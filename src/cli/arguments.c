#include "cli/arguments.h"

#include <stddef.h>
#include <string.h>

bool is_one_of(const char *word, const char *const *list) {
  while (*list && strcmp(word, *list) != 0)
    list++;
  return *list != NULL;
}

bool argument_takes_value(const char *word) {
  static const char *const all[] = {"-o",          "-x",
                                    "-I",          "-L",
                                    "-D",          "-U",
                                    "-B",          "-T",
                                    "-u",          "-z",
                                    "-e",          "-A",
                                    "-MF",         "-MT",
                                    "-MQ",         "-include",
                                    "-imacros",    "-isystem",
                                    "-iquote",     "-idirafter",
                                    "-iprefix",    "-iwithprefix",
                                    "-isysroot",   "-iwithprefixbefore",
                                    "-imultilib",  "-Xlinker",
                                    "-Xassembler", "-Xpreprocessor",
                                    "-Xclang",     "-mllvm",
                                    "-arch",       "-target",
                                    "-aux-info",   "--param",
                                    "-wrapper",    "-specs",
                                    "--sysroot",   "-dumpbase",
                                    "-dumpdir",    "-dumpbase-ext",
                                    "-fplugin",    "-gcc-toolchain",
                                    "-soname",     "-h",
                                    "-rpath",      "-G",
                                    "--language",  "--output",
                                    "-l",          NULL};
  return is_one_of(word, all);
}

/* A word @file stands for further ones, and is taken to be for compiling. */
bool argument_is_for_linking(const char *word) {
  static const char *const words[] = {
      "-Xlinker",          "-T",     "-u",      "-z",   "-e",      "-s",
      "-rdynamic",         "-rpath", "-soname", "-pie", "-no-pie", "-static-libgcc",
      "-static-libstdc++", NULL};
  static const char *const prefixes[] = {"-l", "-L", "-Wl,", "-fuse-ld="};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (strncmp(word, prefixes[i], strlen(prefixes[i])) == 0)
      return true;
  return (*word != '-' && *word != '@') || is_one_of(word, words);
}
