/*
 * A file of errors that are known: `ravel check --baseline`. An error is named by what stays when
 * lines move and when another compiler is used: kind, variable, and for each thread that takes part
 * its function, and the function, file and text of the line.
 */
#ifndef RAVEL_REPORT_BASELINE_H
#define RAVEL_REPORT_BASELINE_H

#include "report/json.h"
#include "report/trace.h"

enum { BASELINE_VERSION = 1, BASELINE_MAX_PLACES = SHARED_MAX_WAITS + 3 };

/* Which test an error is of. One file can be for many. */
struct baseline_test {
  const char *program, *name; /* the name of a case of --each-test; empty: the whole program */
};

struct baseline_place {
  const char *thread, *file, *function, *text;
};

struct known_error {
  struct baseline_test test;
  const char *kind, *variable, *message; /* empty where that tells nothing */
  uint32_t n_places;
  struct baseline_place *places; /* in an order of their own */
  uint32_t found;                /* so many different errors are this one */
  bool vanished;
};

struct baseline {
  struct arena arena;
  const char *file; /* NULL: there is none */
  bool grows;       /* what is not known becomes known */
  bool partial;     /* other searches have found other errors of the same test */
  struct baseline_test test;
  uint32_t n_tests;
  const char *const *tests; /* all that the program has; NULL: it is not known */
  uint32_t n, capacity;
  struct known_error *errors;
};

/* False, and why in one line, when it is none. With `grows` a file that does not exist is an empty
 * one. */
bool baseline_read(struct baseline *baseline, const char *file, struct buffer *why);
void baseline_free(struct baseline *baseline);

/* The entry of this test that the error is, or NULL. */
struct known_error *baseline_match(struct baseline *baseline, const struct trace *trace);

/* The search of this test was complete: what was not found has vanished. */
void baseline_complete(struct baseline *baseline);

/* These are all tests of the program: errors of others have vanished. */
void baseline_set_tests(struct baseline *baseline, const char *const *tests, uint32_t n);

/* Takes the entries of `others` that are of another test, as the file has them by now. */
void baseline_merge(struct baseline *baseline, const struct baseline *others);

uint32_t baseline_found(const struct baseline *baseline);
/* The file, without what has vanished. */
void baseline_write(const struct baseline *baseline, struct buffer *out);
void baseline_json(const struct baseline *baseline, struct json_writer *json);
void baseline_text(const struct baseline *baseline, struct buffer *out);
/* One entry, in one line. */
void known_error_text(const struct known_error *error, struct buffer *out);

#endif
