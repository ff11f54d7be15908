/*
 * The counters of a program that is compiled with --coverage. gcc and clang link a library of
 * their own for them; this one stands in for both. It visits the counters of all objects, object by
 * object, and writes them into the files that gcov reads.
 */
#ifndef RAVEL_RUNTIME_GCOV_H
#define RAVEL_RUNTIME_GCOV_H

#include <stdbool.h>
#include <stdint.h>

/* An object file, and what its file of counters is called. */
struct gcov_object {
  const char *path;
  uint32_t version, stamp;
  uint32_t checksum; /* gcc's */
  bool llvm;
};

struct gcov_function {
  uint32_t ident, lineno_checksum, cfg_checksum;
  bool elsewhere; /* gcc: another object's copy of it is the one in use */
  uint32_t n;
  uint64_t *counters;
};

struct gcov_visitor {
  void (*object)(const struct gcov_object *object, void *data);
  void (*function)(const struct gcov_function *function, void *data);
  void (*end)(void *data); /* of the object */
  void *data;
};

/* All objects that are in memory, in the order in which they came. */
void gcov_visit(const struct gcov_visitor *visitor);
void gcov_gcc_visit(const struct gcov_visitor *visitor);
void gcov_llvm_visit(const struct gcov_visitor *visitor);

/* Adds to the files: what is in memory, and `more`, which has a number for each counter in the
 * order of gcov_visit() (NULL: nothing). */
void gcov_write(bool in_memory, const uint64_t *more);

/* Outside of workers: counters are written when the program ends, and begin anew. */
void gcov_dump(void);
void gcov_reset(void);

#endif
