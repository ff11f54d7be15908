#include "runtime/gcov.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/gcda.h"
#include "runtime/runtime.h"

void gcov_visit(const struct gcov_visitor *visitor) {
  gcov_gcc_visit(visitor);
  gcov_llvm_visit(visitor);
}

static void begin_nothing(const struct gcov_object *object, void *data) {
  (void)object, (void)data;
}

static void end_nothing(void *data) {
  (void)data;
}

/* --- writing -----------------------------------------------------------------------------------
 */

struct writing {
  struct gcda *file;
  bool in_memory;
  const uint64_t *more;
  uint32_t largest;
};

static uint64_t count(const struct writing *writing, const struct gcov_function *function,
                      uint32_t i) {
  return (writing->in_memory ? function->counters[i] : 0) + (writing->more ? writing->more[i] : 0);
}

/* One line, and not one for each file: they have the same reason, as a rule. */
static void cannot_write(const char *path) {
  static bool told;
  if (!told)
    dprintf(2, "ravel: cannot write coverage counters to '%s': %s\n", path, strerror(errno));
  told = true;
}

static void begin_file(const struct gcov_object *object, void *data) {
  struct writing *const writing = data;
  writing->file = gcda_begin(object, writing->largest);
  if (!writing->file)
    cannot_write(object->path);
}

static void write_function(const struct gcov_function *function, void *data) {
  struct writing *const writing = data;
  uint64_t *const counts = calloc(function->n + 1, sizeof *counts);
  for (uint32_t i = 0; counts && i < function->n; i++)
    counts[i] = count(writing, function, i);
  writing->more += writing->more ? function->n : 0;
  if (writing->file && counts)
    gcda_function(writing->file, function, counts);
  free(counts);
}

static void end_file(void *data) {
  struct writing *const writing = data;
  if (writing->file && !gcda_end(writing->file))
    cannot_write("a file");
}

static void find_largest(const struct gcov_function *function, void *data) {
  struct writing *const writing = data;
  for (uint32_t i = 0; i < function->n; i++)
    if (count(writing, function, i) > writing->largest)
      writing->largest = (uint32_t)count(writing, function, i);
  writing->more += writing->more ? function->n : 0;
}

void gcov_write(bool in_memory, const uint64_t *more) {
  struct writing writing = {.in_memory = in_memory, .more = more};
  gcov_visit(&(struct gcov_visitor){begin_nothing, find_largest, end_nothing, &writing});
  writing.more = more;
  gcov_visit(&(struct gcov_visitor){begin_file, write_function, end_file, &writing});
}

/* --- programs that run by themselves -----------------------------------------------------------
 */

static void look(const struct gcov_function *function, void *data) {
  for (uint32_t i = 0; i < function->n; i++)
    *(bool *)data |= function->counters[i] != 0;
}

static void clear(const struct gcov_function *function, void *data) {
  (void)data;
  for (uint32_t i = 0; i < function->n; i++)
    function->counters[i] = 0;
}

void gcov_dump(void) {
  bool any = false;
  gcov_visit(&(struct gcov_visitor){begin_nothing, look, end_nothing, &any});
  if (any)
    gcov_write(true, NULL);
}

void gcov_reset(void) {
  gcov_visit(&(struct gcov_visitor){begin_nothing, clear, end_nothing, NULL});
}

__attribute__((destructor)) static void end(void) {
  if (!rt.worker)
    gcov_dump();
}
