#include "report/block_type.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* The class that a member function belongs to; inlined or not, its declaration is inside that. */
static bool class_of(Dwarf_Die *function, Dwarf_Die *class) {
  Dwarf_Attribute attribute;
  Dwarf_Die origin = *function, *scopes = NULL;
  if (dwarf_attr(&origin, DW_AT_abstract_origin, &attribute))
    dwarf_formref_die(&attribute, &origin);
  if (dwarf_attr(&origin, DW_AT_specification, &attribute))
    dwarf_formref_die(&attribute, &origin);
  const int n = dwarf_getscopes_die(&origin, &scopes);
  const bool found = n > 1 && type_is_record(&scopes[1]);
  if (found)
    *class = scopes[1];
  free(scopes);
  return found;
}

static bool allocator_at(struct debug *debug, uint64_t pc, Dwarf_Die *type) {
  Dwarf_Die scopes[DEBUG_MAX_SCOPES], class;
  struct debug_module *module = pc ? debug_module_at(debug, pc - 1) : NULL;
  const uint32_t n = module ? debug_scopes(module, pc - 1, scopes) : 0;
  for (uint32_t i = 0; i < n; i++) {
    const char *name = dwarf_diename(&scopes[i]);
    if (name && strcmp(name, "allocate") == 0 && class_of(&scopes[i], &class) &&
        (type_is_called(&class, "__new_allocator<") || type_is_called(&class, "new_allocator<") ||
         type_is_called(&class, "allocator<")))
      return type_argument(&class, type);
  }
  return false;
}

bool block_type(struct debug *debug, const struct shared_region *block, Dwarf_Die *type) {
  bool found = allocator_at(debug, block->pc, type);
  for (uint32_t i = 0; !found && i < RECORD_CALLERS && block->callers[i]; i++)
    found = allocator_at(debug, block->callers[i], type);
  const uint64_t size = found ? type_size(type) : 0;
  return size && block->size % size == 0;
}

bool type_begins_with(Dwarf_Die *type, Dwarf_Die *base) {
  enum { DEEPEST = 16 };
  const char *name = dwarf_diename(base);
  Dwarf_Die at = *type, child;
  for (unsigned i = 0; name && i < DEEPEST; i++) {
    const char *this = dwarf_diename(&at);
    if (this && strcmp(this, name) == 0)
      return true;
    if (!type_is_record(&at) || dwarf_child(&at, &child) != 0)
      return false;
    while (dwarf_tag(&child) != DW_TAG_inheritance)
      if (dwarf_siblingof(&child, &child) != 0)
        return false;
    if (!type_of(&child, &at))
      return false;
  }
  return false;
}
