/* A 64-bit ELF file in memory. Every access is checked against its length: the file may be
 * anything. */
#ifndef RAVEL_REPORT_IMAGE_H
#define RAVEL_REPORT_IMAGE_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

#include "report/buffer.h"

struct image {
  struct buffer contents;
  const Elf64_Ehdr *header;
};

/* False when it cannot be read or is no such file. */
bool image_open(struct image *image, const char *path);
void image_close(struct image *image);

/* `size` bytes at `offset` of the file, or NULL. */
const void *image_at(const struct image *image, uint64_t offset, uint64_t size);

const Elf64_Shdr *image_section(const struct image *image, uint32_t index);
const Elf64_Shdr *image_section_of_type(const struct image *image, uint32_t type);

/* A section that is a table of structures, and how many; NULL when it is none. */
const void *image_table(const struct image *image, const Elf64_Shdr *section, size_t element,
                        size_t *n);

/* The contents of a section; NULL when it is not there, or compressed. */
const unsigned char *image_section_named(const struct image *image, const char *name, size_t *size);

/* The string at `offset` of a string table, or NULL when it does not end inside it. */
const char *image_string(const struct image *image, const Elf64_Shdr *table, uint64_t offset);

/* Whether the file is a dynamically linked ELF program that needs library `soname`. */
enum elf_needs { ELF_NEEDS, ELF_NEEDS_NOT, ELF_NOT_A_PROGRAM };
enum elf_needs elf_needs(const char *path, const char *soname);

/* Whether the program in this ELF file may be loaded at any address. */
bool elf_moves(const char *path);

#endif
