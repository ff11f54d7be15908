/* An ELF file as code: its instructions, the names of what it calls, and what .eh_frame says about
 * its functions. All addresses are those of the file. */
#ifndef RAVEL_LIVENESS_BINARY_H
#define RAVEL_LIVENESS_BINARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/image.h"

struct binary {
  struct image image;
};

bool binary_open(struct binary *binary, const char *path);
void binary_close(struct binary *binary);

/* The bytes from `address` to the end of its section; NULL: there are none. */
const uint8_t *binary_bytes(const struct binary *binary, uint64_t address, size_t *size);

/* The symbol of another module whose address the dynamic linker puts into the word at `address`;
 * NULL: none is known, or it may be one of this module. */
const char *binary_import(const struct binary *binary, uint64_t address);

/* The word that the entry of the procedure linkage table at `address` jumps through; 0: there is no
 * such entry. */
uint64_t binary_linkage(const struct binary *binary, uint64_t address);

/* The name of the function that begins at `address`; NULL: none is known. */
const char *binary_function(const struct binary *binary, uint64_t address);

/* A function, or a part of one that lies apart. */
struct binary_part {
  uint64_t begin, end;
  uint64_t handlers; /* the table of its exception handlers; 0: there is none */
};

/* The part that `address` is in. */
bool binary_part(const struct binary *binary, uint64_t address, struct binary_part *part);

/* The handler for exceptions out of the call at `address`: 0 if there is none. False: the table is
 * not understood. */
bool binary_handler(const struct binary *binary, const struct binary_part *part, uint64_t address,
                    uint64_t *handler);

#endif
