/*
 * JSON, written and read. The writer keeps track of commas and indentation; the reader builds a
 * tree in an arena and says in one line, with the position, why a text is not JSON.
 */
#ifndef RAVEL_REPORT_JSON_H
#define RAVEL_REPORT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "report/buffer.h"

/* --- writing: every function takes the name of the member, NULL inside an array -------------- */

struct json_writer {
  struct buffer *out;
  unsigned depth;
  bool first;       /* nothing was written yet at this depth */
  unsigned inline_; /* depth from which everything stays on one line; 0: none */
};

void json_open(struct json_writer *json, const char *name, char bracket);
/* The same, with all that is inside on one line. */
void json_open_inline(struct json_writer *json, const char *name, char bracket);
void json_close(struct json_writer *json, char bracket);
void json_string(struct json_writer *json, const char *name, const char *value); /* NULL: null */
void json_number(struct json_writer *json, const char *name, uint64_t value);
/* [a, b], in an array. */
void json_pair(struct json_writer *json, uint64_t a, uint64_t b);
void json_seconds(struct json_writer *json, const char *name, double value);
/* Any number, with nine digits. */
void json_real(struct json_writer *json, const char *name, double value);
/* A value that is written already, from the beginning of a line. */
void json_written(struct json_writer *json, const char *name, const char *text);
void json_bool(struct json_writer *json, const char *name, bool value);
/* A 64-bit address: a string, since not every reader keeps 64 bits of a number. */
void json_address(struct json_writer *json, const char *name, uint64_t value);

/* --- reading ------------------------------------------------------------------------------- */

enum json_kind {
  JSON_NULL,
  JSON_FALSE,
  JSON_TRUE,
  JSON_NUMBER,
  JSON_STRING,
  JSON_ARRAY,
  JSON_OBJECT
};

struct json {
  enum json_kind kind;
  uint64_t integer;   /* JSON_NUMBER that is a whole one, not negative and fits */
  double real;        /* JSON_NUMBER */
  const char *string; /* JSON_STRING */
  const char *name;   /* of a member of an object */
  struct json *first; /* of an array or object */
  struct json *next;
  size_t count; /* elements of an array or object */
};

/* Returns NULL and fills `why` when the text is not JSON. */
struct json *json_read(struct arena *arena, const char *text, size_t length, char *why,
                       size_t why_size);

/* Lenient access: a missing member, or one of another kind, gives the neutral value. */
const struct json *json_member(const struct json *object, const char *name);
const char *json_member_string(const struct json *object, const char *name); /* "" */
uint64_t json_member_number(const struct json *object, const char *name);    /* 0 */
bool json_member_bool(const struct json *object, const char *name);          /* false */

#endif
