/* What `ravel check` tells while it searches: in a log one plain line a minute, on a terminal a
 * live line that never wraps. */
#define _GNU_SOURCE
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "cli/progress.h"

static const struct rv_stats stats = {
    .executions = 120000, .blocked = 34, .restarts = 2, .longest = 57};

/* Standard error becomes `to`; its place is kept. */
static int redirect(int to) {
  fflush(stderr);
  const int kept = dup(2);
  dup2(to, 2);
  return kept;
}

static void restore(int kept) {
  fflush(stderr);
  dup2(kept, 2);
  close(kept);
}

static const char *read_all(int fd) {
  static char text[4096];
  const ssize_t n = read(fd, text, sizeof text - 1);
  text[n < 0 ? 0 : n] = 0;
  return text;
}

static void a_log_has_one_line_a_minute(void) {
  TEST("in a log there is one plain line a minute");
  FILE *log = tmpfile();
  const int kept = redirect(fileno(log));
  progress_begin(100);
  for (double now = 100; now < 100 + 150; now += 0.5)
    progress_show(&stats, now);
  progress_end();
  restore(kept);
  rewind(log);
  char text[1024] = "";
  const size_t n = fread(text, 1, sizeof text - 1, log);
  fclose(log);
  text[n] = 0;
  unsigned lines = 0;
  for (const char *at = text; (at = strchr(at, '\n')); at++)
    lines++;
  CHECK_EQ(lines, 2);
  CHECK(strncmp(text,
                "ravel: 120,000 executions, 2,000 per second, 1 min 0 s, 34 blocked, 2 restarts",
                78) == 0);
  CHECK(!strchr(text, '\r') && !strchr(text, '\033'));
}

/* The line on a terminal of this width. */
static const char *line_of_width(unsigned short width) {
  int master, slave;
  struct winsize size = {.ws_row = 24, .ws_col = width};
  if (openpty(&master, &slave, NULL, NULL, &size) != 0)
    abort();
  const int kept = redirect(slave);
  progress_begin(100);
  progress_show(&stats, 100.1); /* too soon */
  progress_show(&stats, 160);
  restore(kept);
  const char *text = read_all(master);
  close(master);
  close(slave);
  return text;
}

static void a_live_line_fits_the_terminal(void) {
  TEST("a live line fits the terminal: what matters least is left out");
  static const struct {
    unsigned short width;
    const char *line;
  } cases[] = {
      {120, "\r120,000 executions, 2,000 per second, 1 min 0 s, 34 blocked, 2 restarts, longest 57 "
            "events\033[K"},
      {60, "\r120,000 executions, 2,000 per second, 1 min 0 s, 34 blocked\033[K"}, /* 59 letters */
      {59, "\r120,000 executions, 2,000 per second, 1 min 0 s\033[K"},
      {30, "\r120,000 executions\033[K"},
      {18, "\r\033[K"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *line = line_of_width(cases[i].width);
    CHECK(strcmp(line, cases[i].line) == 0);
  }
}

int main(void) {
  a_log_has_one_line_a_minute();
  a_live_line_fits_the_terminal();
  return check_report();
}
