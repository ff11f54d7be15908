#include "cli/wrap.h"

#include <string.h>

void wrap(const char *text, size_t left, struct buffer *out) {
  enum { RIGHT = 80 };
  size_t column = left;
  while (*text) {
    const size_t length = strcspn(text, " \n");
    if (column > left && column + 1 + length > RIGHT) {
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
