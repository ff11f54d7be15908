/* What a word on the command line of a compiler is. */
#ifndef RAVEL_CLI_ARGUMENTS_H
#define RAVEL_CLI_ARGUMENTS_H

#include <stdbool.h>

/* An option whose value is the next word. */
bool argument_takes_value(const char *word);

/* Something that only a command that links has a use for: a library, an object, a linker's option.
 * A value in the next word goes with it. */
bool argument_is_for_linking(const char *word);

/* It makes a program that counts what it does, for gcov. */
bool argument_is_coverage(const char *word);

/* A way of linking that leaves no room for the runtime, or a sanitizer that does not go with ours.
 */
bool argument_is_refused(const char *word);
/* Says why. Returns STATUS_USAGE. */
int argument_refuse(const char *word);
/* Whether that is only so where something is linked. */
bool argument_is_refused_for_linking(const char *word);

/* Whether `word` is in a list that ends with NULL. */
bool is_one_of(const char *word, const char *const *list);

#endif
