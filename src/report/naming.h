/*
 * What addresses are called: places in the source for code, variables and heap blocks for data.
 * Locations and blocks are numbered in the order they are first asked for, in the trace.
 */
#ifndef RAVEL_REPORT_NAMING_H
#define RAVEL_REPORT_NAMING_H

#include "report/lines.h"
#include "report/reach.h"
#include "report/symbols.h"
#include "report/trace.h"
#include "report/variables.h"

struct naming {
  struct trace *trace;
  const struct shared *shared;
  const char *program; /* where its binary can be read */
  struct debug debug;
  struct lines lines;
  struct symbols symbols[SHARED_MAX_MODULES];     /* of each module, */
  struct variables variables[SHARED_MAX_MODULES]; /* once they have been asked for */
  struct arena arena;                             /* for what is not needed afterwards */
  uint64_t *block_bases;                          /* of trace->blocks */
  struct memory_view view; /* of the program's memory when the error happened */
  struct reach reach;
  struct frame_names *frames; /* of functions that were looked into, with their variables */
  uint32_t n_frames;
  uint64_t
      *locals; /* addresses on stacks that have no name: numbered as they are first asked for */
  uint32_t n_locals;
  struct called {
    const char *class;
    uint64_t object;
  } * called; /* objects that are called after their classes */
  uint32_t n_called;
};

/* `program` is a path under which the binary can be read. */
void naming_begin(struct naming *naming, const char *program, const void *image);
void naming_end(struct naming *naming);

/* The number of a location; 0 for a pc in Ravel's own library. */
uint32_t location(struct naming *naming, const char *file, uint32_t line, const char *function);
uint32_t location_of_pc(struct naming *naming, uint64_t pc);

/* Whether code belongs to Ravel's own library; or to that or any other library of the system. */
const char *module_path(const struct naming *naming, uint64_t pc); /* empty: the program's own */
bool in_ravel(const struct naming *naming, uint64_t pc);
bool in_system(const struct naming *naming, uint64_t pc);

/* Where the program did it: code of the standard library is folded into the line that called it.
 * `callers` are RECORD_CALLERS return addresses around `pc`. */
uint64_t own_pc(struct naming *naming, uint64_t pc, const uint64_t *callers);

/* The function that starts at `address`, or NULL. */
const char *function_at(struct naming *naming, uint64_t address);

/* A heap block that `record` tells about gets a number, if it has none. */
void name_block(struct naming *naming, const struct record *record);

/* The frame that a record tells about becomes known, with the variables in it. */
void name_frame(struct naming *naming, uint64_t frame, uint64_t pc);

/* The blocks of the trace learn how the program reaches them. */
void name_ways(struct naming *naming);

/* The memory at `address`: "table[3].next", "q->count", "block1+8", "main: count", or a number
 * where nothing is known; empty for address 0. The threads of the trace have their names. */
const char *object_at(struct naming *naming, uint64_t address, uint64_t size);

/* A value of `size` bytes that is at `address`, in the words of its type, or what it points to,
 * with a "&"; empty where it is best shown as a number. */
const char *value_at(struct naming *naming, uint64_t address, uint64_t value, uint32_t size);

#endif
