/*
 * Functions of libc that do more to descriptors, names and files than their row says
 * (libc_table.h).
 */
#ifndef RAVEL_RUNTIME_LIBC_SPECIAL_H
#define RAVEL_RUNTIME_LIBC_SPECIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/libc_call.h"

enum special_kind {
  GIVES_NUMBER = 1, /* returns a new descriptor, */
  GIVES_STREAM,     /* or a stream with one, */
  GIVES_DIRECTORY,
  GIVES_TWO, /* or leaves two in an array: argument `arg` */
  DUPLICATES,
  DUPLICATES_TO, /* the number in argument 1 */
  CONTROLS,      /* fcntl */
  LOCKS_FILE,    /* flock */
  MOVES_BYTES,   /* from one descriptor to another: argument `arg` */
  CLOSES_NUMBER,
  CLOSES_STREAM,
  CLOSES_DIRECTORY,
  LISTS_NAMES,    /* of a directory */
  REOPENS,        /* the stream in argument 2 */
  ADOPTS,         /* makes a stream of a descriptor */
  SHOWS_POSITION, /* its result tells how much has been written */
  SHOWS_NUMBER,   /* of a stream */
  SHOWS_SIZE,     /* of a file: argument `arg` is its name */
  MAKES_NAME,     /* for a file or a directory */
  MAKES_UP_NAME,  /* for a directory */
  REMOVES_NAME,
  EMPTIES, /* or lengthens the file of that name */
  RENAMES,
  IN_TIME_ZONE, /* leaves it in memory of libc, after a look at TZ */
  MAY_ONLY_ASK, /* changes nothing where argument `arg` is NULL */
  KEEPS_OWN,    /* where argument `arg` is NULL: the state of a conversion */
};

struct libc_special {
  const char *name;
  uint8_t kind; /* enum special_kind */
  uint8_t arg;
};

/* NULL: it does no more. */
const struct libc_special *libc_special(const char *name);

/* Whether there is something to be done when it has returned. */
bool libc_special_has_after(const struct libc_special *special);

static inline const char *libc_path_of(const struct libc_special *special,
                                       const struct libc_call *call) {
  return (const char *)libc_argument(call, special->arg);
}

#endif
