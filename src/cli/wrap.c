#include "cli/wrap.h"

#include <stdio.h>
#include <string.h>

#include "cli/message.h"

/* Lines that are longer than a page of a book is wide are hard to read. */
static size_t right_end(void) {
  enum { WIDEST = 80, NARROWEST = 20 };
  const int width = terminal_width(stdout);
  return width <= 0 || width > WIDEST ? WIDEST : width < NARROWEST ? NARROWEST : (size_t)width;
}

void wrap(const char *text, size_t left, struct buffer *out) {
  enum { ROOM = 30, INDENT = 6 };
  const size_t right = right_end();
  size_t column = left;
  if (left > INDENT && left + ROOM > right) {
    left = column = INDENT;
    buffer_printf(out, "\n%*s", INDENT, "");
  }
  while (*text) {
    const size_t length = strcspn(text, " \n");
    if (column > left && column + 1 + length > right) {
      buffer_printf(out, "\n%*s", (int)left, "");
      column = left;
    } else if (column > left) {
      buffer_putc(out, ' ');
      column++;
    }
    buffer_add(out, text, length);
    column += length;
    text += length;
    text += strspn(text, " \n");
  }
  buffer_putc(out, '\n');
}
