#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/compiler_flags.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include "cli/option_table.h"
#include "cli/wrap.h"
#include "core/explorer.h"
#include "report/trace.h"

/* The option of a command that a word without dashes was meant to be. */
static const char *nearest_option(const char *word, unsigned command) {
  const char **const names = must_alloc(n_options * sizeof *names);
  uint32_t n = 0;
  for (size_t i = 0; i < n_options; i++)
    if (option_table[i].commands & command)
      names[n++] = option_table[i].name;
  const char *const nearest = nearest_name(word, names, n);
  free(names);
  return nearest;
}

static const struct option *find_option(const char *name, size_t length, unsigned command) {
  for (size_t i = 0; i < n_options; i++)
    if ((option_table[i].commands & command) && strlen(option_table[i].name) == length &&
        strncmp(option_table[i].name, name, length) == 0)
      return &option_table[i];
  return NULL;
}

static bool complain_about_option(const char *word, unsigned command, const char *command_name) {
  const char *letters = word + strspn(word, "-");
  const size_t length = strcspn(letters, "=");
  const struct option *elsewhere = find_option(letters, length, ~0u);
  if (elsewhere && word[1] == '-' && strcmp(command_with(elsewhere->commands), command_name)) {
    complain("--%s is an option of ravel %s, not of ravel %s", elsewhere->name,
             command_with(elsewhere->commands), command_name);
    return false;
  }
  if (is_about_output(word)) {
    complain("%s is for a compiler: ravel check leaves no program behind; ravel cc does", word);
    return false;
  }
  char name[64] = {0};
  strncat(name, letters, length < 63 ? length : 63);
  const char *nearest = nearest_option(name, command);
  complain("unknown option %s%s%s%s%s ravel %s --help", word, nearest ? "; did you mean --" : "",
           nearest ? nearest : "", nearest ? letters + length : "", nearest ? "? See" : "; see",
           command_name);
  return false;
}

static bool is_number(const char *word) {
  return word && *word && strspn(word, "0123456789") == strlen(word);
}

/* The value of an option that has one: it may be the next word, or be missing. */
static const char *given_value(const struct option *option, const char *given, char **argv,
                               int *at) {
  if (given)
    return given;
  const bool follows = option->letter && is_number(argv[*at + 1]);
  return option->implied && !follows ? option->implied : argv[++*at];
}

/* -j, -j8 */
static const struct option *find_letter(const char *word, unsigned command) {
  for (size_t i = 0; i < n_options; i++)
    if ((option_table[i].commands & command) && option_table[i].letter &&
        option_table[i].letter == word[1] && (!word[2] || is_number(word + 2)))
      return &option_table[i];
  return NULL;
}

/* One option and its value. */
static bool parse_option(struct options *options, unsigned command, const char *command_name,
                         char **argv, int *at) {
  const char *word = argv[*at];
  const struct option *const letter = find_letter(word, command);
  if (letter)
    return option_set(options, letter, given_value(letter, word[2] ? word + 2 : NULL, argv, at));
  if (strcmp(word, "-h") == 0)
    word = "--help";
  const char *name = word + 2, *equals = strchr(word, '=');
  const size_t length = equals ? (size_t)(equals - name) : strlen(name);
  const struct option *option = word[1] == '-' ? find_option(name, length, command) : NULL;
  if (!option)
    return complain_about_option(word, command, command_name);
  if (option->argument == NULL) {
    if (equals && option->kind == OPTION_FLAG) {
      complain("--%s takes no value", option->name);
      return false;
    }
    return option_set(options, option, NULL);
  }
  const char *value = given_value(option, equals ? equals + 1 : NULL, argv, at);
  if (!value) {
    complain("--%s wants a value", option->name);
    return false;
  }
  return option_set(options, option, value);
}

/* A flag for the compiler, where the command compiles; -leaks is a misspelt option of ours. */
static bool is_for_compiler(const char *word, unsigned command) {
  return is_compiler_flag(word) && find_option("cflags", strlen("cflags"), command) &&
         !find_option(word + 1, strcspn(word + 1, "="), command);
}

/* Flags that stand by themselves come after those of --cflags. */
static void join_flags(struct options *options) {
  struct buffer all = {0};
  if (!options->flags.length)
    return;
  buffer_printf(&all, "%s%s%s", options->cflags ? options->cflags : "", options->cflags ? " " : "",
                buffer_text(&options->flags));
  buffer_free(&options->flags);
  options->flags = all;
  options->cflags = buffer_text(&options->flags);
}

static bool is_symmetry_consistent(const struct options *options) {
  const char *const other = options->observers                        ? "--observers"
                            : options->context                        ? "--context-sensitive"
                            : options->sample                         ? "--sample"
                            : options->preemption_bound != UINT64_MAX ? "--preemption-bound"
                            : options->races == RACES_IGNORE          ? "--races=ignore"
                            : options->algorithm == RV_NAIVE          ? "--algorithm=naive"
                            : options->algorithm == RV_STATIC         ? "--algorithm=static"
                            : options->algorithm == RV_UNFOLD         ? "--algorithm=unfold"
                                                                      : NULL;
  if (other)
    complain("--symmetry does not go with %s", other);
  return !other;
}

static bool is_stateful_consistent(const struct options *options) {
  const char *const other = options->sample                           ? "--sample"
                            : options->preemption_bound != UINT64_MAX ? "--preemption-bound"
                            : options->symmetry                       ? "--symmetry"
                                                                      : NULL;
  if (other)
    complain("--stateful does not go with %s", other);
  else if (options->algorithm > RV_DPOR)
    complain("--stateful goes with --algorithm=naive, sleep, static or dpor, not with %s",
             rv_algorithm_name((enum rv_algorithm)options->algorithm));
  else
    return true;
  return false;
}

static bool is_sleep_consistent(const struct options *options) {
  const char *const other = options->sample                           ? "--sample"
                            : options->preemption_bound != UINT64_MAX ? "--preemption-bound"
                            : options->symmetry                       ? "--symmetry"
                                                                      : NULL;
  if (other)
    complain("--no-sleep-sets does not go with %s", other);
  else if (options->algorithm != RV_STATIC && options->algorithm != RV_DPOR)
    complain("--no-sleep-sets goes with --algorithm=static or dpor, not with %s",
             rv_algorithm_name((enum rv_algorithm)options->algorithm));
  else
    return true;
  return false;
}

/* Execution graphs, which a weak memory model needs, are an algorithm of their own. */
static bool is_memory_consistent(const struct options *options) {
  const char *const other = options->observers                        ? "--observers"
                            : options->context                        ? "--context-sensitive"
                            : options->symmetry                       ? "--symmetry"
                            : options->sample                         ? "--sample"
                            : options->preemption_bound != UINT64_MAX ? "--preemption-bound"
                            : options->tree                           ? "--tree"
                            : options->profile                        ? "--profile"
                            : options->save                           ? "--save"
                            : options->stateful                       ? "--stateful"
                            : options->races == RACES_IGNORE          ? "--races=ignore"
                            : options->races == RACES_INTERLEAVE && options->memory == RV_MEMORY_C11
                                ? "--races=interleave: a data race is undefined in C11"
                            : options->algorithm != RV_OPTIMAL && options->algorithm != RV_GRAPH
                                ? "--algorithm: it has its own, which explores execution graphs"
                                : NULL;
  if (other && options->memory == RV_MEMORY_SC)
    complain("--algorithm=graph does not go with %s", other);
  else if (other)
    complain("--memory=%s does not go with %s",
             rv_memory_model_name((enum rv_memory_model)options->memory), other);
  return !other;
}

const char *options_other_search(const struct options *options) {
  return options->algorithm == RV_UNFOLD           ? "--algorithm=unfold"
         : options->algorithm == RV_STATIC         ? "--algorithm=static"
         : options->no_sleep                       ? "--no-sleep-sets"
         : options->sample                         ? "--sample"
         : options->preemption_bound != UINT64_MAX ? "--preemption-bound"
         : options->observers                      ? "--observers"
         : options->context                        ? "--context-sensitive"
         : options->symmetry                       ? "--symmetry"
         : options->stateful                       ? "--stateful"
                                                   : NULL;
}

/* Some options go with some algorithms only. */
static bool is_consistent(const struct options *options) {
  if ((options->memory != RV_MEMORY_SC || options->algorithm == RV_GRAPH) &&
      !is_memory_consistent(options))
    return false;
  if (options->symmetry && !is_symmetry_consistent(options))
    return false;
  if (options->stateful && !is_stateful_consistent(options))
    return false;
  if (options->no_sleep && !is_sleep_consistent(options))
    return false;
  if ((options->observers || options->context) && options->algorithm != RV_SOURCE &&
      options->algorithm != RV_OPTIMAL) {
    complain("--%s goes with --algorithm=source or optimal, not with %s",
             options->observers ? "observers" : "context-sensitive",
             rv_algorithm_name((enum rv_algorithm)options->algorithm));
    return false;
  }
  if (options->sample && (options->observers || options->context)) {
    complain("--sample does not go with %s",
             options->observers ? "--observers" : "--context-sensitive");
    return false;
  }
  if (options->sample && options->preemption_bound != UINT64_MAX) {
    complain("--sample does not go with --preemption-bound");
    return false;
  }
  if (options->preemption_bound != UINT64_MAX && (options->observers || options->context)) {
    complain("--preemption-bound does not go with %s",
             options->observers ? "--observers" : "--context-sensitive");
    return false;
  }
  if (options->preemption_bound == ALL_BOUNDS && options->algorithm == RV_NAIVE) {
    complain("--preemption-bound=auto does not go with --algorithm=naive");
    return false;
  }
  if (options->tree && options_other_search(options)) {
    complain("--tree draws searches by naive, sleep, dpor, source and optimal; it does not go with "
             "%s",
             options_other_search(options));
    return false;
  }
  if (options->filter && !options->each_test) {
    complain("--filter goes with --each-test");
    return false;
  }
  if (options->each_test && (options->save || options->tree)) {
    complain("--each-test does not go with %s", options->save ? "--save" : "--tree");
    return false;
  }
  if (options->update_baseline && !options->baseline) {
    complain("--update-baseline goes with --baseline=FILE");
    return false;
  }
  if (options->k && options->algorithm != RV_UNFOLD) {
    complain("--k goes with --algorithm=unfold, not with %s",
             rv_algorithm_name((enum rv_algorithm)options->algorithm));
    return false;
  }
  return true;
}

bool options_parse(struct options *options, unsigned command, const char *command_name, int argc,
                   char **argv) {
  *options = (struct options){0};
  options->files = must_alloc((size_t)(argc + 1) * sizeof *options->files);
  options->args = must_alloc((size_t)(argc + 1) * sizeof *options->args);
  for (size_t i = 0; i < n_options; i++)
    if (option_table[i].standard &&
        !option_set(options, &option_table[i], option_table[i].standard))
      return false;
  for (int i = 0; i < argc; i++) {
    if (strcmp(argv[i], "--") == 0) {
      while (++i < argc)
        options->args[options->n_args++] = argv[i];
    } else if (is_for_compiler(argv[i], command)) {
      if (!compiler_flag_add(&options->flags, argv, &i))
        return false;
    } else if (argv[i][0] == '-' && argv[i][1]) {
      if (!parse_option(options, command, command_name, argv, &i))
        return false;
    } else {
      options->files[options->n_files++] = argv[i];
    }
  }
  join_flags(options);
  return is_consistent(options);
}

void options_free(struct options *options) {
  buffer_free(&options->flags);
  free(options->files);
  free(options->args);
}

void options_help(unsigned command, struct buffer *out) {
  enum { HELP_LEFT = 26 };
  for (size_t i = 0; i < n_options; i++) {
    const struct option *option = &option_table[i];
    if (!(option->commands & command))
      continue;
    if (option->heading)
      buffer_printf(out, "%s%s:\n", i ? "\n" : "", option->heading);
    struct buffer help = {0}, left = {0};
    buffer_printf(&left, option->implied ? "--%s[%s%s]" : "--%s%s%s", option->name,
                  option->argument ? "=" : "", option->argument ? option->argument : "");
    buffer_puts(&help, option->help);
    for (uint32_t k = 0; option->value_name && option->value_name(k); k++)
      buffer_printf(&help, "%s%s", k ? ", " : ": ", option->value_name(k));
    if (option->standard && strcmp(option->standard, "0") != 0)
      buffer_printf(&help, " (default %s)", option->standard);
    buffer_printf(out, "  %-*s  ", HELP_LEFT - 4, buffer_text(&left));
    wrap(buffer_text(&help), HELP_LEFT, out);
    buffer_free(&help);
    buffer_free(&left);
  }
}

bool option_info(uint32_t i, struct option_info *info) {
  if (i >= n_options)
    return false;
  *info = (struct option_info){.name = option_table[i].name,
                               .argument = option_table[i].argument,
                               .help = option_table[i].help ? option_table[i].help : "",
                               .optional = option_table[i].implied,
                               .commands = option_table[i].commands,
                               .value_name = option_table[i].value_name};
  return true;
}
