#include "report/printable.h"

#include <string.h>

enum { ESCAPE = 0x1b, DELETE = 0x7f, C1_LEAD = 0xc2, C1_END = 0xa0 };

/* How long a sequence that sets colours is, from the escape character on; 0: it is none. */
static size_t colour_length(const char *text) {
  const size_t parameters = text[1] == '[' ? strspn(text + 2, "0123456789;") : 0;
  return text[1] == '[' && text[2 + parameters] == 'm' ? 3 + parameters : 0;
}

/* Control characters of one byte, and those that UTF-8 writes as two. */
static size_t control_length(const unsigned char *at) {
  if (at[0] == C1_LEAD && at[1] >= 0x80 && at[1] < C1_END)
    return 2;
  return (at[0] < 0x20 && at[0] != '\n' && at[0] != '\t') || at[0] == DELETE;
}

void printable(const struct buffer *text, struct buffer *out) {
  const char *at = buffer_text(text), *end = at + text->length;
  while (at < end) {
    const char *plain = at;
    size_t control = 0, colour = 0;
    while (at < end && !(control = control_length((const unsigned char *)at)))
      at++;
    buffer_add(out, plain, (size_t)(at - plain));
    if (at < end && *at == ESCAPE && (colour = colour_length(at)))
      buffer_add(out, at, colour);
    else if (at < end)
      buffer_putc(out, '?');
    at += colour ? colour : control;
  }
}
