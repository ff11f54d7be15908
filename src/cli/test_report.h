/* What is told of the cases of a test program: each as soon as it is known, and all at the end. */
#ifndef RAVEL_CLI_TEST_REPORT_H
#define RAVEL_CLI_TEST_REPORT_H

#include <sys/types.h>

#include "cli/check.h"
#include "cli/test_list.h"
#include "report/junit.h"
#include "report/sarif.h"

/* What a case leaves, each in a memory file. */
enum test_part { TEST_TEXT, TEST_JSON, TEST_JUNIT, TEST_SARIF, TEST_PARTS };

struct test_run {
  pid_t process; /* 0: it does not run */
  bool chosen, ended;
  int status; /* as waitpid tells */
  int parts[TEST_PARTS];
};

struct test_report {
  struct check *check;
  struct test_list *list;
  struct test_run *runs;
  uint32_t n_chosen;
  uint32_t n[VERDICT_INCOMPLETE + 1], n_disabled, n_failed_to_run, n_not_run;
  double begin;
  struct test_outcome *outcomes; /* one for each case */
  struct junit_counts counts;
  struct buffer json, junit, sarif;
};

void test_report_begin(struct test_report *report, struct check *check, struct test_list *list);
/* The process of a case has ended: takes what it has left. */
void test_report_collect(struct test_report *report, uint32_t i);
/* Tells of the next case. */
void test_report_case(struct test_report *report, uint32_t i);
/* Tells of all, and writes the files that were asked for. Returns the exit status. */
int test_report_end(struct test_report *report);
void test_report_free(struct test_report *report);

#endif
