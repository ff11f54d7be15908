/*
 * The debug information of a running program's modules, read by libdw: DWARF 2 to 5, compressed,
 * split into .dwo files, with types in units of their own, or in a file beside the module. What
 * has none is simply not found.
 *
 * Addresses here are those of the running program.
 */
#ifndef RAVEL_REPORT_DEBUG_H
#define RAVEL_REPORT_DEBUG_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

#include "protocol/shared.h"
#include "report/buffer.h"

/* A unit of compilation. */
struct debug_unit {
  Dwarf_Die skeleton; /* has the lines */
  Dwarf_Die die;      /* has everything else: the same, or in a .dwo file */
};

struct debug_range {
  uint64_t begin, end; /* as in the file */
  uint32_t unit;
};

struct debug_module {
  Dwfl_Module *dwfl; /* NULL: its file can't be read */
  const char *path;
  bool loaded; /* what follows is known */
  uint64_t bias;
  struct debug_unit *units;
  uint32_t n_units;
  struct debug_range *ranges; /* of code, by address */
  uint32_t n_ranges;
};

struct debug {
  Dwfl *dwfl;
  const struct shared_module *modules;
  uint32_t n_modules;
  struct debug_module *module;
};

/* `program` is the path of the module that has none. */
void debug_open(struct debug *debug, const struct shared_module *modules, uint32_t n,
                const char *program);
void debug_close(struct debug *debug);

/* The module that an address lies in, with its units; NULL: none. */
struct debug_module *debug_module_at(struct debug *debug, uint64_t address);

/* The unit that a code address lies in; NULL: none is known. */
struct debug_unit *debug_unit_at(struct debug_module *module, uint64_t pc);

/* The functions at `pc`, inlined ones first, and the blocks that they have around it: entries for
 * subprograms, inlined subroutines and lexical blocks. Returns how many there are. */
enum { DEBUG_MAX_SCOPES = 64 };
uint32_t debug_scopes(struct debug_module *module, uint64_t pc, Dwarf_Die scopes[DEBUG_MAX_SCOPES]);

/* The file that an attribute of an entry names by its number; NULL: there is none. */
const char *debug_file(struct debug_unit *unit, Dwarf_Die *entry, unsigned attribute);

/* The name of a function or a variable: for C++ with its namespaces and classes; empty: it has
 * none. */
const char *debug_name(struct arena *arena, Dwarf_Die *entry);

/* The string at an address that nobody can write to, as a literal is; NULL: there is none. */
const char *debug_literal(struct debug *debug, struct arena *arena, uint64_t address);

/* Whether a module is one of the system's libraries, or Ravel's own. */
bool path_of_the_system(const char *path);

#endif
