/*
 * A search in a file (--save, ravel resume): which program, with which words it was checked, what
 * is found out and found so far, and what is left to explore, as flat bytes (core/parts.h).
 *
 * A file is data, perhaps from somebody else. A sum over all of it tells what is damaged, and
 * whatever it says is looked at before it is used.
 */
#ifndef RAVEL_CLI_SAVED_H
#define RAVEL_CLI_SAVED_H

#include "cli/memory.h"
#include "cli/program.h"
#include "cli/tasks.h"

struct saved {
  struct buffer file; /* all of it; what follows points into it */
  uint32_t n_words;
  const char **words;              /* of `ravel check`, behind its name */
  const char *directory, *program; /* where, and the hash of the program */
  double seconds;                  /* that it took so far */
  struct rv_flat rest;             /* what was in the memory: see saved.c */
  struct arena arena;
};

/* Writes what is in the memory, and the tasks that are left. False if the file can't be written,
 * which was complained about. */
bool saved_write(const char *path, const struct program *program, const struct memory *memory,
                 struct tasks *tasks, double seconds, uint32_t n_words, const char *const *words);

/* Whether there is no such file, or an empty one, or a saved search; else it complains: the file
 * would be overwritten, and removed when the search has come to its end. */
bool saved_may_replace(const char *path);

/* Complains and returns false when the file is not such a search, of this very build. */
bool saved_read(struct saved *saved, const char *path);

/* Puts it into a new memory, and returns the tasks; NULL when it is not what it should be. */
struct tasks *saved_restore(const struct saved *saved, struct memory *memory);

void saved_free(struct saved *saved);

#endif
