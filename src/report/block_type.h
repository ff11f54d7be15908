/*
 * What a heap block was allocated for, where the code says so: allocators of the C++ library are
 * templates that are given the type.
 */
#ifndef RAVEL_REPORT_BLOCK_TYPE_H
#define RAVEL_REPORT_BLOCK_TYPE_H

#include "protocol/shared.h"
#include "report/debug.h"
#include "report/types.h"

/* The type of the objects in a block; false: it is not known. */
bool block_type(struct debug *debug, const struct shared_region *block, Dwarf_Die *type);

/* Whether an object of a class begins with one of another, as that of a derived class does. */
bool type_begins_with(Dwarf_Die *type, Dwarf_Die *base);

#endif
