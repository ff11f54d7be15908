/*
 * The result as JUnit's XML. There is no standard, so this keeps to what all readers understand: at
 * most one <failure> or <error> in a test case, and text without control characters.
 *
 * The first test case has the program's name and the first error, if there is one, so that it can
 * be followed from run to run. Each further error is a test case of its own.
 */
#include "report/junit.h"

#include <string.h>

#include "report/source_path.h"
#include "report/text.h"
#include "report/utf8.h"

/* --- XML ------------------------------------------------------------------------------------- */

/* What XML 1.0 has no way to write, or what has no place in a text: control characters, U+FFFE and
 * U+FFFF. */
static bool xml_is_dropped(const unsigned char *at, unsigned length) {
  const bool control = (*at < 0x20 && *at != '\n' && *at != '\t') || *at == 0x7f;
  const bool high_control = length == 2 && at[0] == 0xc2 && at[1] < 0xa0;
  return control || high_control ||
         (length == 3 && memcmp(at, "\xef\xbf", 2) == 0 && at[2] >= 0xbe);
}

static void xml_text(const char *text, struct buffer *out) {
  for (const unsigned char *at = (const unsigned char *)text; *at;) {
    const unsigned length = utf8_length(at);
    if (length == 0)
      buffer_puts(out, "\xef\xbf\xbd"); /* a program may print anything */
    else if (*at == '&')
      buffer_puts(out, "&amp;");
    else if (*at == '<')
      buffer_puts(out, "&lt;");
    else if (*at == '>')
      buffer_puts(out, "&gt;");
    else if (*at == '"')
      buffer_puts(out, "&quot;");
    else if (!xml_is_dropped(at, length))
      buffer_add(out, (const char *)at, length);
    at += length ? length : 1;
  }
}

/* In an attribute a reader takes new lines and tabs for spaces, unless they are written so. */
static void xml_attribute(const char *name, const char *value, struct buffer *out) {
  buffer_printf(out, " %s=\"", name);
  for (size_t plain; *value; value += plain) {
    struct buffer text = {0};
    plain = strcspn(value, "\n\t");
    buffer_add(&text, value, plain);
    xml_text(buffer_text(&text), out);
    buffer_free(&text);
    if (value[plain])
      buffer_printf(out, "&#%d;", value[plain++]);
  }
  buffer_putc(out, '"');
}

/* --- the suite ------------------------------------------------------------------------------- */

static void junit_report(const struct result_error *error, struct buffer *out) {
  struct buffer text = {0};
  const struct text_options look = {.view.max_events = TEXT_MAX_EVENTS, .trace_path = error->trace};
  if (error->told)
    trace_text(error->told, &look, &text);
  else
    buffer_printf(&text, "%s: %s\n", error->kind, error->message);
  xml_text(buffer_text(&text), out);
  buffer_free(&text);
}

static void junit_error(const struct result_error *error, struct buffer *out) {
  const char *element = error_kind_is_of_program(error->kind) ? "failure" : "error";
  struct buffer message = {0};
  if (*error->location)
    buffer_printf(&message, "%s: ", error->location);
  buffer_printf(&message, "%s: %s", error->kind, error->message);
  buffer_printf(out, "      <%s", element);
  xml_attribute("type", error->kind, out);
  xml_attribute("message", buffer_text(&message), out);
  buffer_putc(out, '>');
  junit_report(error, out);
  buffer_printf(out, "</%s>\n", element);
  buffer_free(&message);
}

/* Nothing is wrong, and yet it is no pass. */
static void junit_shortfall(const struct result *result, struct arena *arena, struct buffer *out) {
  const char *why = result_shortfall(result, arena);
  if (!why)
    return;
  buffer_printf(out, "      <error type=\"incomplete\"");
  xml_attribute("message", why, out);
  buffer_puts(out, "/>\n");
}

static void junit_summary(const struct result *result, struct buffer *out) {
  struct buffer text = {0};
  if (result->failure && result->n_errors == 0)
    return; /* there was no search to tell of */
  result_text(result, false, RESULT_ALL, &text);
  buffer_puts(out, "      <system-out>");
  xml_text(buffer_text(&text), out);
  buffer_puts(out, "</system-out>\n");
  buffer_free(&text);
}

/* The program as it was called. */
static void put_call(const struct result *result, struct buffer *out) {
  buffer_puts(out, result->program);
  for (uint32_t i = 0; i < result->n_args; i++) {
    buffer_putc(out, ' ');
    buffer_put_word(out, result->args[i]);
  }
}

static void junit_case(const struct result *result, uint32_t i, struct buffer *out) {
  const struct result_error *error = i < result->n_errors ? &result->errors[i] : NULL;
  const struct trace *told = error ? error->told : NULL;
  const char *file = told && told->error.at ? told->locations[told->error.at].file : "";
  struct arena arena = {0};
  struct buffer name = {0};
  if (result->test)
    buffer_puts(&name, result->test);
  else
    put_call(result, &name);
  if (i)
    buffer_printf(&name, ": %s%s%s", error->kind, *error->location ? " at " : "", error->location);
  buffer_puts(out, "    <testcase");
  xml_attribute("name", buffer_text(&name), out);
  xml_attribute("classname", result->test ? result->program : "ravel.check", out);
  if (*file)
    xml_attribute("file", source_path(&arena, result, file), out);
  if (*file && told->locations[told->error.at].line)
    buffer_printf(out, " line=\"%u\"", told->locations[told->error.at].line);
  buffer_printf(out, " time=\"%.6f\">\n", i ? 0 : result->seconds);
  if (error)
    junit_error(error, out);
  else
    junit_shortfall(result, &arena, out);
  if (i == 0)
    junit_summary(result, out);
  buffer_puts(out, "    </testcase>\n");
  buffer_free(&name);
  arena_free(&arena);
}

static void junit_property(const char *name, const char *value, struct buffer *out) {
  buffer_puts(out, "      <property");
  xml_attribute("name", name, out);
  xml_attribute("value", value, out);
  buffer_puts(out, "/>\n");
}

static void junit_properties(const struct result *result, struct buffer *out) {
  static const char *const verdicts[] = {"pass", "fail", "incomplete"};
  struct arena arena = {0};
  const struct rv_stats *stats = &result->stats;
  const struct {
    const char *name;
    uint64_t value;
  } counts[] = {{"executions", stats->executions}, {"blocked", stats->blocked},
                {"events", stats->events},         {"threads", stats->threads},
                {"longest", stats->longest},       {"peak_rss_kib", result->peak_rss_kib}};
  buffer_puts(out, "    <properties>\n");
  junit_property("ravel", RAVEL_VERSION, out);
  junit_property("verdict", verdicts[result->verdict], out);
  junit_property("algorithm", result->algorithm, out);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    junit_property(counts[i].name,
                   arena_printf(&arena, "%llu", (unsigned long long)counts[i].value), out);
  for (uint32_t i = 0; i < result->n_errors; i++)
    if (result->errors[i].trace)
      junit_property("trace", result->errors[i].trace, out);
  buffer_puts(out, "    </properties>\n");
  arena_free(&arena);
}

struct junit_counts result_junit_counts(const struct result *result) {
  const uint32_t n = result->n_errors, failures = result_errors(result);
  const bool short_of = n == 0 && result->verdict == VERDICT_INCOMPLETE;
  return (struct junit_counts){.tests = n ? n : 1,
                               .failures = failures,
                               .errors = n - failures + short_of,
                               .seconds = result->seconds};
}

static void put_counts(const struct junit_counts *counts, struct buffer *out) {
  buffer_printf(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.6f\">\n",
                counts->tests, counts->failures, counts->errors, counts->skipped, counts->seconds);
}

void result_junit_suite(const struct result *result, struct buffer *out) {
  const struct junit_counts counts = result_junit_counts(result);
  buffer_puts(out, "  <testsuite");
  xml_attribute("name", result->test ? result->test : result->program, out);
  put_counts(&counts, out);
  junit_properties(result, out);
  junit_case(result, 0, out);
  for (uint32_t i = 1; i < result->n_errors; i++)
    junit_case(result, i, out);
  buffer_puts(out, "  </testsuite>\n");
}

void junit_skipped(const char *program, const char *test, const char *why, struct buffer *out) {
  const struct junit_counts counts = {.tests = 1, .skipped = 1};
  buffer_puts(out, "  <testsuite");
  xml_attribute("name", test, out);
  put_counts(&counts, out);
  buffer_puts(out, "    <testcase");
  xml_attribute("name", test, out);
  xml_attribute("classname", program, out);
  buffer_puts(out, " time=\"0.000000\">\n      <skipped");
  xml_attribute("message", why, out);
  buffer_puts(out, "/>\n    </testcase>\n  </testsuite>\n");
}

void junit_suites(const struct junit_counts *counts, const struct buffer *suites,
                  struct buffer *out) {
  buffer_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ravel\"");
  put_counts(counts, out);
  buffer_puts(out, buffer_text(suites));
  buffer_puts(out, "</testsuites>\n");
}

void result_junit(const struct result *result, struct buffer *out) {
  const struct junit_counts counts = result_junit_counts(result);
  struct buffer suite = {0};
  result_junit_suite(result, &suite);
  junit_suites(&counts, &suite, out);
  buffer_free(&suite);
}
