/*
 * The cases of a test program, as its own framework lists them, and how one of them is run alone.
 * Which framework it is can be seen in the binary: nothing is run to find that out.
 */
#ifndef RAVEL_CLI_TEST_LIST_H
#define RAVEL_CLI_TEST_LIST_H

#include "cli/program.h"
#include "cli/words.h"

struct test_case {
  const char *name;        /* as people read it */
  const char *suite, *own; /* Check: the parts of the name */
  bool disabled;           /* the framework leaves it out */
  const char *problem;     /* why it cannot be run alone; NULL: it can */
};

struct test_list {
  struct arena arena;
  const struct framework *framework;
  uint32_t n, capacity;
  struct test_case *cases;
};

/* Complains and returns false where the program does not tell its cases, or has none. */
bool test_list_read(struct test_list *list, const struct program *program);
void test_list_free(struct test_list *list);
const char *test_list_framework(const struct test_list *list);

/* What runs this case alone: arguments, and variables of the environment as NAME=VALUE. */
void test_case_select(struct test_list *list, const struct test_case *test, struct words *args,
                      struct words *environment);

/* Sets the variables that a trace, or a case, wants. Others than those of frameworks are left. */
void test_environment_set(const char *const *environment, uint32_t n);

#endif
