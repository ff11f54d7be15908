#include "report/baseline.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- what an error is called ----------------------------------------------------------------- */

/* Numbers that other schedules and builds may change: of threads, blocks and elements. */
static const char *without_numbers(struct arena *arena, const char *name) {
  char *text = arena_string(arena, name), *to = text;
  for (const char *at = text; *at;) {
    const bool begins = at == text || !isalnum((unsigned char)at[-1]);
    const size_t word = begins && strncmp(at, "block", 5) == 0 ? 5 : begins && *at == 'T' ? 1 : 0;
    const size_t kept = *at == '[' ? 1 : word, digits = kept ? strspn(at + kept, "0123456789") : 0;
    const char after = at[kept + digits];
    const bool number = digits && (*at == '[' ? after == ']' : !isalnum((unsigned char)after));
    for (size_t i = number ? kept : 1; i; i--)
      *to++ = *at++;
    at += number ? digits : 0;
  }
  *to = 0;
  return text;
}

/* "writer" of "T1 writer". */
static const char *own_name(const struct trace *trace, uint32_t thread) {
  const char *name = trace_thread_name(trace, thread), *space = strchr(name, ' ');
  return space ? space + 1 : name;
}

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The innermost call whose source is not the system's. */
static uint32_t own_frame(const struct trace *trace, const struct trace_stack *stack) {
  for (uint32_t i = 0; i < stack->n; i++) {
    const struct location *at = &trace->locations[stack->frames[i]];
    if (at->line && strncmp(at->file, "/usr/", 5) != 0)
      return stack->frames[i];
  }
  return stack->n ? stack->frames[0] : 0;
}

static void add_place(struct arena *arena, struct known_error *error, const struct trace *trace,
                      uint32_t thread, uint32_t at) {
  const struct location *location = &trace->locations[at];
  const bool readable = *location->text || !location->line;
  error->places[error->n_places++] =
      (struct baseline_place){.thread = arena_string(arena, own_name(trace, thread)),
                              .file = arena_string(arena, last_part(location->file)),
                              .function = arena_string(arena, location->function),
                              .text = readable ? arena_string(arena, location->text)
                                               : arena_printf(arena, "line %u", location->line)};
}

static int compare_places(const void *a, const void *b) {
  const struct baseline_place *x = a, *y = b;
  int order = strcmp(x->thread, y->thread);
  order = order ? order : strcmp(x->file, y->file);
  order = order ? order : strcmp(x->function, y->function);
  return order ? order : strcmp(x->text, y->text);
}

static bool message_tells(const char *kind) {
  return strcmp(kind, error_kind_name(ERROR_ASSERTION)) == 0 ||
         strcmp(kind, error_kind_name(ERROR_EXIT_STATUS)) == 0;
}

/* Whichever side of a race came first, it is the same race. */
static void name_error(struct arena *arena, const struct trace *trace, struct known_error *error) {
  const struct trace_error *found = &trace->error;
  const struct trace_stack *stacks[] = {&found->stack, &found->other};
  error->kind = arena_string(arena, found->kind);
  error->variable = without_numbers(arena, found->object);
  error->message = message_tells(found->kind) ? arena_string(arena, found->message) : "";
  error->places = arena_alloc(arena, BASELINE_MAX_PLACES * sizeof *error->places);
  for (uint32_t i = 0; i < found->n_waits && i < SHARED_MAX_WAITS; i++)
    add_place(arena, error, trace, found->waits[i].thread, found->waits[i].at);
  for (uint32_t i = 0; i < 2 && !found->n_waits; i++)
    if (stacks[i]->thread != RV_NO_THREAD && stacks[i]->n)
      add_place(arena, error, trace, stacks[i]->thread, own_frame(trace, stacks[i]));
  if (error->n_places == 0 && found->at)
    add_place(arena, error, trace, found->stack.thread, found->at);
  qsort(error->places, error->n_places, sizeof *error->places, compare_places);
}

static bool same_test(const struct baseline_test *a, const struct baseline_test *b) {
  return strcmp(a->program, b->program) == 0 && strcmp(a->name, b->name) == 0;
}

static bool same_name(const struct known_error *a, const struct known_error *b) {
  if (strcmp(a->kind, b->kind) != 0 || strcmp(a->variable, b->variable) != 0 ||
      strcmp(a->message, b->message) != 0 || a->n_places != b->n_places)
    return false;
  for (uint32_t i = 0; i < a->n_places; i++)
    if (compare_places(&a->places[i], &b->places[i]) != 0)
      return false;
  return true;
}

/* --- the list -------------------------------------------------------------------------------- */

static struct known_error *add_entry(struct baseline *baseline, const struct known_error *error) {
  if (baseline->n == baseline->capacity) {
    baseline->capacity = baseline->capacity ? 2 * baseline->capacity : 16;
    baseline->errors =
        must_realloc(baseline->errors, baseline->capacity * sizeof *baseline->errors);
  }
  baseline->errors[baseline->n] = *error;
  return &baseline->errors[baseline->n++];
}

void baseline_free(struct baseline *baseline) {
  free(baseline->errors);
  arena_free(&baseline->arena);
  *baseline = (struct baseline){0};
}

struct known_error *baseline_match(struct baseline *baseline, const struct trace *trace) {
  struct known_error error = {.test = baseline->test};
  if (!baseline->file || !error_kind_is_of_program(trace->error.kind))
    return NULL;
  name_error(&baseline->arena, trace, &error);
  for (uint32_t i = 0; i < baseline->n; i++)
    if (same_test(&baseline->errors[i].test, &baseline->test) &&
        same_name(&baseline->errors[i], &error))
      return &baseline->errors[i];
  return baseline->grows ? add_entry(baseline, &error) : NULL;
}

void baseline_complete(struct baseline *baseline) {
  for (uint32_t i = 0; i < baseline->n && !baseline->partial; i++)
    if (same_test(&baseline->errors[i].test, &baseline->test))
      baseline->errors[i].vanished = !baseline->errors[i].found;
}

static bool is_gone(const struct baseline *baseline, const struct baseline_test *test) {
  uint32_t i = 0;
  if (!baseline->tests || !*test->name || strcmp(test->program, baseline->test.program) != 0)
    return false;
  while (i < baseline->n_tests && strcmp(baseline->tests[i], test->name) != 0)
    i++;
  return i == baseline->n_tests;
}

void baseline_set_tests(struct baseline *baseline, const char *const *tests, uint32_t n) {
  baseline->tests = tests;
  baseline->n_tests = n;
  for (uint32_t i = 0; i < baseline->n; i++)
    baseline->errors[i].vanished = is_gone(baseline, &baseline->errors[i].test);
}

static bool has_entry(const struct baseline *baseline, uint32_t n,
                      const struct known_error *error) {
  for (uint32_t i = 0; i < n; i++)
    if (same_name(&baseline->errors[i], error))
      return true;
  return false;
}

void baseline_merge(struct baseline *baseline, const struct baseline *others) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < baseline->n; i++)
    if (same_test(&baseline->errors[i].test, &baseline->test))
      baseline->errors[n++] = baseline->errors[i];
  baseline->n = n;
  for (uint32_t i = 0; i < others->n; i++)
    if (!same_test(&others->errors[i].test, &baseline->test) ||
        (baseline->partial && !has_entry(baseline, n, &others->errors[i])))
      add_entry(baseline, &others->errors[i])->vanished =
          is_gone(baseline, &others->errors[i].test);
}

uint32_t baseline_found(const struct baseline *baseline) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < baseline->n; i++)
    n += baseline->errors[i].found;
  return n;
}

/* --- reading --------------------------------------------------------------------------------- */

static bool read_entry(struct baseline *baseline, const struct json *entry) {
  const struct json *places = json_member(entry, "places");
  struct known_error error = {.test = {.program = json_member_string(entry, "program"),
                                       .name = json_member_string(entry, "test")},
                              .kind = json_member_string(entry, "kind"),
                              .variable = json_member_string(entry, "variable"),
                              .message = json_member_string(entry, "message")};
  if (!error_kind_is_of_program(error.kind) || !*error.test.program || !places ||
      places->kind != JSON_ARRAY)
    return false;
  error.places = arena_alloc(&baseline->arena, (places->count + 1) * sizeof *error.places);
  for (const struct json *place = places->first; place; place = place->next)
    error.places[error.n_places++] =
        (struct baseline_place){.thread = json_member_string(place, "thread"),
                                .file = json_member_string(place, "file"),
                                .function = json_member_string(place, "function"),
                                .text = json_member_string(place, "text")};
  qsort(error.places, error.n_places, sizeof *error.places, compare_places);
  add_entry(baseline, &error);
  return true;
}

static void read_entries(struct baseline *baseline, const struct json *root, struct buffer *why) {
  const struct json *version = json_member(root, "ravel_baseline"),
                    *errors = json_member(root, "errors");
  uint32_t n = 0;
  if (!version || version->kind != JSON_NUMBER || !errors || errors->kind != JSON_ARRAY)
    buffer_printf(why, "'%s' is no baseline of Ravel", baseline->file);
  else if (version->integer != BASELINE_VERSION)
    buffer_printf(why, "the baseline '%s' is of version %llu, this Ravel knows version %d",
                  baseline->file, (unsigned long long)version->integer, BASELINE_VERSION);
  else
    for (const struct json *entry = errors->first; entry && !why->length; entry = entry->next)
      if (++n, !read_entry(baseline, entry))
        buffer_printf(why, "entry %u of the baseline '%s' is no error: it has no %s", n,
                      baseline->file, "program, kind or places");
}

bool baseline_read(struct baseline *baseline, const char *file, struct buffer *why) {
  struct buffer text = {0};
  char reason[256];
  baseline->file = file;
  if (!buffer_read_file(&text, file)) {
    const bool missing = errno == ENOENT;
    if (!missing || !baseline->grows)
      buffer_printf(why, "cannot read the baseline '%s': %s%s", file, strerror(errno),
                    missing ? "; --update-baseline makes one" : "");
  } else {
    const struct json *root =
        json_read(&baseline->arena, buffer_text(&text), text.length, reason, sizeof reason);
    if (root)
      read_entries(baseline, root, why);
    else
      buffer_printf(why, "the baseline '%s' is damaged: %s", file, reason);
  }
  buffer_free(&text);
  return why->length == 0;
}

/* --- telling --------------------------------------------------------------------------------- */

static void put_entry(struct json_writer *json, const struct known_error *error) {
  json_open(json, NULL, '{');
  json_string(json, "program", error->test.program);
  if (*error->test.name)
    json_string(json, "test", error->test.name);
  json_string(json, "kind", error->kind);
  if (*error->variable)
    json_string(json, "variable", error->variable);
  if (*error->message)
    json_string(json, "message", error->message);
  json_open(json, "places", '[');
  for (uint32_t i = 0; i < error->n_places; i++) {
    json_open_inline(json, NULL, '{');
    json_string(json, "thread", error->places[i].thread);
    json_string(json, "file", error->places[i].file);
    json_string(json, "function", error->places[i].function);
    json_string(json, "text", error->places[i].text);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}

/* So that the file does not depend on the order in which errors are found, or tests run. */
static int compare_entries(const void *a, const void *b) {
  const struct known_error *x = *(const struct known_error *const *)a,
                           *y = *(const struct known_error *const *)b;
  int order = strcmp(x->test.program, y->test.program);
  order = order ? order : strcmp(x->test.name, y->test.name);
  order = order ? order : strcmp(x->kind, y->kind);
  order = order ? order : strcmp(x->variable, y->variable);
  order = order ? order : strcmp(x->message, y->message);
  for (uint32_t i = 0; !order && i < x->n_places && i < y->n_places; i++)
    order = compare_places(&x->places[i], &y->places[i]);
  return order ? order : (x->n_places > y->n_places) - (x->n_places < y->n_places);
}

void baseline_write(const struct baseline *baseline, struct buffer *out) {
  struct json_writer json = {.out = out, .first = true};
  const struct known_error **sorted = must_alloc((baseline->n + 1) * sizeof *sorted);
  uint32_t n = 0;
  for (uint32_t i = 0; i < baseline->n; i++)
    if (!baseline->errors[i].vanished)
      sorted[n++] = &baseline->errors[i];
  qsort(sorted, n, sizeof *sorted, compare_entries);
  json_open(&json, NULL, '{');
  json_number(&json, "ravel_baseline", BASELINE_VERSION);
  json_open(&json, "errors", '[');
  for (uint32_t i = 0; i < n; i++)
    put_entry(&json, sorted[i]);
  json_close(&json, ']');
  json_close(&json, '}');
  free(sorted);
}

void baseline_json(const struct baseline *baseline, struct json_writer *json) {
  json_open(json, "baseline", '{');
  json_string(json, "file", baseline->file);
  json_open(json, "known", '[');
  for (uint32_t i = 0; i < baseline->n; i++)
    if (baseline->errors[i].found)
      put_entry(json, &baseline->errors[i]);
  json_close(json, ']');
  json_open(json, "vanished", '[');
  for (uint32_t i = 0; i < baseline->n; i++)
    if (baseline->errors[i].vanished)
      put_entry(json, &baseline->errors[i]);
  json_close(json, ']');
  json_close(json, '}');
}

void known_error_text(const struct known_error *error, struct buffer *out) {
  buffer_puts(out, error->kind);
  if (*error->variable)
    buffer_printf(out, " on %s", error->variable);
  for (uint32_t i = 0; i < error->n_places; i++)
    if (*error->places[i].function)
      buffer_printf(out, "%s %s in %s (%s)", i ? "," : ":", error->places[i].thread,
                    error->places[i].function, error->places[i].file);
  if (*error->message)
    buffer_printf(out, "; %s", error->message);
}

static void put_line(const char *word, const struct known_error *error, struct buffer *out) {
  buffer_printf(out, "  %-10s  ", word);
  known_error_text(error, out);
  buffer_putc(out, '\n');
}

void baseline_text(const struct baseline *baseline, struct buffer *out) {
  for (uint32_t i = 0; i < baseline->n; i++)
    if (baseline->errors[i].found)
      put_line("known", &baseline->errors[i], out);
  for (uint32_t i = 0; i < baseline->n; i++)
    if (baseline->errors[i].vanished)
      put_line("vanished", &baseline->errors[i], out);
}
