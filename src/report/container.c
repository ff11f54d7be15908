#include "report/container.h"

#include <dwarf.h>
#include <string.h>

#include "report/values.h"

enum { DEEPEST = 8, LONGEST_KEY = 24 };

bool container_is_guard(Dwarf_Die *type) {
  return type_is_called(type, "unique_lock<") || type_is_called(type, "lock_guard<") ||
         type_is_called(type, "scoped_lock<") || type_is_called(type, "shared_lock<");
}

/* Whether a part of the record is of this class, which its node has as template argument. */
static bool is_same(Dwarf_Die *a, Dwarf_Die *b) {
  return dwarf_dieoffset(a) == dwarf_dieoffset(b);
}

/* Where a part of this type lies in a record: it is the last one, behind base classes and links. */
static bool find_part(Dwarf_Die *record, Dwarf_Die *wanted, uint64_t *offset, unsigned depth) {
  Dwarf_Die child, type;
  uint64_t width;
  if (depth > DEEPEST || !type_is_record(record) || dwarf_child(record, &child) != 0)
    return false;
  do {
    const int tag = dwarf_tag(&child);
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
        dwarf_hasattr(&child, DW_AT_external) || !type_of(&child, &type))
      continue;
    const uint64_t at = *offset, inside = member_bits(&child, &width) / 8;
    *offset += inside;
    if (is_same(&type, wanted) || find_part(&type, wanted, offset, depth + 1))
      return true;
    *offset = at;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

static bool find_member(Dwarf_Die *record, const char *name, Dwarf_Die *type, uint64_t *offset) {
  Dwarf_Die child;
  uint64_t width;
  if (dwarf_child(record, &child) != 0)
    return false;
  do
    if (dwarf_tag(&child) == DW_TAG_member && dwarf_diename(&child) &&
        strcmp(dwarf_diename(&child), name) == 0 && type_of(&child, type)) {
      *offset += member_bits(&child, &width) / 8;
      return true;
    }
  while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

/* --- keys ------------------------------------------------------------------------------------- */

/* std::string keeps a pointer and the length. */
static const char *string_key(struct arena *arena, const struct memory_view *view,
                              uint64_t address) {
  uint64_t at, length, word;
  char text[LONGEST_KEY + 8] = {0};
  if (!memory_view_read(view, address, &at) || !memory_view_read(view, address + 8, &length) ||
      length > LONGEST_KEY)
    return "...";
  for (uint64_t i = 0; i < length; i += sizeof word) {
    if (!memory_view_read(view, at + i, &word))
      return "...";
    memcpy(text + i, &word, sizeof word);
  }
  text[length] = 0;
  for (const char *c = text; *c; c++)
    if (*c < ' ' || *c == '"')
      return "...";
  return arena_printf(arena, "\"%s\"", text);
}

static const char *key_text(struct arena *arena, const struct memory_view *view, uint64_t address,
                            Dwarf_Die *type) {
  uint64_t word;
  const uint64_t size = type_size(type);
  const int tag = dwarf_tag(type);
  if (type_is_called(type, "basic_string<char,"))
    return string_key(arena, view, address);
  if ((tag != DW_TAG_base_type && tag != DW_TAG_enumeration_type) || !size || size > sizeof word ||
      !memory_view_read(view, address, &word))
    return "...";
  word = size < 8 ? word & ((UINT64_C(1) << 8 * size) - 1) : word;
  const char *text = value_by_type(arena, type, word);
  return *text ? text : arena_printf(arena, "%llu", (unsigned long long)word);
}

/* --- nodes ------------------------------------------------------------------------------------ */

const char *container_element(struct arena *arena, const struct memory_view *view, uint64_t address,
                              const Dwarf_Die *node, Dwarf_Die *element, uint64_t *offset) {
  Dwarf_Die record = *node, key;
  *offset = 0;
  if ((!type_is_called(&record, "_Rb_tree_node<") && !type_is_called(&record, "_Hash_node<") &&
       !type_is_called(&record, "_List_node<") && !type_is_called(&record, "_Fwd_list_node<")) ||
      !type_argument(&record, element) || !find_part(&record, element, offset, 0))
    return NULL;
  uint64_t first = *offset;
  Dwarf_Die pair = *element;
  if (!type_is_called(&pair, "pair<") || !find_member(&pair, "first", &key, &first) ||
      !find_member(&pair, "second", element, offset))
    return "...";
  return key_text(arena, view, address + first, &key);
}
