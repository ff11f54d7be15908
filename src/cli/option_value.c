/* From words of the command line to values of options. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "cli/option_table.h"
#include "protocol/request.h"

static bool complain_about_value(const struct option *option, const char *value) {
  if (option->kind != OPTION_NAME) {
    complain("--%s wants a number%s%s%s%s, not '%s'", option->name, option->other_word ? ", " : "",
             option->other_word ? option->other_word : "", option->word ? " or " : "",
             option->word ? option->word : "", value);
    return false;
  }
  struct buffer names = {0};
  for (uint32_t i = 0; option->value_name(i); i++)
    buffer_printf(&names, "%s%s", i ? ", " : "", option->value_name(i));
  complain("--%s does not know '%s'; it knows %s", option->name, value, buffer_text(&names));
  buffer_free(&names);
  return false;
}

static bool set_name(uint32_t *field, const struct option *option, const char *value) {
  for (uint32_t i = 0; option->value_name(i); i++)
    if (strcmp(value, option->value_name(i)) == 0) {
      *field = i;
      return true;
    }
  return complain_about_value(option, value);
}

static bool set_number(void *field, const struct option *option, const char *value) {
  char *end;
  errno = 0;
  if (option->word && strcmp(value, option->word) == 0) {
    *(uint64_t *)field = option->word_means;
    return true;
  }
  if (option->other_word && strcmp(value, option->other_word) == 0) {
    *(uint64_t *)field = option->other_means;
    return true;
  }
  if (option->kind == OPTION_COUNT) {
    const uint64_t number = *(uint64_t *)field = strtoull(value, &end, 10);
    if (*value >= '0' && *value <= '9' && !*end && !errno) {
      if (number >= option->least && (!option->most || number <= option->most))
        return true;
      complain("--%s wants a number from %llu to %llu", option->name,
               (unsigned long long)option->least, (unsigned long long)option->most);
      return false;
    }
  } else {
    *(double *)field = strtod(value, &end);
    if (*value >= '0' && *value <= '9' && !*end && *(double *)field < 1e9)
      return true;
  }
  return complain_about_value(option, value);
}

static bool set_range(struct range *field, const struct option *option, const char *value) {
  enum { LARGEST = 1000000 };
  int end = 0;
  long long low, high;
  if (sscanf(value, "%lld..%lld%n", &low, &high, &end) != 2 || value[end]) {
    complain("--%s wants two numbers, LOW..HIGH, not '%s'", option->name, value);
    return false;
  }
  if (low < INT32_MIN || high > UINT32_MAX || low > high || high - low >= LARGEST) {
    complain("--%s wants a range from low to high, of %d numbers of 32 bits at most, not '%s'",
             option->name, LARGEST, value);
    return false;
  }
  *field = (struct range){low, high};
  return true;
}

static bool set_status(int32_t *field, const struct option *option, const char *value) {
  char *end;
  if (strcmp(value, option->word) == 0) {
    *field = ANY_EXIT;
    return true;
  }
  const unsigned long status = strtoul(value, &end, 10);
  if (*value < '0' || *value > '9' || *end || status > 255) {
    complain("--%s wants an exit status, from 0 to 255, or any, not '%s'", option->name, value);
    return false;
  }
  *field = (int32_t)status;
  return true;
}

bool option_set(struct options *options, const struct option *option, const char *value) {
  void *field = (char *)options + option->offset;
  switch (option->kind) {
  case OPTION_FLAG:
    *(bool *)field = true;
    return true;
  case OPTION_TEXT:
    *(const char **)field = value;
    return true;
  case OPTION_NAME:
    return set_name(field, option, value);
  case OPTION_RANGE:
    return set_range(field, option, value);
  case OPTION_STATUS:
    return set_status(field, option, value);
  case OPTION_COUNT:
  case OPTION_SECONDS:
    return set_number(field, option, value);
  }
  return false;
}
