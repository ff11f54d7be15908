#include "cli/framework.h"

#include <stdlib.h>
#include <string.h>

/* --- text ------------------------------------------------------------------------------------ */

static char *text_between(struct arena *arena, const char *first, const char *last) {
  return arena_printf(arena, "%.*s", (int)(last - first), first);
}

/* What a reference of XML stands for, at the text behind its &; 0: it is none that we know. */
static char entity(const char *text, size_t *length) {
  static const struct {
    const char *name;
    char value;
  } entities[] = {{"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''}};
  for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
    if (strncmp(text, entities[i].name, strlen(entities[i].name)) == 0) {
      *length = strlen(entities[i].name);
      return entities[i].value;
    }
  char *end;
  const long number = *text != '#'     ? 0
                      : text[1] == 'x' ? strtol(text + 2, &end, 16)
                                       : strtol(text + 1, &end, 10);
  if (number <= 0 || number > 127 || *end != ';')
    return 0;
  *length = (size_t)(end + 1 - text);
  return (char)number;
}

static const char *xml_decoded(char *text) {
  char *to = text;
  for (const char *at = text; *at;) {
    size_t length = 0;
    const char value = *at == '&' ? entity(at + 1, &length) : 0;
    *to++ = value ? value : *at;
    at += 1 + (value ? length : 0);
  }
  *to = 0;
  return text;
}

/* What is between two tags, from `*at` up to `end`; NULL: there are none. `*at` is then behind it.
 */
static const char *xml_between(struct arena *arena, const char **at, const char *end,
                               const char *open, const char *close) {
  const char *first = strstr(*at, open);
  const char *last = first ? strstr(first + strlen(open), close) : NULL;
  if (!last || (end && last > end))
    return NULL;
  *at = last + strlen(close);
  return xml_decoded(text_between(arena, first + strlen(open), last));
}

/* With a backslash before each of these characters. */
static const char *escaped(struct arena *arena, const char *text, const char *special) {
  char *const copy = arena_alloc(arena, 2 * strlen(text) + 1), *to = copy;
  for (; *text; text++) {
    if (strchr(special, *text))
      *to++ = '\\';
    *to++ = *text;
  }
  return copy;
}

/* --- googletest ------------------------------------------------------------------------------ */

/* "Suite." and below it "  Case", both with "  # ..." behind what has a parameter. */
static void googletest_line(struct test_list *list, char *line, const char **suite) {
  static const char disabled[] = "DISABLED_";
  char *const comment = strstr(line, "  # ");
  const size_t indent = strspn(line, " ");
  if (comment && comment > line)
    *comment = 0;
  const size_t length = strlen(line);
  if (indent == 0)
    *suite = length && line[length - 1] == '.' && !strpbrk(line, " \t") ? line : NULL;
  else if (indent == 2 && length > 2 && *suite && !strchr(line + 2, ' ')) {
    struct test_case *test =
        test_list_add(list, arena_printf(&list->arena, "%s%s", *suite, line + 2));
    const char *const slash = strrchr(*suite, '/');
    test->disabled = strncmp(line + 2, disabled, strlen(disabled)) == 0 ||
                     strncmp(*suite, disabled, strlen(disabled)) == 0 ||
                     (slash && strncmp(slash + 1, disabled, strlen(disabled)) == 0);
  }
}

static void googletest_parse(struct test_list *list, const char *text) {
  const char *suite = NULL;
  for (char *line = arena_string(&list->arena, text), *next; line; line = next) {
    next = strchr(line, '\n');
    if (next)
      *next++ = 0;
    googletest_line(list, line, &suite);
  }
}

/* What would leave the one test out, and the program would end as if it had passed: a share of all
 * tests for each of several machines, and no round at all. */
static void googletest_select(struct arena *arena, const struct test_case *test, struct words *args,
                              struct words *environment) {
  const char *const rounds = getenv("GTEST_REPEAT");
  words_add(args, arena_printf(arena, "--gtest_filter=%s", test->name));
  if (getenv("GTEST_TOTAL_SHARDS") || getenv("GTEST_SHARD_INDEX")) {
    words_add(environment, "GTEST_TOTAL_SHARDS=1");
    words_add(environment, "GTEST_SHARD_INDEX=0");
  }
  if (rounds && atoi(rounds) == 0)
    words_add(environment, "GTEST_REPEAT=1");
}

/* --- Catch2 ---------------------------------------------------------------------------------- */

/* Version 2: a name in each line; one that begins with # is in quotes. */
static void catch2_parse_names(struct test_list *list, const char *text) {
  for (char *line = arena_string(&list->arena, text), *next; line; line = next) {
    next = strchr(line, '\n');
    if (next)
      *next++ = 0;
    const size_t length = strlen(line);
    const bool quoted = length > 2 && strncmp(line, "\"#", 2) == 0 && line[length - 1] == '"';
    if (quoted)
      line[length - 1] = 0;
    if (length)
      test_list_add(list, line + quoted);
  }
}

/* Version 3. */
static void catch2_parse_xml(struct test_list *list, const char *text) {
  for (const char *name; (name = xml_between(&list->arena, &text, NULL, "<Name>", "</Name>"));)
    test_list_add(list, name);
}

static void catch2_select(struct arena *arena, const struct test_case *test, struct words *args,
                          struct words *environment) {
  const char *name = escaped(arena, test->name, "\\,[");
  (void)environment;
  if (*name && strchr("\"~ -*", *name))
    name = arena_printf(arena, "\\%s", name);
  words_add(args, name);
}

/* --- doctest --------------------------------------------------------------------------------- */

static void doctest_parse(struct test_list *list, const char *text) {
  for (const char *name;
       (name = xml_between(&list->arena, &text, NULL, "<TestCase name=\"", "\""));) {
    const char *const end = strstr(text, "/>"), *const skipped = strstr(text, "skipped=\"true\"");
    test_list_add(list, name)->disabled = skipped && end && skipped < end;
  }
}

static void doctest_select(struct arena *arena, const struct test_case *test, struct words *args,
                           struct words *environment) {
  (void)environment;
  words_add(args, arena_printf(arena, "--test-case=%s", escaped(arena, test->name, "\\,")));
  words_add(args, "--case-sensitive=true");
}

/* --- Check ----------------------------------------------------------------------------------- */

static bool has_parts(const struct test_list *list, const char *suite, const char *own) {
  for (uint32_t i = 0; i < list->n; i++)
    if (strcmp(list->cases[i].suite, suite) == 0 && strcmp(list->cases[i].own, own) == 0)
      return true;
  return false;
}

static void check_parse_suite(struct test_list *list, const char **text, const char *end) {
  const char *const suite = xml_between(&list->arena, text, end, "<title>", "</title>");
  for (const char *own;
       suite && (own = xml_between(&list->arena, text, end, "<description>", "</description>"));)
    if (!has_parts(list, suite, own)) {
      struct test_case *test = test_list_add(list, arena_printf(&list->arena, "%s/%s", suite, own));
      test->suite = suite;
      test->own = own;
    }
}

/* It has no list: its tests are run once, and the log tells what there was. */
static void check_parse(struct test_list *list, const char *text) {
  while ((text = strstr(text, "<suite>"))) {
    const char *const end = strstr(text, "</suite>");
    if (!end)
      return;
    check_parse_suite(list, &text, end);
    text = end;
  }
}

/* Threads are of the process that is explored. */
static void check_select(struct arena *arena, const struct test_case *test, struct words *args,
                         struct words *environment) {
  (void)args;
  words_add(environment, "CK_FORK=no");
  words_add(environment, arena_printf(arena, "CK_RUN_SUITE=%s", test->suite));
  words_add(environment, arena_printf(arena, "CK_RUN_CASE=%s", test->own));
}

const struct framework frameworks[] = {
    {.name = "googletest",
     .markers = {"gtest_list_tests", "libgtest.so"},
     .list_args = {"--gtest_list_tests"},
     .parse = googletest_parse,
     .select = googletest_select},
    {.name = "Catch2",
     .markers = {"list-test-names-only"},
     .list_args = {"--list-test-names-only"},
     .doubt = DOUBT_ALL,
     .parse = catch2_parse_names,
     .select = catch2_select},
    {.name = "doctest",
     .markers = {"list-test-cases", "libdoctest.so"},
     .list_args = {"--list-test-cases", "--reporters=xml"},
     .doubt = DOUBT_SPECIAL_CHARACTERS,
     .parse = doctest_parse,
     .select = doctest_select},
    {.name = "Catch2",
     .markers = {"libCatch2.so", "list-listeners"},
     .list_args = {"--list-tests", "--reporter", "xml"},
     .doubt = DOUBT_SPECIAL_CHARACTERS,
     .parse = catch2_parse_xml,
     .select = catch2_select},
    {.name = "Check",
     .markers = {"libcheck.so", "CK_RUN_CASE"},
     .list_variable = "CK_XML_LOG_FILE_NAME",
     .parse = check_parse,
     .select = check_select},
    {.name = NULL},
};
