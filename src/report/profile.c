#include "report/profile.h"

#include <string.h>

#include "report/text.h"

void profile_json(const struct result_profile *profile, struct json_writer *json) {
  json_open(json, "profile", '[');
  for (uint32_t i = 0; i < profile->n; i++) {
    json_open_inline(json, NULL, '{');
    json_string(json, "first", profile->pairs[i].first);
    json_string(json, "second", profile->pairs[i].second);
    json_number(json, "executions", profile->pairs[i].executions);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_open(json, "profile_objects", '[');
  for (uint32_t i = 0; i < profile->n_objects; i++) {
    json_open_inline(json, NULL, '{');
    json_string(json, "object", profile->objects[i].name);
    json_number(json, "executions", profile->objects[i].executions);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_open(json, "profile_loops", '[');
  for (uint32_t i = 0; i < profile->n_loops; i++) {
    json_open_inline(json, NULL, '{');
    json_string(json, "place", profile->loops[i].place);
    json_number(json, "times", profile->loops[i].times);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_open(json, "profile_advice", '[');
  for (uint32_t i = 0; i < profile->n_advice; i++)
    json_string(json, NULL, profile->advice[i]);
  json_close(json, ']');
}

static void advice_text(const struct result_profile *profile, const char *first, uint32_t most,
                        struct buffer *out) {
  for (uint32_t i = 0; i < profile->n_advice && i < most; i++)
    buffer_printf(out, "%s%s\n", first, profile->advice[i]);
}

/* The first pair with the same lines, which has the most executions: lines may have several
 * operations. */
static uint32_t first_of_lines(const struct result_profile *profile, uint32_t i) {
  uint32_t k = 0;
  while (strcmp(profile->pairs[k].first, profile->pairs[i].first) != 0 ||
         strcmp(profile->pairs[k].second, profile->pairs[i].second) != 0)
    k++;
  return k;
}

static bool has_more_of_lines(const struct result_profile *profile, uint32_t i) {
  for (uint32_t k = i + 1; k < profile->n; k++)
    if (first_of_lines(profile, k) == i)
      return true;
  return false;
}

void profile_text(const struct result_profile *profile, struct buffer *out) {
  buffer_printf(out, "  profile     %s\n",
                profile->n ? "executions in which the order of these two is reversed:"
                           : "no execution reverses the order of two operations");
  for (uint32_t i = 0; i < profile->n; i++)
    if (first_of_lines(profile, i) == i)
      buffer_printf(out, "  %13s%s %s and %s\n", grouped(profile->pairs[i].executions),
                    has_more_of_lines(profile, i) ? "+" : " ", profile->pairs[i].first,
                    profile->pairs[i].second);
  if (profile->n_objects)
    buffer_puts(out, "  objects     in which the order of two accesses to this one is:\n");
  for (uint32_t i = 0; i < profile->n_objects; i++)
    buffer_printf(out, "  %13s  %s\n", grouped(profile->objects[i].executions),
                  profile->objects[i].name);
  for (uint32_t i = 0; i < profile->n_loops; i++)
    buffer_printf(out, "  %s %s, %s times in one thread\n", i ? "           " : "again      ",
                  profile->loops[i].place, grouped(profile->loops[i].times));
  advice_text(profile, "  advice      ", profile->n_advice, out);
}

void profile_growth(const struct result_profile *profile, const struct rv_stats *stats,
                    struct buffer *out) {
  enum { MANY_ROUNDS = 8 };
  uint32_t most = 0;
  for (uint32_t i = 1; i < profile->n_loops; i++)
    if (profile->loops[i].times > profile->loops[most].times)
      most = i;
  buffer_printf(out, "executions get longer and longer, %s so far; there may be no end to them",
                counted(stats->longest, "event"));
  if (profile->n_loops && profile->loops[most].times >= MANY_ROUNDS)
    buffer_printf(out, "\n%s goes round a loop once more each time, at %s",
                  *profile->loops[most].function ? profile->loops[most].function : "a thread",
                  profile->loops[most].place);
  if (stats->executions == 0)
    buffer_puts(out,
                "\nnone has come to its end: each can go on as long as the one before, and longer");
  buffer_puts(out, "\nif it waits for another thread, write ravel_await(condition); if it tries "
                   "again, or works\nuntil the program ends, give it a bound, or "
                   "ravel_assume(rounds < 3)\n");
}

void profile_line(const struct result_profile *profile, struct buffer *out) {
  enum { SHOWN = 3 };
  if (profile->n)
    buffer_printf(out,
                  "%s of the first %s executions reverse the order of %s and %s; --profile shows "
                  "more\n",
                  grouped(profile->pairs[0].executions), grouped(profile->executions),
                  profile->pairs[0].first, profile->pairs[0].second);
  advice_text(profile, "- ", SHOWN, out);
}
