#define _GNU_SOURCE
#include "cli/toolchain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/message.h"
#include "cli/output_of.h"

enum { PATH_SIZE = 4096 };

/* --- where Ravel's own parts are ------------------------------------------------------------- */

/* The directory of `file`, if it is at `place` relative to the directory of this command. */
static const char *own_path(char *path, const char *place, const char *file) {
  char exe[PATH_SIZE], candidate[2 * PATH_SIZE];
  const ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
  if (n <= 0)
    return NULL;
  exe[n] = 0;
  *strrchr(exe, '/') = 0;
  snprintf(candidate, sizeof candidate, "%s/%s/%s", exe, place, file);
  char *real = realpath(candidate, NULL);
  if (!real || strlen(real) >= PATH_SIZE) {
    free(real);
    return NULL;
  }
  *strrchr(real, '/') = 0;
  strcpy(path, real);
  free(real);
  return path;
}

/* In place, everything is beside the command; installed, it is in the prefix's lib and include. */
const char *library_directory(void) {
  static char path[PATH_SIZE];
  if (own_path(path, ".", "libravel.so") || own_path(path, "../lib", "libravel.so"))
    return path;
  return NULL;
}

bool library_found(void) {
  if (!library_directory())
    complain(
        "libravel.so is neither beside this command nor in ../lib: run make, or install again");
  return library_directory();
}

const char *extension_path(void) {
  static char path[PATH_SIZE + 16];
  if (!own_path(path, ".", "ravel-gdb.py") && !own_path(path, "../share/ravel", "ravel-gdb.py"))
    return NULL;
  return strcat(path, "/ravel-gdb.py");
}

static const char *include_directory(void) {
  static char path[PATH_SIZE];
  if (own_path(path, "include", "ravel.h") || own_path(path, "../include", "ravel.h"))
    return path;
  return NULL;
}

/* --- which compiler -------------------------------------------------------------------------- */

bool command_exists(const char *command) {
  if (strchr(command, '/'))
    return access(command, X_OK) == 0;
  const char *path = getenv("PATH");
  char *copy = strdup(path ? path : "/usr/bin:/bin"), *rest = copy, *directory;
  bool found = false;
  while (!found && (directory = strsep(&rest, ":"))) {
    char candidate[2 * PATH_SIZE];
    snprintf(candidate, sizeof candidate, "%s/%s", *directory ? directory : ".", command);
    found = access(candidate, X_OK) == 0;
  }
  free(copy);
  return found;
}

/* The C++ compiler that belongs to a C compiler: x-gcc-12 has x-g++-12, clang has clang++. */
static const char *cxx_of(struct arena *arena, const char *cc) {
  static const char *const pairs[][2] = {{"clang", "clang++"}, {"gcc", "g++"}, {"cc", "c++"}};
  const char *slash = strrchr(cc, '/'), *base = slash ? slash + 1 : cc;
  if (strstr(base, "++"))
    return cc;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const char *found = strstr(base, pairs[i][0]);
    if (found)
      return arena_printf(arena, "%.*s%s%s", (int)(found - cc), cc, pairs[i][1],
                          found + strlen(pairs[i][0]));
  }
  return cc;
}

static bool is_clang(const struct words *command) {
  const char *last = command->items[command->n - 1];
  const char *slash = strrchr(last, '/'), *base = slash ? slash + 1 : last;
  if (strstr(base, "clang"))
    return true;
  if (strstr(base, "gcc") || strstr(base, "g++"))
    return false;
  struct words version = {0};
  struct buffer answer = {0};
  words_add_all(&version, command->items);
  words_add(&version, "--version");
  const bool clang = output_of(version.items, &answer) && strstr(buffer_text(&answer), "clang");
  words_free(&version);
  buffer_free(&answer);
  return clang;
}

bool toolchain_find(struct toolchain *toolchain, bool cxx, const char *compiler) {
  *toolchain = (struct toolchain){0};
  struct words *command = &toolchain->command;
  const bool derive = cxx && compiler && *compiler;
  if (!compiler || !*compiler)
    compiler = getenv(cxx ? "RAVEL_CXX" : "RAVEL_CC");
  if (!compiler || !*compiler)
    compiler = cxx ? "c++" : "cc";
  if (command_exists(compiler)) /* a path with spaces in it is one word */
    words_add(command, arena_string(&command->arena, compiler));
  else
    words_split(command, compiler);
  if (command->n && derive)
    command->items[command->n - 1] = cxx_of(&command->arena, command->items[command->n - 1]);
  if (!command->n || !command_exists(command->items[0])) {
    complain("there is no compiler '%s'", command->n ? command->items[0] : compiler);
    return false;
  }
  toolchain->clang = is_clang(command);
  return true;
}

void toolchain_free(struct toolchain *toolchain) {
  words_free(&toolchain->command);
}

/* --- the flags ------------------------------------------------------------------------------- */

/* The compiler reports every access by a call. A copy or comparison that gcc turned into plain
 * instructions would go unreported: keep those calls to the C library, where the runtime is. */
static const char *const gcc_flags[] = {
    "-fsanitize=thread",
    "--param",
    "tsan-distinguish-volatile=1",
    "-Wno-tsan",
    "-g",
    "-gno-as-loc-support", /* gcc writes lines in the version of DWARF that the rest has; */
    "-Wa,--gdwarf-4",      /* as would crash where a file has no line of code */
    "-fno-omit-frame-pointer",
    "-fno-jump-tables", /* jumps that src/liveness can follow */
    "-fno-tree-loop-distribute-patterns",
    "-fno-builtin-memcpy",
    "-fno-builtin-memmove",
    "-fno-builtin-mempcpy",
    "-fno-builtin-memset",
    "-fno-builtin-memcmp",
    "-fno-builtin-memchr",
    "-fno-builtin-strlen",
    "-fno-builtin-strcmp",
    "-fno-builtin-strncmp",
    "-fno-builtin-strcpy",
    "-fno-builtin-strncpy",
    "-fno-builtin-stpcpy",
    "-fno-builtin-strcat",
    "-fno-builtin-strncat",
    "-fno-builtin-strchr",
    "-fno-builtin-strrchr",
    "-fno-builtin-bzero",
    "-fno-builtin-bcopy",
    "-fno-builtin-index",
    "-fno-builtin-rindex",
    NULL};

/* Unless told to, clang leaves out the read of `x = x + 1`: the write covers it for its own race
 * detector, but not for us. */
static const char *const clang_flags[] = {"--start-no-unused-arguments",
                                          "-fsanitize=thread",
                                          "-fno-sanitize-link-runtime",
                                          "-mllvm",
                                          "-tsan-instrument-read-before-write=1",
                                          "-mllvm",
                                          "-tsan-distinguish-volatile=1",
                                          "-g",
                                          "-fno-omit-frame-pointer",
                                          "-fno-jump-tables",
                                          NULL};

/* Every increment of a counter is a call, which the runtime sees: an atomic operation that gcc does
 * not expand; it has turned those of the program into calls of another name by then. */
static const char *const gcc_coverage[] = {"-fprofile-update=atomic", "-fno-inline-atomics", NULL};
static const char *const clang_coverage[] = {
    "--start-no-unused-arguments", "-fprofile-update=atomic", "--end-no-unused-arguments", NULL};

void toolchain_add_coverage_flags(const struct toolchain *toolchain, struct words *argv) {
  words_add_all(argv, toolchain->clang ? clang_coverage : gcc_coverage);
}

/* The calls that the C library's headers make of memcpy() and its like with _FORTIFY_SOURCE become
 * instructions that nobody is told of. */
static const char *const not_fortified[] = {"-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=0",
                                            "-Wp,-U_FORTIFY_SOURCE", NULL};

void toolchain_add_unfortified_flags(const struct toolchain *toolchain, struct words *argv) {
  if (!toolchain->clang)
    words_add_all(argv, not_fortified);
}

unsigned source_needs(const char *source) {
  static const char *const builtins[] = {"mem", "str", "bzero"};
  struct buffer text = {0};
  unsigned needs = 0;
  if (buffer_read_file(&text, source)) {
    const char *all = buffer_text(&text);
    if (strstr(all, "__VERIFIER_atomic_") || strstr(all, "assume_abort_if_not"))
      needs |= NEEDS_FUNCTIONS;
    for (const char *at = all; (at = strstr(at, "__builtin_")); at += strlen("__builtin_"))
      for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (strncmp(at + strlen("__builtin_"), builtins[i], strlen(builtins[i])) == 0)
          needs |= NEEDS_CALLS;
  }
  buffer_free(&text);
  return needs;
}

void toolchain_add_needed_flags(const struct toolchain *toolchain, unsigned needs,
                                struct words *argv) {
  const char *include = include_directory();
  if (needs & NEEDS_FUNCTIONS)
    words_add(argv, "-fno-inline");
  if (needs & NEEDS_CALLS && include && !toolchain->clang) {
    words_add(argv, "-include");
    words_add(argv, arena_printf(&argv->arena, "%s/ravel_builtins.h", include));
  }
}

/* The directory that the compiler searches first. It has an assembler that looks at inline assembly
 * (assembler.c); clang has to be told not to assemble by itself, and to leave out a section that
 * other assemblers warn of. And as gcc links its own -ltsan whatever is said, it has a libtsan.so
 * that stands for libravel.so. */
static void add_stand_ins(const struct toolchain *toolchain, const char *library,
                          struct words *argv) {
  const char *const directory = arena_printf(&argv->arena, "%s/ravel-tsan", library);
  const bool assembles = access(arena_printf(&argv->arena, "%s/as", directory), X_OK) == 0;
  if (toolchain->clang && !assembles)
    return;
  words_add(argv, "-B");
  words_add(argv, directory);
  if (toolchain->clang) {
    words_add(argv, "-fno-integrated-as");
    words_add(argv, "-fno-autolink");
  }
}

/* libravel comes before the C library, so that its functions are found first. */
static void add_link_flags(const char *library, struct words *argv) {
  words_add(argv, "-L");
  words_add(argv, library);
  static const char *const flags[] = {"-Wl,-z,now", "-Wl,--push-state,--no-as-needed",
                                      "-lravel",    "-Wl,--pop-state",
                                      "-Xlinker",   "-rpath",
                                      "-Xlinker",   NULL};
  words_add_all(argv, flags);
  words_add(argv, library);
}

bool toolchain_add_flags(const struct toolchain *toolchain, bool links, struct words *argv) {
  const char *library = library_directory(), *include = include_directory();
  if (!library_found())
    return false;
  words_add_all(argv, toolchain->clang ? clang_flags : gcc_flags);
  if (include) {
    words_add(argv, "-idirafter");
    words_add(argv, include);
    words_add(argv, "-isystem"); /* before the libraries' own */
    words_add(argv, arena_printf(&argv->arena, "%s/ravel-c++", include));
  }
  add_stand_ins(toolchain, library, argv);
  if (links)
    add_link_flags(library, argv);
  if (toolchain->clang)
    words_add(argv, "--end-no-unused-arguments");
  return true;
}
