#include "cli/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "core/explorer.h"
#include "report/trace.h"

enum option_kind {
  OPTION_FLAG,    /* bool */
  OPTION_TEXT,    /* const char * */
  OPTION_COUNT,   /* uint64_t */
  OPTION_SECONDS, /* double */
  OPTION_NAME,    /* uint32_t: the index of one of the names */
  OPTION_LATER,   /* known, and not there yet */
};

struct option {
  const char *name;
  enum option_kind kind;
  unsigned commands;
  size_t offset; /* in struct options */
  const char *argument;
  const char *standard; /* the default, as it would be typed; NULL: none */
  const char *help;
  const char *(*value_name)(uint32_t); /* OPTION_NAME; NULL past the end */
  const char *later;                   /* OPTION_NAME: a value that is not there yet */
};

static const char *algorithm_name(uint32_t i) {
  return i < RV_ALGORITHMS ? rv_algorithm_name((enum rv_algorithm)i) : NULL;
}

static const char *order_name(uint32_t i) {
  return i < RV_ORDERS ? rv_order_name((enum rv_order)i) : NULL;
}

#define AT(field) offsetof(struct options, field)

static const struct option table[] = {
    {"algorithm", OPTION_NAME, FOR_CHECK, AT(algorithm), "NAME", "optimal", "how to explore",
     algorithm_name, "unfold"},
    {"order", OPTION_NAME, FOR_CHECK, AT(order), "NAME", "round-robin",
     "which thread to try first at a new state", order_name, NULL},
    {"seed", OPTION_COUNT, FOR_CHECK, AT(seed), "N", "0", "of --order=random", NULL, NULL},
    {"races", OPTION_NAME, FOR_CHECK, AT(races), "MODE", "report",
     "what plain accesses mean: data races are reported, interleaved as if atomic, or ignored",
     races_name, NULL},
    {"reset", OPTION_NAME, FOR_CHECK, AT(reset), "MODE", "auto",
     "how the program gets back to its start: memory restored, a process each, or auto: "
     "processes where memory alone does not do",
     reset_name, NULL},
    {"max-executions", OPTION_COUNT, FOR_CHECK, AT(max_executions), "N", "0",
     "stop after so many executions; 0: never", NULL, NULL},
    {"max-seconds", OPTION_SECONDS, FOR_CHECK, AT(max_seconds), "S", "0",
     "stop after so many seconds; 0: never", NULL, NULL},
    {"max-steps", OPTION_COUNT, FOR_CHECK, AT(max_steps), "N", "1000000",
     "an execution with more steps is reported as nontermination", NULL, NULL},
    {"step-seconds", OPTION_COUNT, FOR_CHECK, AT(step_seconds), "S", "10",
     "a step that runs longer is reported as nontermination", NULL, NULL},
    {"keep-going", OPTION_FLAG, FOR_CHECK, AT(keep_going), NULL, NULL,
     "explore on after an error; report each distinct one", NULL, NULL},
    {"cc", OPTION_TEXT, FOR_CHECK, AT(cc), "COMPILER", NULL,
     "compile sources with this instead of $RAVEL_CC or cc", NULL, NULL},
    {"cflags", OPTION_TEXT, FOR_CHECK, AT(cflags), "FLAGS", NULL,
     "further flags for compiling and linking sources", NULL, NULL},
    {"json", OPTION_TEXT, FOR_CHECK, AT(json), "FILE", NULL,
     "write the result as JSON when the run ends; - is standard output", NULL, NULL},
    {"trace", OPTION_TEXT, FOR_CHECK, AT(trace), "FILE", NULL,
     "where to record the failing execution, instead of PROGRAM.trace.json", NULL, NULL},
    {"verbose", OPTION_FLAG, FOR_CHECK | FOR_REPLAY, AT(verbose), NULL, NULL,
     "show the commands that are run and what the program prints during the search", NULL, NULL},
    {"quiet", OPTION_FLAG, FOR_CHECK | FOR_REPLAY, AT(quiet), NULL, NULL,
     "say one line, and no progress", NULL, NULL},
    {"help", OPTION_FLAG, FOR_ALL, AT(help), NULL, NULL, "show this and stop", NULL, NULL},
    {"observers", OPTION_LATER, FOR_CHECK, 0, NULL, NULL, NULL, NULL, NULL},
    {"context-sensitive", OPTION_LATER, FOR_CHECK, 0, NULL, NULL, NULL, NULL, NULL},
    {"k", OPTION_LATER, FOR_CHECK, 0, "N", NULL, NULL, NULL, NULL},
    {"gdb", OPTION_LATER, FOR_REPLAY, 0, NULL, NULL, NULL, NULL, NULL},
    {"html", OPTION_LATER, FOR_SHOW, 0, NULL, NULL, NULL, NULL, NULL},
    {"dot", OPTION_LATER, FOR_SHOW, 0, NULL, NULL, NULL, NULL, NULL},
    {"svg", OPTION_LATER, FOR_SHOW, 0, NULL, NULL, NULL, NULL, NULL},
};
enum { N_OPTIONS = sizeof table / sizeof *table };

static const char *table_name(uint32_t i) {
  return i < N_OPTIONS ? table[i].name : NULL;
}

static unsigned edit_distance(const char *a, const char *b) {
  enum { LONGEST = 32 };
  unsigned row[LONGEST + 1];
  const size_t n = strlen(b);
  if (n > LONGEST || strlen(a) > LONGEST)
    return LONGEST;
  for (size_t j = 0; j <= n; j++)
    row[j] = (unsigned)j;
  for (size_t i = 1; a[i - 1]; i++) {
    unsigned diagonal = row[0];
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= n; j++) {
      unsigned best = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      best = row[j] + 1 < best ? row[j] + 1 : best;
      row[j] = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
    }
  }
  return row[n];
}

const char *nearest_name(const char *word, const char *(*name)(uint32_t), uint32_t n) {
  const char *nearest = NULL;
  unsigned least = (unsigned)strlen(word) / 2 + 1;
  for (uint32_t i = 0; i < n; i++) {
    /* A name that was cut short is as near as a typing error. */
    const unsigned distance =
        strncmp(word, name(i), strlen(word)) == 0 ? 1 : edit_distance(word, name(i));
    if (distance < least) {
      least = distance;
      nearest = name(i);
    }
  }
  return nearest;
}

static bool complain_about_value(const struct option *option, const char *value) {
  if (option->kind != OPTION_NAME) {
    complain("--%s wants a number, not '%s'", option->name, value);
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
  if (option->later && strcmp(value, option->later) == 0) {
    complain("--%s=%s is not available yet", option->name, value);
    return false;
  }
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
  if (option->kind == OPTION_COUNT) {
    *(uint64_t *)field = strtoull(value, &end, 10);
    if (*value >= '0' && *value <= '9' && !*end && !errno)
      return true;
  } else {
    *(double *)field = strtod(value, &end);
    if (*value >= '0' && *value <= '9' && !*end && *(double *)field < 1e9)
      return true;
  }
  return complain_about_value(option, value);
}

static bool set_option(struct options *options, const struct option *option, const char *value) {
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
  case OPTION_COUNT:
  case OPTION_SECONDS:
    return set_number(field, option, value);
  case OPTION_LATER:
    break;
  }
  complain("--%s is not available yet", option->name);
  return false;
}

static const struct option *find_option(const char *name, size_t length, unsigned command) {
  for (size_t i = 0; i < N_OPTIONS; i++)
    if ((table[i].commands & command) && strlen(table[i].name) == length &&
        strncmp(table[i].name, name, length) == 0)
      return &table[i];
  return NULL;
}

static bool complain_about_option(const char *word, const char *command_name) {
  const char *letters = word + strspn(word, "-");
  char name[64] = {0};
  strncat(name, letters, strcspn(letters, "=") < 63 ? strcspn(letters, "=") : 63);
  const char *nearest = nearest_name(name, table_name, N_OPTIONS);
  complain("unknown option %s%s%s; see ravel %s --help", word, nearest ? "; did you mean --" : "",
           nearest ? nearest : "", command_name);
  return false;
}

/* One option and its value, which may be the next word. */
static bool parse_option(struct options *options, unsigned command, const char *command_name,
                         char **argv, int *at) {
  const char *word = argv[*at];
  if (strcmp(word, "-h") == 0)
    word = "--help";
  const char *name = word + 2, *equals = strchr(word, '=');
  const size_t length = equals ? (size_t)(equals - name) : strlen(name);
  const struct option *option = word[1] == '-' ? find_option(name, length, command) : NULL;
  if (!option)
    return complain_about_option(word, command_name);
  if (option->kind == OPTION_LATER || option->argument == NULL) {
    if (equals && option->kind == OPTION_FLAG) {
      complain("--%s takes no value", option->name);
      return false;
    }
    return set_option(options, option, NULL);
  }
  const char *value = equals ? equals + 1 : argv[++*at];
  if (!value) {
    complain("--%s wants a value", option->name);
    return false;
  }
  return set_option(options, option, value);
}

bool options_parse(struct options *options, unsigned command, const char *command_name, int argc,
                   char **argv) {
  *options = (struct options){0};
  options->files = must_alloc((size_t)(argc + 1) * sizeof *options->files);
  options->args = must_alloc((size_t)(argc + 1) * sizeof *options->args);
  for (size_t i = 0; i < N_OPTIONS; i++)
    if (table[i].standard && !set_option(options, &table[i], table[i].standard))
      return false;
  for (int i = 0; i < argc; i++) {
    if (strcmp(argv[i], "--") == 0) {
      while (++i < argc)
        options->args[options->n_args++] = argv[i];
    } else if (argv[i][0] == '-' && argv[i][1]) {
      if (!parse_option(options, command, command_name, argv, &i))
        return false;
    } else {
      options->files[options->n_files++] = argv[i];
    }
  }
  return true;
}

void options_free(struct options *options) {
  free(options->files);
  free(options->args);
}

/* Puts `text` into a column from 26 to 80. */
static void wrap(const char *text, struct buffer *out) {
  enum { LEFT = 26, RIGHT = 80 };
  size_t column = LEFT;
  while (*text) {
    const size_t length = strcspn(text, " ");
    if (column > LEFT && column + 1 + length > RIGHT) {
      buffer_printf(out, "\n%*s", LEFT, "");
      column = LEFT;
    } else if (column > LEFT) {
      buffer_putc(out, ' ');
      column++;
    }
    buffer_add(out, text, length);
    column += length;
    text += length + (text[length] == ' ');
  }
  buffer_putc(out, '\n');
}

void options_help(unsigned command, struct buffer *out) {
  for (size_t i = 0; i < N_OPTIONS; i++) {
    const struct option *option = &table[i];
    if (!(option->commands & command) || option->kind == OPTION_LATER)
      continue;
    struct buffer help = {0}, left = {0};
    buffer_printf(&left, "--%s%s%s", option->name, option->argument ? "=" : "",
                  option->argument ? option->argument : "");
    buffer_puts(&help, option->help);
    for (uint32_t k = 0; option->value_name && option->value_name(k); k++)
      buffer_printf(&help, "%s%s", k ? ", " : ": ", option->value_name(k));
    if (option->standard && strcmp(option->standard, "0") != 0)
      buffer_printf(&help, " (default %s)", option->standard);
    buffer_printf(out, "  %-22s  ", buffer_text(&left));
    wrap(buffer_text(&help), out);
    buffer_free(&help);
    buffer_free(&left);
  }
}
