#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/compiler_flags.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include "cli/wrap.h"
#include "core/explorer.h"
#include "report/trace.h"

enum option_kind {
  OPTION_FLAG,    /* bool */
  OPTION_TEXT,    /* const char * */
  OPTION_COUNT,   /* uint64_t */
  OPTION_SECONDS, /* double */
  OPTION_STATUS,  /* int32_t: from 0 to 255 */
  OPTION_RANGE,   /* struct range */
  OPTION_NAME,    /* uint32_t: the index of one of the names */
};

struct option {
  const char *name;
  const char *heading; /* of the options from here on, in the help; NULL: as before */
  enum option_kind kind;
  unsigned commands;
  size_t offset; /* in struct options */
  const char *argument;
  const char *standard; /* the default, as it would be typed; NULL: none */
  const char *implied;  /* its value where none is given; NULL: the next word is the value */
  const char *help;
  const char *(*value_name)(uint32_t); /* OPTION_NAME; NULL past the end */
  uint64_t least, most;                /* OPTION_COUNT; 0: no limit */
  const char *word;                    /* OPTION_COUNT: a word that stands for a number, */
  uint64_t word_means;                 /* which is this; */
  const char *other_word;              /* and another one */
  uint64_t other_means;
};

static const char *algorithm_name(uint32_t i) {
  return i < RV_ALGORITHMS ? rv_algorithm_name((enum rv_algorithm)i) : NULL;
}

static const char *order_name(uint32_t i) {
  return i < RV_ORDERS ? rv_order_name((enum rv_order)i) : NULL;
}

static const char *sample_name(uint32_t i) {
  return i < RV_SAMPLES ? rv_sample_name((enum rv_sample)i) : NULL;
}

static const char *color_name(uint32_t i) {
  static const char *const names[] = {"auto", "always", "never"};
  return i < sizeof names / sizeof *names ? names[i] : NULL;
}

#define AT(field) offsetof(struct options, field)

static const struct option table[] = {
    {.name = "races",
     .heading = "What to explore",
     .kind = OPTION_NAME,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(races),
     .argument = "MODE",
     .standard = "report",
     .value_name = races_name,
     .help = "what to do with plain accesses (neither atomic nor volatile): check them for data "
             "races, interleave them as if they were atomic, or ignore them"},
    {.name = "timeouts",
     .kind = OPTION_COUNT,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(timeouts),
     .argument = "N",
     .standard = "2",
     .most = 1000000,
     .help = "how many timed waits of a thread may time out in one execution; an execution with "
             "one more is cut"},
    {.name = "spurious",
     .kind = OPTION_COUNT,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(spurious),
     .argument = "N",
     .standard = "0",
     .implied = "1",
     .most = 1000000,
     .help = "explore up to N spurious wakeups from condition variables and spurious failures of "
             "weak compare-and-swap in each thread; without a number, one"},
    {.name = "nondet",
     .kind = OPTION_RANGE,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(nondet),
     .argument = "LOW..HIGH",
     .standard = "0..1",
     .help = "the values that __VERIFIER_nondet_int() and similar functions return"},
    {.name = "leaks",
     .kind = OPTION_FLAG,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(leaks),
     .help = "report heap blocks that no pointer leads to at the end"},
    {.name = "no-heap-checks",
     .kind = OPTION_FLAG,
     .commands = FOR_CHECK,
     .offset = AT(no_heap_checks),
     .help = "do not check accesses to the heap for bounds and freed memory: for code that reads "
             "past the end of blocks on purpose"},
    {.name = "expect-exit",
     .kind = OPTION_STATUS,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(expect_exit),
     .argument = "N",
     .standard = "0",
     .word = "any",
     .help = "an execution that ends with another exit status is an error; any: none is (default "
             "0)"},
    {.name = "keep-going",
     .kind = OPTION_FLAG,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(keep_going),
     .help = "go on after an error, and report each distinct error once"},
    {.name = "suppress",
     .kind = OPTION_TEXT,
     .commands = FOR_CHECK,
     .offset = AT(suppress),
     .argument = "FILE",
     .help = "errors that match a line of the file, such as race:FUNCTION, are counted and do not "
             "fail the run; ThreadSanitizer's suppression files are understood"},
    {.name = "algorithm",
     .kind = OPTION_NAME,
     .commands = FOR_CHECK,
     .offset = AT(algorithm),
     .argument = "NAME",
     .standard = "optimal",
     .value_name = algorithm_name,
     .help = "the algorithm that chooses which executions to explore"},
    {.name = "k",
     .kind = OPTION_COUNT,
     .commands = FOR_CHECK,
     .offset = AT(k),
     .argument = "N",
     .least = 1,
     .most = UINT32_MAX,
     .standard = "optimal",
     .word = "optimal",
     .help = "with --algorithm=unfold: how many of the most recent races a new execution must "
             "reverse; a larger N begins fewer redundant explorations, optimal begins none"},
    {.name = "void-iterations",
     .kind = OPTION_FLAG,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(void_iterations),
     .help = "explore also loop iterations that have no effect; the outcomes are the same without "
             "them"},
    {.name = "context-sensitive",
     .kind = OPTION_FLAG,
     .commands = FOR_CHECK,
     .offset = AT(context),
     .help = "if two conflicting steps reach the same state in either order, explore only one "
             "order; with --algorithm=source or optimal"},
    {.name = "observers",
     .kind = OPTION_FLAG,
     .commands = FOR_CHECK,
     .offset = AT(observers),
     .help = "explore both orders of two stores only if something later reads what they stored; "
             "with --algorithm=source or optimal"},
    {.name = "symmetry",
     .kind = OPTION_FLAG,
     .commands = FOR_CHECK,
     .offset = AT(symmetry),
     .help =
         "of executions that differ only in which of several threads with the same function and "
         "argument does what, explore one"},
    {.name = "preemption-bound",
     .kind = OPTION_COUNT,
     .commands = FOR_CHECK,
     .offset = AT(preemption_bound),
     .argument = "N",
     .standard = "none",
     .word = "none",
     .word_means = UINT64_MAX,
     .other_word = "auto",
     .other_means = ALL_BOUNDS,
     .most = ALL_BOUNDS - 1,
     .help = "explore only executions with at most N preemptions (switches away from a runnable "
             "thread); auto: with none, then with one more, until all are explored"},
    {.name = "order",
     .kind = OPTION_NAME,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(order),
     .argument = "NAME",
     .standard = "round-robin",
     .value_name = order_name,
     .help = "which runnable thread to try first at a new state"},
    {.name = "seed",
     .kind = OPTION_COUNT,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(seed),
     .argument = "N",
     .standard = "0",
     .help = "the seed of --sample and of --order=random"},
    {.name = "sample",
     .kind = OPTION_NAME,
     .commands = FOR_CHECK,
     .offset = AT(sample),
     .argument = "NAME",
     .standard = "none",
     .value_name = sample_name,
     .help = "draw executions at random instead of exploring all: by a random walk, by priorities "
             "that change at random places, by priorities of events"},
    {.name = "samples",
     .kind = OPTION_COUNT,
     .commands = FOR_CHECK,
     .offset = AT(samples),
     .argument = "N",
     .standard = "1000",
     .most = UINT64_MAX,
     .help = "with --sample: how many executions to draw; 0: until --max-seconds"},
    {.name = "depth",
     .kind = OPTION_COUNT,
     .commands = FOR_CHECK,
     .offset = AT(depth),
     .argument = "N",
     .standard = "3",
     .least = 1,
     .most = 1000,
     .help =
         "with --sample=pct: how many steps must come in a certain order for the bug to happen"},
    {.name = "reset",
     .kind = OPTION_NAME,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(reset),
     .argument = "MODE",
     .standard = "auto",
     .value_name = reset_name,
     .help = "how the program is reset between executions: restore its memory, start a process for "
             "each execution, or restore memory until that turns out not to be enough; checked is "
             "for testing Ravel: it compares each return to a checkpoint with a replay"},
    {.name = "no-scout",
     .kind = OPTION_FLAG,
     .commands = FOR_CHECK,
     .offset = AT(no_scout),
     .help = "do not look, in a search of more than a moment, at executions with few preemptions "
             "and at samples for a few seconds"},
    {.name = "profile",
     .kind = OPTION_FLAG,
     .commands = FOR_CHECK,
     .offset = AT(profile),
     .help = "show which pairs of operations make the most executions, because both their orders "
             "are explored"},
    {.name = "max-executions",
     .heading = "When to stop",
     .kind = OPTION_COUNT,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(max_executions),
     .argument = "N",
     .standard = "0",
     .help = "stop after N executions; 0: never"},
    {.name = "max-seconds",
     .kind = OPTION_SECONDS,
     .commands = FOR_CHECK,
     .offset = AT(max_seconds),
     .argument = "S",
     .standard = "0",
     .help = "stop after S seconds; 0: never"},
    {.name = "max-seconds",
     .kind = OPTION_SECONDS,
     .commands = FOR_COMPARE,
     .offset = AT(row_seconds),
     .argument = "S",
     .standard = "10",
     .help = "stop each search after S seconds; 0: never"},
    {.name = "max-steps",
     .kind = OPTION_COUNT,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(max_steps),
     .argument = "N",
     .standard = "1000000",
     .least = 1,
     .most = 100000000,
     .help = "report an execution with more steps as nontermination"},
    {.name = "step-seconds",
     .kind = OPTION_COUNT,
     .commands = FOR_CHECK | FOR_COMPARE,
     .offset = AT(step_seconds),
     .argument = "S",
     .standard = "10",
     .most = 86400,
     .help = "report a step (the code between two visible operations) that runs longer as "
             "nontermination; 0: never"},
    {.name = "cflags",
     .heading = "How sources are compiled",
     .kind = OPTION_TEXT,
     .commands = FOR_CHECK | FOR_REPLAY | FOR_COMPARE,
     .offset = AT(cflags),
     .argument = "FLAGS",
     .help = "more flags for compiling and linking sources"},
    {.name = "cc",
     .kind = OPTION_TEXT,
     .commands = FOR_CHECK | FOR_REPLAY | FOR_COMPARE,
     .offset = AT(cc),
     .argument = "COMPILER",
     .help = "compile sources with this instead of $RAVEL_CC or cc"},
    {.name = "json",
     .heading = "What to show and write",
     .kind = OPTION_TEXT,
     .commands = FOR_CHECK,
     .offset = AT(json),
     .argument = "FILE",
     .help = "write the result as JSON when the run ends; - is standard output"},
    {.name = "junit",
     .kind = OPTION_TEXT,
     .commands = FOR_CHECK,
     .offset = AT(junit),
     .argument = "FILE",
     .help = "write the result as JUnit XML, for CI servers; - is standard output"},
    {.name = "sarif",
     .kind = OPTION_TEXT,
     .commands = FOR_CHECK,
     .offset = AT(sarif),
     .argument = "FILE",
     .help = "write the errors as SARIF 2.1.0, for code scanning and editors; - is standard "
             "output"},
    {.name = "json",
     .heading = "What to show and write",
     .kind = OPTION_TEXT,
     .commands = FOR_COMPARE,
     .offset = AT(json),
     .argument = "FILE",
     .help =
         "write an array with the result of each row, as ravel check --json does; - is standard "
         "output"},
    {.name = "markdown",
     .kind = OPTION_FLAG,
     .commands = FOR_COMPARE,
     .offset = AT(markdown),
     .help = "print the table as Markdown"},
    {.name = "trace",
     .kind = OPTION_TEXT,
     .commands = FOR_CHECK,
     .offset = AT(trace),
     .argument = "FILE",
     .help = "where to record the failing execution, instead of PROGRAM.trace.json"},
    {.name = "tree",
     .kind = OPTION_TEXT,
     .commands = FOR_CHECK,
     .offset = AT(tree),
     .argument = "FILE",
     .help = "record the exploration tree of a small search, for ravel show --html: which conflict "
             "led to which execution"},
    {.name = "columns",
     .kind = OPTION_FLAG,
     .commands = FOR_ALL,
     .offset = AT(columns),
     .help = "show the interleaving with a column for each thread"},
    {.name = "color",
     .kind = OPTION_NAME,
     .commands = FOR_ALL | FOR_COMPARE,
     .offset = AT(color),
     .argument = "WHEN",
     .standard = "auto",
     .value_name = color_name,
     .help = "use colours: on a terminal, always or never"},
    {.name = "thread",
     .kind = OPTION_TEXT,
     .commands = FOR_SHOW,
     .offset = AT(thread),
     .argument = "T",
     .help = "show only what this thread does: main, T1, or the name of its function"},
    {.name = "object",
     .kind = OPTION_TEXT,
     .commands = FOR_SHOW,
     .offset = AT(object),
     .argument = "X",
     .help = "show only what is done to this object or to a part of it"},
    {.name = "around",
     .kind = OPTION_COUNT,
     .commands = FOR_SHOW,
     .offset = AT(around),
     .argument = "N",
     .standard = "0",
     .help = "show only the steps near step N; 0: all"},
    {.name = "html",
     .kind = OPTION_TEXT,
     .commands = FOR_SHOW,
     .offset = AT(html),
     .argument = "FILE",
     .help = "write one page with all that is in the traces, for a browser; - is standard output"},
    {.name = "html",
     .kind = OPTION_TEXT,
     .commands = FOR_COMPARE,
     .offset = AT(html),
     .argument = "FILE",
     .help = "write one page with the table and bar charts, for a browser; - is standard output"},
    {.name = "dot",
     .kind = OPTION_TEXT,
     .commands = FOR_SHOW,
     .offset = AT(dot),
     .argument = "FILE",
     .help = "write the steps and what happens before what, for Graphviz; - is standard output"},
    {.name = "svg",
     .kind = OPTION_TEXT,
     .commands = FOR_SHOW,
     .offset = AT(svg),
     .argument = "FILE",
     .help = "write a picture with a lane for each thread; - is standard output"},
    {.name = "all",
     .kind = OPTION_FLAG,
     .commands = FOR_SHOW,
     .offset = AT(all),
     .help = "show every step, also those that the error does not need"},
    {.name = "example",
     .kind = OPTION_FLAG,
     .commands = FOR_EXPLAIN,
     .offset = AT(example),
     .help = "print the source of the example alone"},
    {.name = "gdb",
     .kind = OPTION_FLAG,
     .commands = FOR_REPLAY,
     .offset = AT(gdb),
     .help = "run the schedule in gdb, up to the error; what follows -- goes to gdb"},
    {.name = "verbose",
     .kind = OPTION_FLAG,
     .commands = FOR_CHECK | FOR_REPLAY,
     .offset = AT(verbose),
     .help = "show the commands that are run, what the program prints during the search, and all "
             "statistics"},
    {.name = "quiet",
     .kind = OPTION_FLAG,
     .commands = FOR_CHECK | FOR_REPLAY,
     .offset = AT(quiet),
     .help = "print one line for each error, or one line for the verdict; show no progress"},
    {.name = "help",
     .kind = OPTION_FLAG,
     .commands = FOR_ALL | FOR_EXPLAIN | FOR_COMPARE,
     .offset = AT(help),
     .help = "show this and stop"},
};
enum { N_OPTIONS = sizeof table / sizeof *table };

/* The option of a command that a word without dashes was meant to be. */
static const char *nearest_option(const char *word, unsigned command) {
  const char *names[N_OPTIONS];
  uint32_t n = 0;
  for (size_t i = 0; i < N_OPTIONS; i++)
    if (table[i].commands & command)
      names[n++] = table[i].name;
  return nearest_name(word, names, n);
}

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

static const struct option *find_option(const char *name, size_t length, unsigned command) {
  for (size_t i = 0; i < N_OPTIONS; i++)
    if ((table[i].commands & command) && strlen(table[i].name) == length &&
        strncmp(table[i].name, name, length) == 0)
      return &table[i];
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
    return complain_about_option(word, command, command_name);
  if (option->argument == NULL) {
    if (equals && option->kind == OPTION_FLAG) {
      complain("--%s takes no value", option->name);
      return false;
    }
    return set_option(options, option, NULL);
  }
  const char *value = equals ? equals + 1 : option->implied ? option->implied : argv[++*at];
  if (!value) {
    complain("--%s wants a value", option->name);
    return false;
  }
  return set_option(options, option, value);
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
                            : options->algorithm == RV_UNFOLD         ? "--algorithm=unfold"
                                                                      : NULL;
  if (other)
    complain("--symmetry does not go with %s", other);
  return !other;
}

/* What makes a search that --tree cannot record; NULL: nothing does. */
static const char *has_no_tree(const struct options *options) {
  return options->algorithm == RV_UNFOLD           ? "--algorithm=unfold"
         : options->sample                         ? "--sample"
         : options->preemption_bound != UINT64_MAX ? "--preemption-bound"
         : options->observers                      ? "--observers"
         : options->context                        ? "--context-sensitive"
         : options->symmetry                       ? "--symmetry"
                                                   : NULL;
}

/* Some options go with some algorithms only. */
static bool is_consistent(const struct options *options) {
  if (options->symmetry && !is_symmetry_consistent(options))
    return false;
  if ((options->observers || options->context) && options->algorithm != RV_SOURCE &&
      options->algorithm != RV_OPTIMAL) {
    complain("--%s goes with --algorithm=source or optimal, not with %s",
             options->observers ? "observers" : "context-sensitive",
             algorithm_name(options->algorithm));
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
  if (options->tree && has_no_tree(options)) {
    complain("--tree draws searches by naive, sleep, dpor, source and optimal; it does not go with "
             "%s",
             has_no_tree(options));
    return false;
  }
  if (options->k && options->algorithm != RV_UNFOLD) {
    complain("--k goes with --algorithm=unfold, not with %s", algorithm_name(options->algorithm));
    return false;
  }
  return true;
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
  for (size_t i = 0; i < N_OPTIONS; i++) {
    const struct option *option = &table[i];
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
  if (i >= N_OPTIONS)
    return false;
  *info = (struct option_info){.name = table[i].name,
                               .argument = table[i].argument,
                               .help = table[i].help ? table[i].help : "",
                               .optional = table[i].implied,
                               .commands = table[i].commands,
                               .value_name = table[i].value_name};
  return true;
}
