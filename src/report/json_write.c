#include "report/json.h"

#include <string.h>

#include "report/utf8.h"

static void begin_member(struct json_writer *json, const char *name) {
  if (!json->first)
    buffer_putc(json->out, ',');
  if (json->inline_ && json->depth >= json->inline_) {
    if (!json->first)
      buffer_putc(json->out, ' ');
  } else if (json->depth) {
    buffer_printf(json->out, "\n%*s", (int)(2 * json->depth), "");
  }
  json->first = false;
  if (name) {
    json_string(&(struct json_writer){.out = json->out, .first = true}, NULL, name);
    buffer_puts(json->out, ": ");
  }
}

void json_open(struct json_writer *json, const char *name, char bracket) {
  begin_member(json, name);
  buffer_putc(json->out, bracket);
  json->depth++;
  json->first = true;
}

void json_open_inline(struct json_writer *json, const char *name, char bracket) {
  json_open(json, name, bracket);
  if (!json->inline_)
    json->inline_ = json->depth;
}

void json_close(struct json_writer *json, char bracket) {
  const bool on_one_line = json->inline_ && json->depth >= json->inline_;
  if (json->inline_ == json->depth)
    json->inline_ = 0;
  json->depth--;
  if (!json->first && !on_one_line)
    buffer_printf(json->out, "\n%*s", (int)(2 * json->depth), "");
  buffer_putc(json->out, bracket);
  json->first = false;
  if (json->depth == 0)
    buffer_putc(json->out, '\n');
}

void json_string(struct json_writer *json, const char *name, const char *value) {
  begin_member(json, name);
  if (!value) {
    buffer_puts(json->out, "null");
    return;
  }
  buffer_putc(json->out, '"');
  for (const unsigned char *c = (const unsigned char *)value; *c;) {
    const unsigned length = utf8_length(c);
    if (*c == '"' || *c == '\\')
      buffer_printf(json->out, "\\%c", *c);
    else if (*c == '\n')
      buffer_puts(json->out, "\\n");
    else if (*c == '\t')
      buffer_puts(json->out, "\\t");
    else if (*c < 0x20 || *c == 0x7f)
      buffer_printf(json->out, "\\u%04x", *c);
    else if (length == 0)
      buffer_puts(json->out, "\\ufffd"); /* a program may print anything */
    else
      buffer_add(json->out, (const char *)c, length);
    c += length ? length : 1;
  }
  buffer_putc(json->out, '"');
}

void json_number(struct json_writer *json, const char *name, uint64_t value) {
  begin_member(json, name);
  buffer_printf(json->out, "%llu", (unsigned long long)value);
}

void json_pair(struct json_writer *json, uint64_t a, uint64_t b) {
  json_open_inline(json, NULL, '[');
  json_number(json, NULL, a);
  json_number(json, NULL, b);
  json_close(json, ']');
}

void json_seconds(struct json_writer *json, const char *name, double value) {
  begin_member(json, name);
  buffer_printf(json->out, "%.6f", value);
}

void json_real(struct json_writer *json, const char *name, double value) {
  begin_member(json, name);
  buffer_printf(json->out, "%.9g", value);
}

void json_bool(struct json_writer *json, const char *name, bool value) {
  begin_member(json, name);
  buffer_puts(json->out, value ? "true" : "false");
}

void json_address(struct json_writer *json, const char *name, uint64_t value) {
  begin_member(json, name);
  buffer_printf(json->out, "\"0x%llx\"", (unsigned long long)value);
}

void json_written(struct json_writer *json, const char *name, const char *text) {
  size_t length = strlen(text);
  while (length && text[length - 1] == '\n')
    length--;
  begin_member(json, name);
  for (size_t i = 0; i < length; i++) {
    buffer_putc(json->out, text[i]);
    if (text[i] == '\n')
      buffer_printf(json->out, "%*s", (int)(2 * json->depth), "");
  }
}
