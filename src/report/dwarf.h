/*
 * Debug information as a sequence of entries, in the order of the file: DWARF 4 and 5, as much of
 * it as is needed to know the types of variables. Sections that are compressed, split off or
 * damaged end the sequence early; nothing depends on it but nicer names.
 */
#ifndef RAVEL_REPORT_DWARF_H
#define RAVEL_REPORT_DWARF_H

#include "report/image.h"

enum dwarf_tag {
  DWARF_ARRAY = 0x01,
  DWARF_CLASS = 0x02,
  DWARF_MEMBER = 0x0d,
  DWARF_POINTER = 0x0f,
  DWARF_REFERENCE = 0x10,
  DWARF_STRUCTURE = 0x13,
  DWARF_TYPEDEF = 0x16,
  DWARF_UNION = 0x17,
  DWARF_INHERITANCE = 0x1c,
  DWARF_SUBRANGE = 0x21,
  DWARF_CONST = 0x26,
  DWARF_VARIABLE = 0x34,
  DWARF_VOLATILE = 0x35,
  DWARF_ATOMIC = 0x47,
};

/* An entry with the attributes that are of interest here. */
struct dwarf_entry {
  uint64_t offset; /* in .debug_info; names the entry */
  uint32_t tag;    /* enum dwarf_tag, or another one */
  uint32_t depth;  /* of the tree: a child is one deeper than its parent */
  const char *name;
  uint64_t type;          /* offset of the entry of its type; 0: none */
  uint64_t specification; /* offset of the entry that declares it; 0: none */
  uint64_t size;          /* in bytes; 0: unknown */
  uint64_t member_offset;
  uint64_t count; /* of a subrange; 0: unknown */
  bool has_address;
  uint64_t address; /* of a variable */
};

struct dwarf_reader {
  struct dwarf_sections {
    const unsigned char *bytes;
    size_t size;
  } info, abbrev, strings, line_strings, string_offsets, addresses;
  size_t at; /* in .debug_info: the next entry */
  uint32_t depth;
  /* The unit that is being read. */
  struct {
    size_t begin, end, abbrev;
    uint64_t string_base, address_base;
    unsigned version, address_size;
  } unit;
  /* Where the abbreviations of the unit begin, by code: most have few, with small codes. */
  size_t codes[2048];
};

void dwarf_begin(struct dwarf_reader *reader, const struct image *image);

/* The next entry; false at the end. Names stay valid as long as the image does. */
bool dwarf_next(struct dwarf_reader *reader, struct dwarf_entry *entry);

#endif
