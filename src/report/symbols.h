/* The names of an ELF file's variables and functions, from its symbol table. */
#ifndef RAVEL_REPORT_SYMBOLS_H
#define RAVEL_REPORT_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "report/buffer.h"

struct symbol {
  uint64_t address, size; /* as in the file: without the module's bias */
  const char *name;
  bool function;
};

struct symbols {
  struct symbol *all; /* by address */
  uint32_t n;
};

/* Names are kept in the arena. A file that cannot be read has no symbols. */
void symbols_load(struct symbols *symbols, struct arena *arena, const char *path);

/* The symbol that covers `address`, or NULL. */
const struct symbol *symbols_find(const struct symbols *symbols, uint64_t address, bool function);

/* Whether the file is a dynamically linked ELF program that needs library `soname`. */
enum elf_needs { ELF_NEEDS, ELF_NEEDS_NOT, ELF_NOT_A_PROGRAM };
enum elf_needs elf_needs(const char *path, const char *soname);

/* Whether the program in this ELF file may be loaded at any address. */
bool elf_moves(const char *path);

#endif
