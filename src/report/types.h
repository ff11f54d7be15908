/* Types of a program, as libdw's entries, and the way from a variable to a part of it. */
#ifndef RAVEL_REPORT_TYPES_H
#define RAVEL_REPORT_TYPES_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "report/buffer.h"

/* The type of a variable, member or pointer, without typedef, const and their kind: what it really
 * is. False: it has none, or it is not known. */
bool type_of(Dwarf_Die *entry, Dwarf_Die *type);

uint64_t type_size(Dwarf_Die *type); /* 0: unknown */

/* The first type that a template was given; false: it is no template's, or was given none. */
bool type_argument(Dwarf_Die *type, Dwarf_Die *argument);

/* Whether its name, without the namespace, begins so. */
bool type_is_called(Dwarf_Die *type, const char *beginning);

/* What a pointer or a reference leads to. */
bool type_pointee(Dwarf_Die *type, Dwarf_Die *to);

/* Whether it has members. */
bool type_is_record(Dwarf_Die *type);

/* Whether it ends with an array that is as long as the block has room for. */
bool type_is_open(Dwarf_Die *record);

/* Whether it is a pointer to characters. */
bool type_is_string(Dwarf_Die *type);

/* Where a member lies in its record, in bits, and how wide it is; the width is 0 for a member that
 * is no bit-field. */
uint64_t member_bits(Dwarf_Die *member, uint64_t *width);

/* Names of the implementation: of members that their user does not know. */
bool name_is_reserved(const char *name);

/* The bits of an access that a bit-field has; the width is 0 where it is about no single one. */
struct bit_range {
  uint64_t first, width;
};

/* Appends what leads from an object of the type to `size` bytes at `offset` in it: "[2].next". What
 * no name is known for is written as "+8". SIZE_MAX stands for what a pointer leads to: of an
 * array, that is an element. Returns whether it led to a value, and leaves the type of that in
 * `type`; where it led to a bit-field, `bits` says which of the bits that is. */
bool type_path(Dwarf_Die *type, uint64_t offset, uint64_t size, struct buffer *out,
               struct bit_range *bits);

/* The type of the one value that an object of this type is made of: that in a std::atomic<int>. */
void type_of_value(Dwarf_Die *type);

#endif
