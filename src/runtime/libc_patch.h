/* The functions that the program's modules import, each with the slot that is called instead. */
#ifndef RAVEL_RUNTIME_LIBC_PATCH_H
#define RAVEL_RUNTIME_LIBC_PATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/libc_table.h"

struct libc_special;
struct file_call;

struct libc_slot {
  void *real;
  const char *name;
  const struct libc_function *row;    /* NULL: it is unknown */
  const struct libc_special *special; /* libc_object.h */
  const struct file_call *file;       /* NULL: it is given no name of a file */
  bool has_after;
  bool locks;    /* the stream that it works on */
  bool told;     /* to be called, though nothing is known of it */
  uint8_t keeps; /* enum libc_keeps, where the imports of the program do not say (imports.h) */
};

const struct libc_slot *libc_slot(uint64_t number);

/* A function without a row is called: the verdict names it, if nothing else says that its library
 * is not looked into. */
void libc_slot_is_unknown(uint64_t number);

/* The slot of a function of libc, by its name; -1: it is called as it is. */
int64_t libc_slot_of(const char *name);

/* Whether an address is that of a slot: what the program calls in place of a function. */
bool libc_is_slot(uint64_t address);

/* Patches the modules that have been loaded since it was called last. */
void libc_patch(void);

/* The library that an address is in, if its code tells nothing and may wait for a thread: its path;
 * else NULL. */
const char *library_without_hooks(uint64_t address);

/* What the program is to call for a function whose address it has got by itself. */
void *libc_patched(void *real);

#endif
