#include "cli/trust.h"

#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/message.h"
#include "cli/program.h"
#include "cli/words.h"

static bool starts_with(const char *word, const char *start) {
  return strncmp(word, start, strlen(start)) == 0;
}

static bool starts_with_one_of(const char *word, const char *const *list) {
  while (*list && !starts_with(word, *list))
    list++;
  return *list != NULL;
}

/* -f: without a value it names no file and no program; what writes files is left out. */
static bool is_harmless_feature(const char *word) {
  static const char *const writes[] = {"-fplugin",      "-fdump",        "-fprofile", "-fsave",
                                       "-ftime",        "-fcallgraph",   "-fcompare", "-fopt-info",
                                       "-fpass-plugin", "-fstack-usage", "-fuse-ld",  NULL};
  if (starts_with_one_of(word, writes))
    return false;
  return !strchr(word, '=') || starts_with(word, "-fsanitize=") ||
         starts_with(word, "-fvisibility=");
}

static bool is_harmless(const char *word) {
  static const char *const exactly[] = {
      "-pthread", "-w",      "-ansi",      "-pedantic", "-pedantic-errors",
      "-isystem", "-iquote", "-idirafter", "-lm",       NULL};
  static const char *const starts[] = {"-D", "-U", "-I", "-L", "-l", "-O", "-std=", NULL};
  if (is_one_of(word, exactly) || starts_with_one_of(word, starts))
    return true;
  if (starts_with(word, "-f"))
    return is_harmless_feature(word);
  if (starts_with(word, "-W")) /* -Wl, -Wa and -Wp hand something on to another program */
    return !strchr(word, ',');
  if (starts_with(word, "-g"))
    return !strchr(word, '=') && !starts_with(word, "-gcc");
  return starts_with(word, "-m") && !starts_with(word, "-mllvm");
}

/* The first of the recorded flags that is not harmless; NULL: all are. */
static const char *harmful_flag(const struct words *flags) {
  for (size_t i = 0; i < flags->n; i++) {
    if (!is_harmless(flags->items[i]))
      return flags->items[i];
    if (argument_takes_value(flags->items[i]))
      i++;
  }
  return NULL;
}

static bool trust_flags(struct trace_program *about, const struct options *options) {
  if (options->cflags) {
    about->cflags = options->cflags;
    return true;
  }
  struct words flags = {0};
  words_split(&flags, about->cflags);
  const char *harmful = harmful_flag(&flags);
  if (harmful)
    complain("the trace wants the flag '%s', which could run or write anything: if you trust it, "
             "give all flags again with --cflags",
             harmful);
  words_free(&flags);
  return !harmful;
}

/* The recorded compiler may be the one that would be taken anyway. */
static bool trust_compiler(struct trace_program *about, const struct options *options) {
  const char *own = getenv("RAVEL_CC");
  if (options->cc)
    about->cc = options->cc;
  if (options->cc || !*about->cc || strcmp(about->cc, own && *own ? own : "cc") == 0)
    return true;
  complain("the trace wants the compiler '%s': if you trust it, give it again with --cc",
           about->cc);
  return false;
}

static bool trust_sources(const struct trace_program *about) {
  for (uint32_t i = 0; i < about->n_sources; i++)
    if (!is_source(about->sources[i])) {
      complain("the trace names '%s', which is no C or C++ source", about->sources[i]);
      return false;
    }
  return true;
}

bool trust_program(struct trace_program *about, const struct options *options) {
  return about->n_sources == 0 ||
         (trust_sources(about) && trust_compiler(about, options) && trust_flags(about, options));
}

void trust_announce(const struct trace_program *about) {
  struct buffer line = {0};
  for (uint32_t i = 0; i < about->n_sources; i++)
    buffer_printf(&line, " %s", about->sources[i]);
  if (about->n_sources && *about->cflags)
    buffer_printf(&line, " (%s)", about->cflags);
  if (!about->n_sources)
    buffer_printf(&line, " %s", about->binary);
  for (uint32_t i = 0; i < about->n_args; i++)
    buffer_printf(&line, "%s %s", i ? "" : " --", about->args[i]);
  if (about->input && *about->input)
    buffer_printf(&line, " < %s", about->input);
  mention("in '%s', running%s", about->directory, buffer_text(&line));
  buffer_free(&line);
}
