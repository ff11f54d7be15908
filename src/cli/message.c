#include "cli/message.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/options.h"

static char complaint[4096];

/* Names of files and options come from the user: keep them from breaking the line. */
static void print_line(char *line) {
  for (char *c = line; *c; c++)
    if ((unsigned char)*c < 0x20 || *c == 0x7f)
      *c = ' ';
  fflush(stdout);
  fprintf(stderr, "ravel: %s\n", line);
}

int complain(const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(complaint, sizeof complaint, format, args);
  va_end(args);
  print_line(complaint);
  return STATUS_USAGE;
}

const char *last_complaint(void) {
  return *complaint ? complaint : NULL;
}

void mention(const char *format, ...) {
  char line[4096];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  print_line(line);
}

bool wants_colour(FILE *stream, uint32_t mode) {
  if (mode != COLOR_AUTO)
    return mode == COLOR_ALWAYS;
  const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return isatty(fileno(stream)) && !(no_colour && *no_colour) && terminal &&
         strcmp(terminal, "dumb") != 0;
}

int terminal_width(FILE *stream) {
  struct winsize size;
  return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
