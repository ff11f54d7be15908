#include "report/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

struct parser {
  struct arena *arena;
  const char *at, *end;
  const char *complaint; /* NULL: none yet */
};

static bool fail(struct parser *parser, const char *complaint) {
  if (!parser->complaint)
    parser->complaint = complaint;
  return false;
}

static void skip_space(struct parser *parser) {
  while (parser->at < parser->end && memchr(" \t\r\n", *parser->at, 4))
    parser->at++;
}

static bool take_char(struct parser *parser, char c) {
  skip_space(parser);
  if (parser->at == parser->end || *parser->at != c)
    return false;
  parser->at++;
  return true;
}

static bool take_word(struct parser *parser, const char *word) {
  const size_t length = strlen(word);
  if ((size_t)(parser->end - parser->at) < length || memcmp(parser->at, word, length) != 0)
    return false;
  parser->at += length;
  return true;
}

static bool hex4(struct parser *parser, unsigned *code) {
  if (parser->end - parser->at < 4)
    return fail(parser, "the text ends inside a string");
  *code = 0;
  for (int i = 0; i < 4; i++) {
    const char c = *parser->at++;
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0)
      return fail(parser, "a \\u escape needs four hexadecimal digits");
    *code = *code * 16 + (unsigned)digit;
  }
  return true;
}

static void put_utf8(struct buffer *out, unsigned code) {
  if (code < 0x80) {
    buffer_putc(out, (char)code);
  } else if (code < 0x800) {
    buffer_putc(out, (char)(0xc0 | code >> 6));
    buffer_putc(out, (char)(0x80 | (code & 0x3f)));
  } else if (code < 0x10000) {
    buffer_putc(out, (char)(0xe0 | code >> 12));
    buffer_putc(out, (char)(0x80 | (code >> 6 & 0x3f)));
    buffer_putc(out, (char)(0x80 | (code & 0x3f)));
  } else {
    buffer_putc(out, (char)(0xf0 | code >> 18));
    buffer_putc(out, (char)(0x80 | (code >> 12 & 0x3f)));
    buffer_putc(out, (char)(0x80 | (code >> 6 & 0x3f)));
    buffer_putc(out, (char)(0x80 | (code & 0x3f)));
  }
}

static bool parse_unicode(struct parser *parser, struct buffer *out) {
  unsigned code, low;
  if (!hex4(parser, &code))
    return false;
  if (code >= 0xd800 && code < 0xdc00) {
    if (!take_word(parser, "\\u") || !hex4(parser, &low) || low < 0xdc00 || low > 0xdfff)
      return fail(parser, "half of a surrogate pair");
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  } else if (code >= 0xdc00 && code < 0xe000) {
    return fail(parser, "half of a surrogate pair");
  }
  if (code == 0)
    return fail(parser, "a string with a NUL character");
  put_utf8(out, code);
  return true;
}

static bool parse_escape(struct parser *parser, struct buffer *out) {
  static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  if (parser->at == parser->end)
    return fail(parser, "the text ends inside a string");
  const char c = *parser->at++;
  if (c == 'u')
    return parse_unicode(parser, out);
  const char *letter = c ? strchr(letters, c) : NULL;
  if (!letter)
    return fail(parser, "an unknown escape in a string");
  buffer_putc(out, meanings[letter - letters]);
  return true;
}

static bool parse_string(struct parser *parser, const char **string) {
  if (!take_char(parser, '"'))
    return fail(parser, "a string is expected");
  struct buffer out = {0};
  bool good = true;
  while (good) {
    if (parser->at == parser->end) {
      good = fail(parser, "the text ends inside a string");
      break;
    }
    const char c = *parser->at++;
    if (c == '"')
      break;
    if (c == '\\')
      good = parse_escape(parser, &out);
    else if ((unsigned char)c < 0x20)
      good = fail(parser, "a control character in a string");
    else
      buffer_putc(&out, c);
  }
  if (good)
    *string = arena_string(parser->arena, buffer_text(&out));
  buffer_free(&out);
  return good;
}

static bool parse_number(struct parser *parser, struct json *value) {
  char text[64];
  size_t n = 0;
  while (parser->at < parser->end && *parser->at && strchr("+-0123456789.eE", *parser->at) &&
         n + 1 < sizeof text)
    text[n++] = *parser->at++;
  text[n] = 0;
  char *end = text;
  value->kind = JSON_NUMBER;
  value->real = strtod(text, &end);
  if (n == 0 || *end || text[0] == '+' || text[0] == '.')
    return fail(parser, n ? "not a number" : "a value is expected");
  if (!strpbrk(text, "-.eE"))
    value->integer = strtoull(text, NULL, 10);
  return true;
}

static bool parse_scalar(struct parser *parser, struct json *value) {
  if (parser->at == parser->end)
    return fail(parser, "the text ends too early");
  if (*parser->at == '"') {
    value->kind = JSON_STRING;
    return parse_string(parser, &value->string);
  }
  if (take_word(parser, "null"))
    value->kind = JSON_NULL;
  else if (take_word(parser, "true"))
    value->kind = JSON_TRUE;
  else if (take_word(parser, "false"))
    value->kind = JSON_FALSE;
  else
    return parse_number(parser, value);
  return true;
}

/* An array or object that is not closed yet. */
struct level {
  struct json *container;
  struct json **tail;
};

static struct json *append(struct parser *parser, struct level *level) {
  struct json *value = arena_alloc(parser->arena, sizeof *value);
  *level->tail = value;
  level->tail = &value->next;
  level->container->count++;
  return value;
}

/* One value into `level`; opens a new level when it is an array or object. */
static bool parse_element(struct parser *parser, struct level *levels, int *depth) {
  struct level *level = &levels[*depth];
  struct json *value = append(parser, level);
  if (level->container->kind == JSON_OBJECT &&
      (!parse_string(parser, &value->name) ||
       (!take_char(parser, ':') && !fail(parser, "a ':' is expected"))))
    return false;
  const bool array = take_char(parser, '[');
  if (!array && !take_char(parser, '{'))
    return parse_scalar(parser, value);
  value->kind = array ? JSON_ARRAY : JSON_OBJECT;
  if (*depth + 1 == MAX_DEPTH)
    return fail(parser, "too many levels of arrays and objects");
  levels[++*depth] = (struct level){value, &value->first};
  return true;
}

/* Iterative, so that no input can exhaust the stack. */
static bool parse_document(struct parser *parser, struct json *root) {
  struct level levels[MAX_DEPTH];
  int depth = 0;
  levels[0] = (struct level){root, &root->first};
  if (!parse_element(parser, levels, &depth))
    return false;
  while (depth > 0) {
    const struct json *container = levels[depth].container;
    if (take_char(parser, container->kind == JSON_ARRAY ? ']' : '}'))
      depth--;
    else if (container->count > 0 && !take_char(parser, ','))
      return fail(parser, parser->at == parser->end ? "the text ends too early"
                                                    : "a ',' or a closing bracket is expected");
    else if (!parse_element(parser, levels, &depth))
      return false;
  }
  skip_space(parser);
  return parser->at == parser->end || fail(parser, "more text after the end");
}

struct json *json_read(struct arena *arena, const char *text, size_t length, char *why,
                       size_t why_size) {
  struct parser parser = {.arena = arena, .at = text, .end = text + length};
  struct json root = {.kind = JSON_ARRAY};
  if (parse_document(&parser, &root))
    return root.first;
  unsigned line = 1;
  for (const char *c = text; c < parser.at; c++)
    line += *c == '\n';
  snprintf(why, why_size, "line %u: %s", line, parser.complaint);
  return NULL;
}

const struct json *json_member(const struct json *object, const char *name) {
  if (!object || object->kind != JSON_OBJECT)
    return NULL;
  for (const struct json *member = object->first; member; member = member->next)
    if (strcmp(member->name, name) == 0)
      return member;
  return NULL;
}

const char *json_member_string(const struct json *object, const char *name) {
  const struct json *member = json_member(object, name);
  return member && member->kind == JSON_STRING ? member->string : "";
}

uint64_t json_member_number(const struct json *object, const char *name) {
  const struct json *member = json_member(object, name);
  if (member && member->kind == JSON_STRING && strncmp(member->string, "0x", 2) == 0)
    return strtoull(member->string, NULL, 16);
  return member && member->kind == JSON_NUMBER ? member->integer : 0;
}

bool json_member_bool(const struct json *object, const char *name) {
  const struct json *member = json_member(object, name);
  return member && member->kind == JSON_TRUE;
}
