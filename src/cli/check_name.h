/*
 * What a check inside of a program is called: not by its line, which moves, but by the text of the
 * call and of the line that begins its function or test, as `diff -p` finds that.
 */
#ifndef RAVEL_CLI_CHECK_NAME_H
#define RAVEL_CLI_CHECK_NAME_H

#include "cli/words.h"
#include "protocol/inside.h"

struct check_names {
  struct arena arena;
  struct words all; /* of the checks so far */
};

/* The name of the next check of a program, and how many before it have had that name. Empty: the
 * source cannot be read. */
const char *check_name(struct check_names *names, const struct inside_wish *wish, uint32_t *nth);

#endif
