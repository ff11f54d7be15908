/* Test frameworks: how a program of each is known, asked for its cases, and made to run one. */
#ifndef RAVEL_CLI_FRAMEWORK_H
#define RAVEL_CLI_FRAMEWORK_H

#include "cli/test_list.h"

enum { FRAMEWORK_MARKERS = 3 };

enum doubt { DOUBT_NONE, DOUBT_SPECIAL_CHARACTERS, DOUBT_ALL };

struct framework {
  const char *name;
  const char *markers[FRAMEWORK_MARKERS]; /* text that is in its programs; any of them is enough */
  const char *list_args[4];               /* with which a program lists its cases; NULL ends them */
  const char *list_variable;              /* names the file for the list; NULL: it is printed */
  enum doubt doubt;                       /* which names may select something else, or nothing */
  void (*parse)(struct test_list *list, const char *text);
  void (*select)(struct arena *arena, const struct test_case *test, struct words *args,
                 struct words *environment);
};

extern const struct framework frameworks[]; /* the last one has no name */

/* A case of that name, which stays the caller's. */
struct test_case *test_list_add(struct test_list *list, const char *name);

#endif
