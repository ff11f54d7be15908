#include "report/profile.h"

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
}

void profile_text(const struct result_profile *profile, struct buffer *out) {
  buffer_printf(out, "  profile     %s\n",
                profile->n ? "executions in which the order of these two is reversed:"
                           : "no execution reverses the order of two operations");
  for (uint32_t i = 0; i < profile->n; i++)
    buffer_printf(out, "  %13s  %s and %s\n", grouped(profile->pairs[i].executions),
                  profile->pairs[i].first, profile->pairs[i].second);
}

void profile_line(const struct result_profile *profile, struct buffer *out) {
  if (profile->n)
    buffer_printf(out,
                  "%s of the first %s executions reverse the order of %s and %s; --profile shows "
                  "more\n",
                  grouped(profile->pairs[0].executions), grouped(profile->executions),
                  profile->pairs[0].first, profile->pairs[0].second);
}
