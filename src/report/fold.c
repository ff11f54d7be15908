#include "report/fold.h"

#include <string.h>

/* The length of an escape sequence that sets a colour; 0: there is none. */
static size_t escape_length(const char *text, size_t length) {
  if (length < 3 || text[0] != '\033' || text[1] != '[')
    return 0;
  size_t i = 2;
  while (i < length && text[i] != 'm')
    i++;
  return i < length ? i + 1 : 0;
}

/* The length of what takes one column, with the colours before it. */
static size_t column_length(const char *text, size_t length) {
  size_t i = 0;
  for (size_t escape; (escape = escape_length(text + i, length - i)) > 0;)
    i += escape;
  if (i < length)
    i++;
  while (i < length && ((unsigned char)text[i] & 0xc0) == 0x80)
    i++;
  for (size_t escape; (escape = escape_length(text + i, length - i)) > 0;)
    i += escape;
  return i;
}

size_t text_width(const char *text, size_t length) {
  size_t columns = 0;
  for (size_t i = 0; i < length; columns++)
    i += column_length(text + i, length - i);
  return columns;
}

size_t text_prefix(const char *text, size_t columns) {
  const size_t length = strlen(text);
  size_t i = 0;
  for (; i < length && columns; columns--)
    i += column_length(text + i, length - i);
  return i;
}

void put_padded(struct buffer *out, const char *text, int columns) {
  const int width = (int)text_width(text, strlen(text));
  buffer_printf(out, "%s%*s", text, columns > width ? columns - width : 0, "");
}

static bool is_blank(const char *text, size_t length) {
  return length > 0 && text[0] == ' ';
}

/* Where what follows a line is put: below its last column that is in the left half, or further in
 * than the line is. */
static size_t hanging_indent(const char *line, size_t length, size_t width) {
  size_t column = 0, indent = 0, blanks = 0, i = 0;
  bool begun = false;
  while (i < length && column <= width / 2) {
    if (is_blank(line + i, length - i)) {
      blanks++;
    } else {
      if (!begun)
        indent = column + 2;
      else if (blanks > 1)
        indent = column;
      begun = true;
      blanks = 0;
    }
    column++;
    i += column_length(line + i, length - i);
  }
  return indent <= width / 2 ? indent : 2;
}

static bool is_command(const char *text, size_t length) {
  static const char name[] = "ravel ";
  const size_t blanks = strspn(text, " ");
  return length > blanks + strlen(name) && memcmp(text + blanks, name, strlen(name)) == 0;
}

/* Where to break a line: at the end of the last word that fits, or of the first one. */
static size_t break_at(const char *line, size_t length, size_t room) {
  size_t end = 0, column = 0, i = strspn(line, " ");
  column = i;
  while (i < length && (column < room || end == 0)) {
    i += column_length(line + i, length - i);
    column++;
    if (i < length && line[i] == ' ' && (column <= room || end == 0)) {
      end = i;
      if (column > room || is_command(line + i, length - i))
        return end;
    }
  }
  while (end > 0 && line[end - 1] == ' ')
    end--;
  return i < length && end ? end : length;
}

static void fold_line(const char *line, size_t length, size_t width, struct buffer *out) {
  const size_t indent = hanging_indent(line, length, width);
  size_t room = width;
  while (text_width(line, length) > room && !is_command(line, length)) {
    const size_t end = break_at(line, length, room);
    buffer_add(out, line, end);
    if (end == length)
      return;
    line += end;
    length -= end;
    while (is_blank(line, length)) {
      line++;
      length--;
    }
    buffer_printf(out, "\n%*s", (int)indent, "");
    room = width - indent;
  }
  buffer_add(out, line, length);
}

void fold_lines(struct buffer *text, size_t from, int width) {
  enum { NARROWEST = 20 };
  if (width <= 0 || from >= text->length)
    return;
  const size_t room = width < NARROWEST ? NARROWEST : (size_t)width;
  struct buffer folded = {0};
  for (const char *line = text->text + from; *line;) {
    const size_t length = strcspn(line, "\n");
    fold_line(line, length, room, &folded);
    if (line[length])
      buffer_putc(&folded, '\n');
    line += length + (line[length] ? 1 : 0);
  }
  text->length = from;
  buffer_add(text, buffer_text(&folded), folded.length);
  buffer_free(&folded);
}
