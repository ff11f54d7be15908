/* The real compiler behind `ravel cc` and `ravel check`, and the flags that instrument with it. */
#ifndef RAVEL_CLI_TOOLCHAIN_H
#define RAVEL_CLI_TOOLCHAIN_H

#include <stdbool.h>

#include "cli/words.h"

struct toolchain {
  struct words command; /* the compiler: usually one word */
  bool clang;           /* else gcc */
};

/* `compiler` is what the user asked for, as for C; NULL or empty: $RAVEL_CC or $RAVEL_CXX, then cc
 * or c++. Complains and returns false when it is not there. */
bool toolchain_find(struct toolchain *toolchain, bool cxx, const char *compiler);
void toolchain_free(struct toolchain *toolchain);

/* What a source needs, by what it mentions. Functions of some names mean something
 * (atomic_functions.c), and are kept apart by a flag. Builtins of gcc such as __builtin_memset
 * become calls (ravel_builtins.h). */
enum { NEEDS_FUNCTIONS = 1, NEEDS_CALLS = 2 };
unsigned source_needs(const char *source);
void toolchain_add_needed_flags(const struct toolchain *toolchain, unsigned needs,
                                struct words *argv);

/* Appends the flags of a compilation; of the linking too when the command links. They go before
 * the user's own. Complains and returns false when Ravel's library is not where it should be. */
bool toolchain_add_flags(const struct toolchain *toolchain, bool links, struct words *argv);

/* The flags of a compilation that counts. They go after the user's own. */
void toolchain_add_coverage_flags(const struct toolchain *toolchain, struct words *argv);

/* The flags of a compilation with _FORTIFY_SOURCE, which is turned off: after the user's own. */
void toolchain_add_unfortified_flags(const struct toolchain *toolchain, struct words *argv);

/* The directory of libravel.so, found from where this command is; NULL: not found. */
const char *library_directory(void);

/* Complains if it is not. */
bool library_found(void);

/* Where the extension for gdb is, found in the same way; NULL: not found. */
const char *extension_path(void);

/* Whether there is such a command, in PATH if it is not a path. */
bool command_exists(const char *command);

#endif
