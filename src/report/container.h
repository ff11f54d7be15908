/* What the classes of the C++ library mean to their user: guards of locks, and nodes of maps, sets
 * and lists, which are known by the elements in them. */
#ifndef RAVEL_REPORT_CONTAINER_H
#define RAVEL_REPORT_CONTAINER_H

#include "report/memory_view.h"
#include "report/types.h"

/* Whether it keeps a lock that is somebody else's: nobody calls the lock after it. */
bool container_is_guard(Dwarf_Die *type);

/* The element in a node of this type at `address`: its type, where it lies in the node, and what
 * one writes in brackets to get it, which is the key of a map, or "...". NULL: it is no node. */
const char *container_element(struct arena *arena, const struct memory_view *view, uint64_t address,
                              const Dwarf_Die *node, Dwarf_Die *element, uint64_t *offset);

#endif
