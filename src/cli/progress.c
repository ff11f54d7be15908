#include "cli/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/message.h"
#include "report/estimate.h"
#include "report/text.h"

static const double LIVE_SECONDS = 0.2, LOG_SECONDS = 60;

static struct {
  bool live, shown;
  double begin, last;
  double since; /* what was explored before does not count */
  uint64_t restarts;
} progress;

void progress_begin(double now) {
  progress.live = isatty(2);
  progress.begin = progress.since = progress.last = now;
  progress.restarts = 0;
}

/* --- the line: what matters most comes first, and what does not fit is left out --------------- */

struct line {
  char text[256];
  size_t length, room;
};

static void add_part(struct line *line, const char *part) {
  const char *comma = line->length ? ", " : "";
  if (line->length + strlen(comma) + strlen(part) > line->room)
    line->room = line->length; /* what comes after it is not told either */
  else
    line->length += (size_t)snprintf(line->text + line->length, sizeof line->text - line->length,
                                     "%s%s", comma, part);
}

static const char *duration(double seconds) {
  static char text[32];
  const unsigned long whole = (unsigned long)seconds;
  if (whole < 60)
    snprintf(text, sizeof text, "%lu s", whole);
  else if (whole < 3600)
    snprintf(text, sizeof text, "%lu min %lu s", whole / 60, whole % 60);
  else
    snprintf(text, sizeof text, "%lu h %lu min", whole / 3600, whole / 60 % 60);
  return text;
}

static void add_count(struct line *line, const char *format, uint64_t number) {
  char part[64];
  snprintf(part, sizeof part, format, grouped(number));
  if (number)
    add_part(line, part);
}

static void describe_progress(struct line *line, const struct rv_stats *stats, double now) {
  const uint64_t n = stats->samples ? stats->samples : stats->executions;
  struct estimate estimate;
  const bool estimated = !stats->samples && estimate_search(stats, &estimate);
  char part[64];
  if (estimated)
    snprintf(part, sizeof part, "%s of about %s", counted(n, "execution"),
             estimate_rounded(estimate.executions));
  else
    snprintf(part, sizeof part, "%s", counted(n, stats->samples ? "sample" : "execution"));
  add_part(line, part);
  add_count(line, "%s per second", (uint64_t)((double)n / (now - progress.since)));
  if (estimated) {
    snprintf(part, sizeof part, "some %s left",
             estimate_duration(estimate_seconds_left(stats, now - progress.since)));
    add_part(line, part);
  }
  add_part(line, duration(now - progress.begin));
  add_count(line, "%s blocked", stats->blocked);
  if (stats->restarts)
    add_part(line, counted(stats->restarts, "restart"));
  add_count(line, "%s different", stats->distinct);
  snprintf(part, sizeof part, "longest %s", counted(stats->longest, "event"));
  add_part(line, part);
}

void progress_show(const struct rv_stats *stats, double now) {
  if (stats->restarts != progress.restarts) {
    progress.restarts = stats->restarts;
    progress.since = progress.last;
  }
  if (now - progress.last < (progress.live ? LIVE_SECONDS : LOG_SECONDS))
    return;
  progress.last = now;
  const int width = progress.live ? terminal_width(stderr) : 0;
  struct line line = {.room = sizeof line.text - 1};
  if (width > 1 && (size_t)width <= line.room)
    line.room = (size_t)width - 1; /* a line that wraps could not be replaced */
  describe_progress(&line, stats, now);
  if (progress.live)
    fprintf(stderr, "\r%s\033[K", line.text);
  else
    fprintf(stderr, "ravel: %s\n", line.text);
  progress.shown = progress.live;
}

void progress_end(void) {
  if (progress.shown)
    fputs("\r\033[K", stderr);
  progress.shown = false;
}
