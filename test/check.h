/*
 * The few lines that a test in C needs. A test file names what must hold in sentences and ends its
 * main with `return check_report();`.
 */
#ifndef RAVEL_TEST_CHECK_H
#define RAVEL_TEST_CHECK_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static struct {
  const char *what; /* the sentence being checked */
  bool failing;
  unsigned passed, failed;
} check_state;

static inline void check_finish(void) {
  if (!check_state.what)
    return;
  if (check_state.failing)
    check_state.failed++;
  else
    check_state.passed++;
  check_state.what = NULL;
}

/* Begins a test: what must hold, as a sentence. */
static inline void check_begin(const char *what) {
  check_finish();
  check_state.what = what;
  check_state.failing = false;
}

static inline bool check_fail(const char *file, int line) {
  if (!check_state.failing)
    printf("failed: %s\n", check_state.what ? check_state.what : "(outside of any test)");
  check_state.failing = true;
  printf("  %s:%d: ", file, line);
  return false;
}

static inline bool check_equal(uint64_t got, uint64_t want, const char *expression,
                               const char *file, int line) {
  if (got == want)
    return true;
  check_fail(file, line);
  printf("%s is %" PRIu64 ", not %" PRIu64 "\n", expression, got, want);
  return false;
}

static inline bool check_true(bool holds, const char *expression, const char *file, int line) {
  if (holds)
    return true;
  check_fail(file, line);
  printf("%s does not hold\n", expression);
  return false;
}

#define TEST(sentence) check_begin(sentence)
#define CHECK(condition) check_true((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQ(got, want) check_equal((got), (want), #got, __FILE__, __LINE__)

/* Prints the counts as the last line; the exit status of the program. */
static inline int check_report(void) {
  check_finish();
  printf("%u passed, %u failed\n", check_state.passed, check_state.failed);
  return check_state.failed ? 1 : 0;
}

#endif
