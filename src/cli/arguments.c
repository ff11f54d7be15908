#include "cli/arguments.h"

#include <stddef.h>
#include <string.h>

#include "cli/message.h"

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

bool argument_is_coverage(const char *word) {
  static const char *const all[] = {"--coverage", "-coverage", "-fprofile-arcs", "-ftest-coverage",
                                    NULL};
  return is_one_of(word, all);
}

/* A compiler has one sanitizer at a time that knows of every access, and Ravel needs its own. */
static bool excludes_ours(const char *word) {
  static const char *const others[] = {"address", "hwaddress",     "kernel-address", "memory",
                                       "leak",    "kernel-memory", "dataflow"};
  static const char option[] = "-fsanitize=";
  if (strncmp(word, option, strlen(option)) != 0)
    return false;
  for (const char *at = word + strlen(option); *at; at += *at == ',') {
    const size_t length = strcspn(at, ",");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
      if (strlen(others[i]) == length && strncmp(others[i], at, length) == 0)
        return true;
    at += length;
  }
  return false;
}

bool argument_is_refused_for_linking(const char *word) {
  static const char *const statics[] = {"-static", "--static", "-static-pie", "-static-libtsan",
                                        NULL};
  return is_one_of(word, statics);
}

bool argument_is_refused(const char *word) {
  return argument_is_refused_for_linking(word) || excludes_ours(word);
}

int argument_refuse(const char *word) {
  return argument_is_refused_for_linking(word)
             ? complain("%s cannot be used: the program must load libravel.so", word)
             : complain("%s cannot be used: compilers do not combine it with -fsanitize=thread, "
                        "through which Ravel sees what a program does; wrong uses of the heap are "
                        "found without it, and leaks with --leaks",
                        word);
}
