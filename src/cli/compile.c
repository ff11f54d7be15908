/* Sources to a program: each file by the compiler of its language, then linked. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/message.h"
#include "cli/program.h"
#include "cli/randomisation.h"
#include "cli/signals.h"
#include "cli/toolchain.h"

static bool is_cxx(const char *path) {
  static const char *const endings[] = {".cc", ".cpp", ".cxx", ".C", ".c++"};
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
    if (strcmp(dot, endings[i]) == 0)
      return true;
  return false;
}

bool is_source(const char *path) {
  const char *dot = strrchr(path, '.');
  return (dot && strcmp(dot, ".c") == 0) || is_cxx(path);
}

static void echo(const struct words *argv) {
  for (size_t i = 0; i < argv->n; i++)
    fprintf(stderr, "%s%s", i ? " " : "+ ", argv->items[i]);
  fputc('\n', stderr);
}

/* The compiler gets a process group of its own, to be ended as a whole, and our directory for its
 * temporary files. */
static pid_t start(const struct words *argv, const char *directory) {
  const pid_t parent = getpid(), child = fork();
  if (child != 0)
    return child;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  signals_restore();
  setenv("TMPDIR", directory, 1);
  dup2(2, 1);
  if (getppid() == parent)
    execvp(argv->items[0], (char *const *)argv->items);
  fprintf(stderr, "ravel: cannot run %s: %s\n", argv->items[0], strerror(errno));
  _exit(127);
}

/* STATUS_PASS when the command succeeded, STATUS_USAGE when not, or STATUS_INCOMPLETE. */
static int run_compiler(const struct words *argv, const char *directory, bool verbose) {
  if (verbose)
    echo(argv);
  const unsigned interrupts = signals_interrupts();
  const pid_t child = interrupts ? -1 : start(argv, directory);
  if (child < 0)
    return interrupts
               ? STATUS_INCOMPLETE
               : complain("cannot start a process: %s; look at `ulimit -u`", strerror(errno));
  int status;
  bool asked = false;
  while (waitpid(child, &status, WNOHANG) == 0) {
    signals_wait(1000, -1, -1);
    if (signals_interrupts() && !asked) {
      kill(-child, SIGTERM);
      asked = true;
    }
  }
  if (signals_interrupts())
    return STATUS_INCOMPLETE;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? STATUS_PASS : STATUS_USAGE;
}

/* Where nothing is linked, what is for linking is left out: clang warns of it. */
static void add_compile_flags(struct words *argv, const char *cflags) {
  struct words all = {0};
  words_split(&all, cflags);
  for (size_t i = 0; i < all.n; i++) {
    const char *word = all.items[i];
    const bool pair = argument_takes_value(word) && i + 1 < all.n;
    if (!argument_is_for_linking(word)) {
      words_add(argv, arena_string(&argv->arena, word));
      if (pair)
        words_add(argv, arena_string(&argv->arena, all.items[i + 1]));
    }
    i += pair;
  }
  words_free(&all);
}

/* Loads and stores that the optimiser takes for dead can race: gcc keeps them. With clang only -O0
 * would (doc/performance.md). */
static const char *const clang_defaults[] = {"-O1", "-pthread", NULL};
static const char *const gcc_defaults[] = {"-O1",
                                           "-fno-tree-dce",
                                           "-fno-dce",
                                           "-fno-tree-dse",
                                           "-fno-ipa-reference-addressable",
                                           "-pthread",
                                           NULL};

static int compile_one(const char *source, const char *object, const struct toolchain *toolchain,
                       const char *cflags, const char *directory, bool verbose) {
  struct words argv = {0};
  words_add_all(&argv, toolchain->command.items);
  words_add_all(&argv, toolchain->clang ? clang_defaults : gcc_defaults);
  int status = STATUS_USAGE;
  if (toolchain_add_flags(toolchain, false, &argv)) {
    toolchain_add_needed_flags(toolchain, source_needs(source), &argv);
    add_compile_flags(&argv, cflags);
    if (strstr(cflags, "_FORTIFY_SOURCE"))
      toolchain_add_unfortified_flags(toolchain, &argv);
    words_add(&argv, "-c");
    words_add(&argv, "-o");
    words_add(&argv, object);
    words_add(&argv, *source == '-' ? arena_printf(&argv.arena, "./%s", source) : source);
    status = run_compiler(&argv, directory, verbose);
    if (status == STATUS_USAGE)
      complain("'%s' does not compile", source);
  }
  words_free(&argv);
  return status;
}

static int link_all(const struct words *objects, const struct toolchain *toolchain,
                    const char *cflags, const char *directory, bool verbose) {
  struct words argv = {0};
  words_add_all(&argv, toolchain->command.items);
  words_add(&argv, "-pthread");
  int status = STATUS_USAGE;
  if (toolchain_add_flags(toolchain, true, &argv)) {
    words_add(&argv, "-o");
    words_add(&argv, arena_printf(&argv.arena, "%s/program", directory));
    if (!randomisation_can_be_off())
      words_add(&argv, "-no-pie");
    words_add_all(&argv, objects->items);
    words_split(&argv, cflags); /* libraries come after what needs them */
    status = run_compiler(&argv, directory, verbose);
    if (status == STATUS_USAGE)
      complain("the program does not link");
  }
  words_free(&argv);
  return status;
}

static int look_at_flags(const char *cflags) {
  struct words flags = {0};
  int status = STATUS_PASS;
  words_split(&flags, cflags);
  for (size_t i = 0; i < flags.n && status == STATUS_PASS; i++)
    if (argument_is_refused(flags.items[i]))
      status = argument_refuse(flags.items[i]);
    else if (argument_is_coverage(flags.items[i]))
      status = complain("%s leaves files beside the program, and ravel check leaves none behind: "
                        "ravel cc %s ... -o program, then ravel check ./program",
                        flags.items[i], flags.items[i]);
  words_free(&flags);
  return status;
}

int compile_sources(const struct trace_program *about, const char *directory, bool verbose) {
  struct toolchain toolchains[2] = {0}; /* of C and of C++ */
  struct words objects = {0};
  bool known[2] = {0};
  int status = look_at_flags(about->cflags);
  for (uint32_t i = 0; i < about->n_sources && status == STATUS_PASS; i++) {
    const char *source = about->sources[i];
    const bool cxx = is_cxx(source);
    if (access(source, R_OK) != 0)
      status = complain("cannot read '%s': %s", source, strerror(errno));
    else if (!known[cxx] && !(known[cxx] = toolchain_find(&toolchains[cxx], cxx, about->cc)))
      status = STATUS_USAGE;
    else
      words_add(&objects, arena_printf(&objects.arena, "%s/%u.o", directory, i));
    if (status == STATUS_PASS)
      status = compile_one(source, objects.items[i], &toolchains[cxx], about->cflags, directory,
                           verbose);
  }
  if (status == STATUS_PASS)
    status = link_all(&objects, &toolchains[known[1]], about->cflags, directory, verbose);
  toolchain_free(&toolchains[0]);
  toolchain_free(&toolchains[1]);
  words_free(&objects);
  return status;
}
