/*
 * `ravel cc` and `ravel c++`: the real compiler with the user's arguments and a few more. It is
 * replaced by the real one (exec), so that everything about it is as a build expects.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/message.h"
#include "cli/program.h"
#include "cli/toolchain.h"

/* What the arguments ask the compiler to do. */
struct job {
  bool inputs;      /* there is something to compile or link */
  bool header;      /* it is a header: to be precompiled, and nothing is linked */
  bool no_link;     /* it stops before linking */
  bool fortified;   /* _FORTIFY_SOURCE */
  unsigned needs;   /* source_needs() */
  bool counts;      /* --coverage */
  char refused[64]; /* what cannot be; empty: nothing */
};

static bool is_header(const char *path) {
  static const char *const endings[] = {".h", ".hh", ".hpp", ".hxx", ".h++", ".H", ".hp", NULL};
  const char *dot = strrchr(path, '.');
  return dot && is_one_of(dot, endings);
}

static void look_at_input(struct job *job, const char *word) {
  job->inputs |= *word != 0;
  job->header |= is_header(word);
  job->needs |= is_source(word) ? source_needs(word) : 0;
}

/* What -x says the inputs are: c-header and c++-header are headers, whatever they are called. */
static void look_at_language(struct job *job, const char *language) {
  const char *dash = strrchr(language, '-');
  job->header |= dash && strcmp(dash, "-header") == 0;
}

static void look_at_word(struct job *job, const char *word) {
  static const char *const stops[] = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r", NULL};
  job->fortified |= strstr(word, "_FORTIFY_SOURCE") != NULL;
  if (*word != '-' || !word[1] || strncmp(word, "-l", 2) == 0)
    look_at_input(job, word);
  else if (strncmp(word, "-x", 2) == 0)
    look_at_language(job, word + 2);
  else if (is_one_of(word, stops))
    job->no_link = true;
  else if (argument_is_coverage(word))
    job->counts = true;
  else if (argument_is_refused(word) && !*job->refused)
    snprintf(job->refused, sizeof job->refused, "%s", word);
}

/* The words of a file given as @file, also of those it names in turn. */
static void look_at_all(struct job *job, const char *const *words, unsigned depth) {
  enum { DEEPEST = 16 };
  for (; *words; words++) {
    if (argument_takes_value(*words) && words[1]) {
      if (strcmp(*words, "-x") == 0)
        look_at_language(job, words[1]);
      words++;
    } else if (**words == '@' && depth < DEEPEST) {
      struct buffer text = {0};
      struct words inside = {0};
      if (buffer_read_file(&text, *words + 1))
        words_split(&inside, buffer_text(&text));
      if (inside.n)
        look_at_all(job, inside.items, depth + 1);
      words_free(&inside);
      buffer_free(&text);
    } else {
      look_at_word(job, *words);
    }
  }
}

static int compiler(bool cxx, int argc, char **argv) {
  struct toolchain toolchain;
  struct words command = {0};
  struct job job = {0};
  look_at_all(&job, (const char *const *)argv, 0);
  if (*job.refused && job.inputs && (!job.no_link || !argument_is_refused_for_linking(job.refused)))
    return argument_refuse(job.refused);
  if (!toolchain_find(&toolchain, cxx, NULL))
    return STATUS_USAGE;
  words_add_all(&command, toolchain.command.items);
  /* Without inputs it is a question to the compiler, such as --version: nothing to add. */
  if (job.inputs && !toolchain_add_flags(&toolchain, !job.no_link && !job.header, &command))
    return STATUS_USAGE;
  toolchain_add_needed_flags(&toolchain, job.needs, &command);
  for (int i = 0; i < argc; i++)
    words_add(&command, argv[i]);
  if (job.counts)
    toolchain_add_coverage_flags(&toolchain, &command);
  if (job.fortified)
    toolchain_add_unfortified_flags(&toolchain, &command);
  execvp(command.items[0], (char *const *)command.items);
  return complain("cannot run %s: %s", command.items[0], strerror(errno));
}

int command_cc(int argc, char **argv) {
  return compiler(false, argc, argv);
}

int command_cxx(int argc, char **argv) {
  return compiler(true, argc, argv);
}
