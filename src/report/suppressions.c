#include "report/suppressions.h"

#include <errno.h>
#include <string.h>

/* --- reading --------------------------------------------------------------------------------- */

#define BIT(kind) (UINT32_C(1) << (kind))

/* ThreadSanitizer's words. What it calls a race includes uses of freed memory. */
static const struct {
  const char *name;
  uint32_t kinds;
  bool top, library;
} words[] = {
    {.name = "race", .kinds = BIT(ERROR_DATA_RACE) | BIT(ERROR_USE_AFTER_FREE)},
    {.name = "race_top", .kinds = BIT(ERROR_DATA_RACE) | BIT(ERROR_USE_AFTER_FREE), .top = true},
    {.name = "mutex", .kinds = BIT(ERROR_LOCK_MISUSE)},
    {.name = "deadlock", .kinds = BIT(ERROR_DEADLOCK)},
    {.name = "thread", .kinds = BIT(SUPPRESSED_THREAD)},
    {.name = "signal", .kinds = 0}, /* there is no such error here */
    {.name = "called_from_lib",
     .kinds = BIT(ERROR_DATA_RACE) | BIT(ERROR_USE_AFTER_FREE) | BIT(ERROR_LOCK_MISUSE) |
              BIT(ERROR_DEADLOCK),
     .library = true},
};

static bool is_word(const char *name, const char *text, size_t length) {
  return strlen(name) == length && strncmp(name, text, length) == 0;
}

static bool set_kind(struct suppression *suppression, const char *kind, size_t length) {
  for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
    if (is_word(words[i].name, kind, length)) {
      suppression->kinds = words[i].kinds;
      suppression->top = words[i].top;
      suppression->library = words[i].library;
      return true;
    }
  for (uint32_t i = 0; i < ERRORS_OF_PROGRAM; i++)
    if (is_word(error_kind_name(i), kind, length)) {
      suppression->kinds = BIT(i);
      return true;
    }
  return false;
}

/* Without the blanks around it. */
static char *trimmed(char *text) {
  static const char blanks[] = " \t\r";
  text += strspn(text, blanks);
  size_t length = strlen(text);
  while (length && strchr(blanks, text[length - 1]))
    length--;
  text[length] = 0;
  return text;
}

static bool read_line(struct suppressions *all, uint32_t line, const char *text,
                      struct buffer *why) {
  const char *colon = strchr(text, ':');
  struct suppression *suppression = &all->all[all->n];
  *suppression = (struct suppression){.text = text, .line = line};
  const size_t length = colon ? (size_t)(colon - text) : 0;
  if (colon && is_word(error_kind_name(ERROR_UNSUPPORTED), text, length))
    buffer_printf(why, "%s:%u: what is unsupported is no error, and cannot be suppressed",
                  all->file, line);
  else if (colon && is_word(error_kind_name(ERROR_LONG_EXECUTION), text, length))
    buffer_printf(why, "%s:%u: a long execution is no error, and cannot be suppressed", all->file,
                  line);
  else if (!colon)
    buffer_printf(why, "%s:%u: '%s' is no suppression, which is KIND:PATTERN, as in race:foo",
                  all->file, line, text);
  else if (!set_kind(suppression, text, length))
    buffer_printf(why,
                  "%s:%u: '%.*s' is no kind of error: see ravel explain, or race, mutex, "
                  "deadlock, thread, called_from_lib",
                  all->file, line, (int)length, text);
  else if (!colon[1 + strspn(colon + 1, "*^$")])
    buffer_printf(why, "%s:%u: '%s' names nothing: the pattern is empty, or matches everything",
                  all->file, line, text);
  suppression->pattern = colon ? colon + 1 : "";
  all->n++;
  return why->length == 0;
}

bool suppressions_read(struct suppressions *all, const char *file, struct buffer *why) {
  struct buffer contents = {0};
  uint32_t lines = 1;
  all->file = file;
  if (!buffer_read_file(&contents, file)) {
    buffer_printf(why, "cannot read the suppressions in '%s': %s", file, strerror(errno));
    buffer_free(&contents);
    return false;
  }
  if (contents.length != strlen(buffer_text(&contents)))
    buffer_printf(why, "%s is no text: it has a NUL character in it", file);
  char *text = arena_string(&all->arena, buffer_text(&contents));
  buffer_free(&contents);
  for (const char *at = text; *at; at++)
    lines += *at == '\n';
  all->all = arena_alloc(&all->arena, lines * sizeof *all->all);
  for (uint32_t line = 1; text && why->length == 0; line++) {
    char *next = strchr(text, '\n');
    if (next)
      *next++ = 0;
    text = trimmed(text);
    if (*text && *text != '#')
      read_line(all, line, text, why);
    text = next;
  }
  return why->length == 0;
}

void suppressions_free(struct suppressions *all) {
  arena_free(&all->arena);
  *all = (struct suppressions){0};
}

/* --- matching -------------------------------------------------------------------------------- */

/* Whether all of the pattern, up to its end or to a final $, matches the beginning of the text. A *
 * that was passed may stand for one character more each time the rest does not match. */
static bool matches_here(const char *pattern, const char *text) {
  const char *star = NULL, *retry = NULL;
  for (;;) {
    if (*pattern == '*') {
      star = ++pattern;
      retry = text;
    } else if (!*pattern) {
      return true;
    } else if (*pattern == '$' && !pattern[1] && !*text) {
      return true;
    } else if (*text && *pattern == *text) {
      pattern++;
      text++;
    } else if (star && *retry) {
      pattern = star;
      text = ++retry;
    } else {
      return false;
    }
  }
}

bool pattern_matches(const char *pattern, const char *text) {
  if (*pattern == '^')
    return matches_here(pattern + 1, text);
  for (;; text++) {
    if (matches_here(pattern, text))
      return true;
    if (!*text)
      return false;
  }
}

static bool is_about(const struct suppression *suppression, const struct trace_name *name) {
  return (!suppression->top || name->top) && (!suppression->library || name->of == NAME_LIBRARY) &&
         pattern_matches(suppression->pattern, name->text);
}

static bool matches(const struct suppression *suppression, const struct trace_error *error,
                    bool *by_stack) {
  bool found = false;
  *by_stack = false;
  for (uint32_t i = 0; i < error->n_names && !*by_stack; i++)
    if (is_about(suppression, &error->names[i])) {
      found = true;
      *by_stack = error->names[i].own;
    }
  return found;
}

struct suppression *suppressions_match(struct suppressions *all, const struct trace *trace,
                                       bool *by_stack) {
  const uint32_t kind = error_kind_number(trace->error.kind);
  for (uint32_t i = 0; i < all->n && kind < ERRORS_OF_PROGRAM; i++)
    if (all->all[i].kinds & BIT(kind) && matches(&all->all[i], &trace->error, by_stack))
      return &all->all[i];
  return NULL;
}

bool suppressions_match_thread(struct suppressions *all, const char *function, const char *file) {
  for (uint32_t i = 0; i < all->n; i++) {
    struct suppression *suppression = &all->all[i];
    if (suppression->kinds & BIT(SUPPRESSED_THREAD) &&
        (pattern_matches(suppression->pattern, function) ||
         pattern_matches(suppression->pattern, file))) {
      suppression->n[SUPPRESSED_THREAD]++;
      return true;
    }
  }
  return false;
}

/* --- telling --------------------------------------------------------------------------------- */

static const char *kind_name(uint32_t kind) {
  return kind == SUPPRESSED_THREAD ? "unjoined-thread" : error_kind_name(kind);
}

static uint32_t errors_of(const struct suppression *suppression) {
  uint32_t n = 0;
  for (uint32_t kind = 0; kind < ERROR_KINDS; kind++)
    n += suppression->n[kind];
  return n;
}

static bool is_unused(const struct suppression *suppression) {
  return errors_of(suppression) + suppression->n[SUPPRESSED_THREAD] == 0;
}

uint32_t suppressions_count(const struct suppressions *all) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < all->n; i++)
    n += errors_of(&all->all[i]);
  return n;
}

static void put_entry(struct json_writer *json, const struct suppression *suppression,
                      const char *kind, uint32_t n) {
  json_open_inline(json, NULL, '{');
  json_string(json, "suppression", suppression->text);
  json_number(json, "line", suppression->line);
  json_string(json, "kind", kind);
  json_number(json, "errors", n);
  json_close(json, '}');
}

void suppressions_json(const struct suppressions *all, struct json_writer *json) {
  json_open(json, "suppressed", '[');
  for (uint32_t i = 0; i < all->n; i++) {
    const struct suppression *suppression = &all->all[i];
    for (uint32_t kind = 0; kind < SUPPRESSED_KINDS; kind++)
      if (suppression->n[kind])
        put_entry(json, suppression, kind_name(kind), suppression->n[kind]);
    if (is_unused(suppression))
      put_entry(json, suppression, NULL, 0);
  }
  json_close(json, ']');
}

void suppressions_text(const struct suppressions *all, struct buffer *out) {
  for (uint32_t i = 0; i < all->n; i++)
    for (uint32_t kind = 0; kind < SUPPRESSED_KINDS; kind++)
      if (all->all[i].n[kind])
        buffer_printf(out, "  suppressed  %u %s by %s (%s:%u)\n", all->all[i].n[kind],
                      kind_name(kind), all->all[i].text, all->file, all->all[i].line);
}

bool suppressions_unused(const struct suppressions *all, struct buffer *out) {
  enum { MAX_NAMED = 8 };
  uint32_t n = 0;
  for (uint32_t i = 0; i < all->n; i++)
    if (is_unused(&all->all[i]) && n++ < MAX_NAMED)
      buffer_printf(out, "%s%s (%s:%u)", n > 1 ? ", " : "", all->all[i].text, all->file,
                    all->all[i].line);
  if (n > MAX_NAMED)
    buffer_printf(out, " and %u more", n - MAX_NAMED);
  if (n)
    buffer_puts(out, n > 1 ? " have matched no error" : " has matched no error");
  return n > 0;
}
