/* The options of all commands: one row each. */
#ifndef RAVEL_CLI_OPTION_TABLE_H
#define RAVEL_CLI_OPTION_TABLE_H

#include "cli/options.h"

enum option_kind {
  OPTION_FLAG,    /* bool */
  OPTION_TEXT,    /* const char * */
  OPTION_COUNT,   /* uint64_t */
  OPTION_SECONDS, /* double */
  OPTION_STATUS,  /* int32_t: from 0 to 255 */
  OPTION_RANGE,   /* struct range */
  OPTION_NAME,    /* uint32_t: the index of one of the names */
};

struct option {
  const char *name;
  const char *heading; /* of the options from here on, in the help; NULL: as before */
  enum option_kind kind;
  unsigned commands;
  size_t offset; /* in struct options */
  const char *argument;
  const char *standard; /* the default, as it would be typed; NULL: none */
  const char *implied;  /* its value where none is given; NULL: the next word is the value */
  char letter;          /* -j; where no value is implied but a number follows, that is the value */
  const char *help;
  const char *(*value_name)(uint32_t); /* OPTION_NAME; NULL past the end */
  uint64_t least, most;                /* OPTION_COUNT; 0: no limit */
  const char *word;                    /* OPTION_COUNT: a word that stands for a number, */
  uint64_t word_means;                 /* which is this; */
  const char *other_word;              /* and another one */
  uint64_t other_means;
};

extern const struct option option_table[];
extern const size_t n_options;

/* Stores the value that was given for an option. False, and a complaint: it is none. */
bool option_set(struct options *options, const struct option *option, const char *value);

#endif
