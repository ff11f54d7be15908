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

/* Functions of some names mean something (atomic_functions.c). A source that mentions them is
 * compiled with a flag that keeps its functions apart. */
bool needs_functions(const char *source);
extern const char *const keep_functions;

/* Appends the flags of a compilation; of the linking too when the command links. They go before
 * the user's own. Complains and returns false when Ravel's library is not where it should be. */
bool toolchain_add_flags(const struct toolchain *toolchain, bool links, struct words *argv);

/* The flags of a compilation that counts. They go after the user's own. */
void toolchain_add_coverage_flags(const struct toolchain *toolchain, struct words *argv);

/* The directory of libravel.so, found from where this command is; NULL: not found. */
const char *library_directory(void);

/* Complains if it is not. */
bool library_found(void);

/* Where the extension for gdb is, found in the same way; NULL: not found. */
const char *extension_path(void);

/* Whether there is such a command, in PATH if it is not a path. */
bool command_exists(const char *command);

#endif
