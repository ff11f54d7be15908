/* A list of words, such as the arguments of a command; it ends with a NULL. */
#ifndef RAVEL_CLI_WORDS_H
#define RAVEL_CLI_WORDS_H

#include "report/buffer.h"

struct words {
  struct arena arena;
  const char **items;
  size_t n, capacity;
};

void words_add(struct words *words, const char *word);            /* keeps the pointer */
void words_add_all(struct words *words, const char *const *list); /* up to its NULL */
/* Splits as a shell does: blanks separate, quotes and backslashes keep together. */
void words_split(struct words *words, const char *text);
void words_free(struct words *words);

#endif
