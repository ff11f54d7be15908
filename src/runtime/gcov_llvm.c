/*
 * What clang calls in a program that is compiled with --coverage: each object comes with a function
 * that tells what it has, by calls.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#include "runtime/gcov.h"
#include "runtime/runtime.h"

enum { MOST_OBJECTS = 4096 };

static struct {
  void (*tell[MOST_OBJECTS])(void);
  uint32_t n;
  const struct gcov_visitor *visitor; /* that is told; NULL: nobody asks */
  struct gcov_function function;      /* of which the counters are to come */
} objects;

void llvm_gcov_init(void (*tell)(void), void (*reset)(void));
EXPORT void llvm_gcov_init(void (*tell)(void), void (*reset)(void)) {
  (void)reset;
  if (!rt.started && objects.n < MOST_OBJECTS)
    objects.tell[objects.n++] = tell;
}

/* The library that it is in may have been unloaded. */
static bool is_there(void (*tell)(void)) {
  Dl_info info;
  return dladdr((const void *)(uintptr_t)tell, &info) != 0;
}

void gcov_llvm_visit(const struct gcov_visitor *visitor) {
  objects.visitor = visitor;
  for (uint32_t i = 0; i < objects.n; i++)
    if (is_there(objects.tell[i]))
      objects.tell[i]();
  objects.visitor = NULL;
}

void llvm_gcda_start_file(const char *path, uint32_t version, uint32_t stamp);
EXPORT void llvm_gcda_start_file(const char *path, uint32_t version, uint32_t stamp) {
  const struct gcov_object object = {path, version, stamp, 0, true};
  if (objects.visitor)
    objects.visitor->object(&object, objects.visitor->data);
}

void llvm_gcda_emit_function(uint32_t ident, uint32_t checksum, uint32_t cfg_checksum);
EXPORT void llvm_gcda_emit_function(uint32_t ident, uint32_t checksum, uint32_t cfg_checksum) {
  objects.function = (struct gcov_function){
      .ident = ident, .lineno_checksum = checksum, .cfg_checksum = cfg_checksum};
}

void llvm_gcda_emit_arcs(uint32_t n, uint64_t *counters);
EXPORT void llvm_gcda_emit_arcs(uint32_t n, uint64_t *counters) {
  objects.function.n = n;
  objects.function.counters = counters;
  if (objects.visitor)
    objects.visitor->function(&objects.function, objects.visitor->data);
}

void llvm_gcda_summary_info(void);
EXPORT void llvm_gcda_summary_info(void) {
}

void llvm_gcda_end_file(void);
EXPORT void llvm_gcda_end_file(void) {
  if (objects.visitor)
    objects.visitor->end(objects.visitor->data);
}
