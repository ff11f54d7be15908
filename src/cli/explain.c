/*
 * `ravel explain`: a kind of error in words, an example of it, and what to do about it.
 *
 * All of that is one file, examples/kinds/KIND.c, which is a test program, too. Its comment has
 * paragraphs on what the kind means, then the line "What to do:" and paragraphs on that, then
 * lines such as "options: --leaks", which say how the test is run.
 */
#include "cli/explain.h"

#include <string.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include "cli/options.h"
#include "cli/wrap.h"
#include "report/trace.h"

static const char advice_begins[] = "What to do:";

static const char *nearest_kind(const char *word) {
  const char *names[ERROR_KINDS];
  for (uint32_t i = 0; i < ERROR_KINDS; i++)
    names[i] = error_kind_name(i);
  return nearest_name(word, names, ERROR_KINDS);
}

static const struct explanation *find_explanation(const char *kind) {
  for (const struct explanation *each = explanations; each->kind; each++)
    if (strcmp(each->kind, kind) == 0)
      return each;
  return NULL;
}

/* --- the comment ----------------------------------------------------------------------------- */

/* The text of the comment line at `at`, and its length; the next line, or NULL behind the last. */
static const char *comment_line(const char *at, const char **text, size_t *length) {
  const size_t all = strcspn(at, "\n");
  const size_t skip = all > 2 ? 3 : 2;
  if (strncmp(at, "//", 2) != 0)
    return NULL;
  *text = at + skip;
  *length = all - skip;
  return at + all + 1;
}

/* A line that says how the test is run: one word, a colon. Gives what is behind it. */
static const char *directive(const char *text, size_t length, const char *name) {
  const size_t word = strcspn(text, ": \n");
  if (word == 0 || word >= length || text[word] != ':')
    return NULL;
  if (name && (strlen(name) != word || strncmp(text, name, word) != 0))
    return NULL;
  return text + word + 1;
}

/* The example begins where the comment ends. */
static const char *example_of(const char *source) {
  const char *text, *at = source;
  size_t length;
  for (const char *next; (next = comment_line(at, &text, &length));)
    at = next;
  return at;
}

static void put_wrapped(const char *paragraph, struct buffer *out) {
  buffer_puts(out, "\n  ");
  wrap(paragraph, 2, out);
}

/* On one line: whoever shows it wraps it. */
static void put_unwrapped(const char *paragraph, struct buffer *out) {
  size_t length = strlen(paragraph);
  while (length && paragraph[length - 1] == ' ')
    length--;
  buffer_puts(out, out->length ? "\n\n" : "");
  buffer_add(out, paragraph, length);
}

/* The paragraphs before "What to do:", or those behind it. */
static void put_paragraphs(const char *source, bool advice,
                           void put(const char *paragraph, struct buffer *out),
                           struct buffer *out) {
  struct buffer paragraph = {0};
  const char *text, *at = source;
  size_t length;
  bool here = !advice, more = true, inside = false; /* of a paragraph */
  for (const char *next; more; at = next) {
    next = comment_line(at, &text, &length);
    const bool begins = next && strncmp(text, advice_begins, sizeof advice_begins - 1) == 0;
    more = next && (!begins || advice) && (inside || !directive(text, length, NULL));
    if (here && more && !begins) {
      buffer_add(&paragraph, text, length);
      buffer_putc(&paragraph, ' ');
    }
    if ((!more || length == 0) && strspn(buffer_text(&paragraph), " ") < paragraph.length) {
      put(buffer_text(&paragraph) + strspn(buffer_text(&paragraph), " "), out);
      buffer_free(&paragraph);
    }
    here |= begins && advice;
    inside = next && length && !begins;
  }
  buffer_free(&paragraph);
}

static void put_indented(const char *text, struct buffer *out) {
  for (; *text; text += strcspn(text, "\n") + 1) {
    const size_t length = strcspn(text, "\n");
    buffer_printf(out, length ? "    %.*s\n" : "\n", (int)length, text);
  }
}

/* What is to be given to `ravel check` so that it finds this kind. */
static void put_options(const char *source, struct buffer *out) {
  const char *text, *at = source;
  size_t length;
  for (const char *next; (next = comment_line(at, &text, &length)); at = next) {
    const char *options = directive(text, length, "options");
    if (options)
      buffer_printf(out, "%.*s", (int)(text + length - options), options);
  }
}

static const char *paragraphs_of(struct arena *arena, const char *kind, bool advice) {
  const struct explanation *about = find_explanation(kind);
  struct buffer text = {0};
  if (about)
    put_paragraphs(about->source, advice, put_unwrapped, &text);
  const char *all = arena_string(arena, buffer_text(&text));
  buffer_free(&text);
  return all;
}

const char *explain_meaning(struct arena *arena, const char *kind) {
  return paragraphs_of(arena, kind, false);
}

const char *explain_advice(struct arena *arena, const char *kind) {
  return paragraphs_of(arena, kind, true);
}

/* --- the command ----------------------------------------------------------------------------- */

static void put_explanation(const struct explanation *about, struct buffer *out) {
  buffer_printf(out, "%s\n", about->kind);
  put_paragraphs(about->source, false, put_wrapped, out);
  buffer_puts(out, "\nexample\n\n");
  put_indented(example_of(about->source), out);
  buffer_printf(out, "\nto run it\n\n    ravel explain --example %s > example.c\n    ravel check",
                about->kind);
  put_options(about->source, out);
  buffer_puts(out, " example.c\n\nwhat to do\n");
  put_paragraphs(about->source, true, put_wrapped, out);
}

/* The kinds, each with the first sentence about it. */
static void put_list(struct buffer *out) {
  enum { LEFT = 18 };
  wrap("Kinds of errors; ravel explain KIND tells more:", 0, out);
  buffer_putc(out, '\n');
  for (uint32_t i = 0; i < ERROR_KINDS; i++) {
    const struct explanation *about = find_explanation(error_kind_name(i));
    struct buffer text = {0}, sentence = {0};
    if (about)
      put_paragraphs(about->source, false, put_wrapped, &text);
    const char *words = buffer_text(&text) + strspn(buffer_text(&text), " \n");
    buffer_add(&sentence, words, strcspn(words, ".:;"));
    buffer_printf(out, "  %-*s", LEFT - 2, error_kind_name(i));
    wrap(buffer_text(&sentence), LEFT, out);
    buffer_free(&sentence);
    buffer_free(&text);
  }
}

static int explain(const struct options *options) {
  struct buffer out = {0};
  const char *kind = options->n_files ? options->files[0] : NULL;
  const struct explanation *about = kind ? find_explanation(kind) : NULL;
  if (options->n_files > 1 || options->n_args)
    return complain("one kind of error at a time: ravel explain KIND");
  if (kind && !about) {
    const char *nearest = nearest_kind(kind);
    return complain("there is no kind of error '%s'%s%s%s ravel explain lists them", kind,
                    nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : ";");
  }
  if (options->example && !about)
    return complain("--example of what? ravel explain lists the kinds of errors");
  if (options->example)
    buffer_puts(&out, example_of(about->source));
  else if (about)
    put_explanation(about, &out);
  else
    put_list(&out);
  const bool good = stream_write(1, &out);
  buffer_free(&out);
  return good ? STATUS_PASS : STATUS_USAGE;
}

int command_explain(int argc, char **argv) {
  struct options options;
  int status = STATUS_USAGE;
  if (options_parse(&options, FOR_EXPLAIN, "explain", argc, argv))
    status = options.help ? command_help("explain") : explain(&options);
  options_free(&options);
  return status;
}
