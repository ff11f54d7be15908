/*
 * One process for each case, as many at a time as there are cores: a copy of the command, which
 * makes the whole check and leaves what it has found in memory files, a part for each format. This
 * process puts the parts together.
 */
#define _GNU_SOURCE
#include "cli/each_test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/jobs.h"
#include "cli/message.h"
#include "cli/results.h"
#include "cli/signals.h"
#include "cli/test_list.h"
#include "cli/test_report.h"

/* --- one case, in a process of its own ------------------------------------------------------- */

static void write_part(int file, const struct buffer *text) {
  size_t written = 0;
  while (written < text->length) {
    const ssize_t n = write(file, text->text + written, text->length - written);
    if (n <= 0)
      break;
    written += (size_t)n;
  }
}

static void write_parts(const struct check *check, const struct test_run *run) {
  static void (*const formats[TEST_PARTS])(const struct result *,
                                           struct buffer *) = {[TEST_JSON] = result_json,
                                                               [TEST_JUNIT] = result_junit_suite,
                                                               [TEST_SARIF] = result_sarif_results};
  for (uint32_t i = 0; i < TEST_PARTS; i++) {
    struct buffer text = {0};
    if (!formats[i])
      continue;
    formats[i](&check->result, &text);
    write_part(run->parts[i], &text);
    buffer_free(&text);
  }
}

/* What is in a file's name is plain, and has no dots: they come before numbers. */
static char *plain_name(struct arena *arena, const char *name) {
  enum { LONGEST = 100 };
  char *const plain = arena_string(arena, name);
  for (char *at = plain; *at; at++)
    if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", *at))
      *at = '-';
  if (strlen(plain) > LONGEST)
    plain[LONGEST] = 0;
  return plain;
}

/* tests-Suite-Case.trace.json; with a number where another case would have the same. */
static const char *trace_of(struct check *check, const struct test_list *list, uint32_t i) {
  struct arena *arena = &check->arena;
  const char *const given = check->options.trace;
  const char *const slash = given ? strrchr(given, '/') : NULL;
  const char *const base = given ? (slash ? slash + 1 : given) : check->program.about.name;
  const size_t stem = given ? (size_t)(base - given) + strcspn(base, ".") : strlen(base);
  const char *const name = plain_name(arena, list->cases[i].name);
  uint32_t same = 0;
  for (uint32_t k = 0; k < i; k++)
    same += strcmp(plain_name(arena, list->cases[k].name), name) == 0;
  const char *const number = same ? arena_printf(arena, "+%u", same + 1) : "";
  return arena_printf(arena, "%.*s-%s%s.trace.json", (int)stem, given ? given : base, name, number);
}

static _Noreturn void check_case(const struct check *whole, struct test_list *list, uint32_t i,
                                 const struct test_run *run, pid_t parent) {
  static struct check check;
  struct words args = {0}, environment = {0};
  setpgid(0, 0); /* interrupts come from the process above alone */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(STATUS_USAGE);
  dup2(run->parts[TEST_TEXT], 1);
  dup2(run->parts[TEST_TEXT], 2);
  check = *whole;
  check.arena = (struct arena){0};
  check.is_case = true;
  check.options.jobs = 1; /* the others explore other cases */
  check.options.json = check.options.junit = check.options.sarif = NULL;
  check.options.trace = trace_of(&check, list, i);
  for (uint32_t k = 0; k < whole->options.n_args; k++)
    words_add(&args, whole->options.args[k]);
  test_case_select(list, &list->cases[i], &args, &environment);
  check.options.args = args.items ? args.items : check.options.args;
  check.options.n_args = (uint32_t)args.n;
  test_environment_set(environment.items, (uint32_t)environment.n);
  check_begin(&check, whole->result.n_words, whole->result.words);
  check.program.about.environment = environment.items;
  check.program.about.n_environment = (uint32_t)environment.n;
  check.result.test = list->cases[i].name;
  suppress_set_test(&check.suppress, check.program.about.name, list->cases[i].name);
  const int status = check_finish(&check, check_search(&check));
  write_parts(&check, run);
  _exit(status);
}

/* --- all of them ----------------------------------------------------------------------------- */

static bool start_case(struct check *check, struct test_list *list, uint32_t i,
                       struct test_run *run) {
  const pid_t parent = getpid();
  for (uint32_t k = 0; k < TEST_PARTS; k++)
    run->parts[k] = memfd_create("ravel-part", MFD_CLOEXEC);
  run->process = fork();
  if (run->process == 0)
    check_case(check, list, i, run, parent);
  if (run->process > 0)
    return true;
  complain("cannot start a process for each test; look at `ulimit -u`");
  return false;
}

/* Whether one that runs has ended. */
static bool end_case(struct test_run *runs, uint32_t n, uint32_t *ended) {
  for (uint32_t i = 0; i < n; i++)
    if (runs[i].process > 0 && waitpid(runs[i].process, &runs[i].status, WNOHANG) > 0) {
      runs[i].process = 0;
      runs[i].ended = true;
      *ended = i;
      return true;
    }
  return false;
}

static void interrupt_cases(const struct test_run *runs, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (runs[i].process > 0)
      kill(runs[i].process, SIGINT);
}

static bool is_to_run(const struct check *check, const struct test_case *test) {
  return !test->disabled && !test->problem &&
         (!check->options.filter || pattern_matches(check->options.filter, test->name));
}

/* Starts them in their order, and tells them in their order, as soon as they are known. */
static void run_cases(struct check *check, struct test_list *list, struct test_report *report) {
  struct test_run *const runs = report->runs;
  const uint64_t most = jobs_wanted(&check->options);
  uint32_t next = 0, under_way = 0, told = 0, ended;
  unsigned interrupts = 0;
  while (told < list->n) {
    while (next < list->n && under_way < most && !interrupts) {
      runs[next].chosen = is_to_run(check, &list->cases[next]);
      if (runs[next].chosen && !start_case(check, list, next, &runs[next]))
        interrupts = 1;
      under_way += runs[next].process > 0;
      next++;
    }
    while (told < list->n && (runs[told].ended || (told < next && !runs[told].process) ||
                              (interrupts && told >= next)))
      test_report_case(report, told++);
    if (told == list->n)
      return;
    if (end_case(runs, next, &ended)) {
      test_report_collect(report, ended);
      under_way--;
      continue;
    }
    signals_wait(100, -1, -1);
    for (; interrupts < signals_interrupts(); interrupts++)
      interrupt_cases(runs, next);
  }
}

int each_test(struct check *check) {
  struct test_list list = {0};
  int status = STATUS_USAGE;
  if (test_list_read(&list, &check->program)) {
    struct test_report report;
    test_report_begin(&report, check, &list);
    if (report.n_chosen == 0) {
      complain("no test of '%s' has a name that matches '%s'", check->program.about.name,
               check->options.filter ? check->options.filter : "*");
    } else {
      run_cases(check, &list, &report);
      status = test_report_end(&report);
    }
    test_report_free(&report);
  }
  test_list_free(&list);
  return status;
}
