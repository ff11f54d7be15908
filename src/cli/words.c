#include "cli/words.h"

#include <stdlib.h>
#include <string.h>

void words_add(struct words *words, const char *word) {
  if (words->n + 2 > words->capacity) {
    words->capacity = words->capacity ? 2 * words->capacity : 32;
    words->items = must_realloc(words->items, words->capacity * sizeof *words->items);
  }
  words->items[words->n++] = word;
  words->items[words->n] = NULL;
}

void words_add_all(struct words *words, const char *const *list) {
  for (; *list; list++)
    words_add(words, *list);
}

/* One word from `text` into `word`; returns what is behind it. */
static const char *split_one(const char *text, struct buffer *word) {
  char quote = 0;
  for (; *text; text++) {
    if (*text == '\\' && quote != '\'' && text[1])
      buffer_putc(word, *++text);
    else if (quote ? *text == quote : *text == '"' || *text == '\'')
      quote = quote ? 0 : *text;
    else if (!quote && strchr(" \t\r\n", *text))
      break;
    else
      buffer_putc(word, *text);
  }
  return text;
}

void words_split(struct words *words, const char *text) {
  for (text += strspn(text, " \t\r\n"); *text; text += strspn(text, " \t\r\n")) {
    struct buffer word = {0};
    text = split_one(text, &word);
    words_add(words, arena_string(&words->arena, buffer_text(&word)));
    buffer_free(&word);
  }
}

void words_free(struct words *words) {
  free(words->items);
  arena_free(&words->arena);
  *words = (struct words){0};
}
