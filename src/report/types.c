#include "report/types.h"

#include <dwarf.h>
#include <string.h>

enum { MAX_DIMENSIONS = 4, MAX_DEPTH = 64 };

/* --- what a type is --------------------------------------------------------------------------- */

static bool is_alias(int tag) {
  return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
         tag == DW_TAG_atomic_type || tag == DW_TAG_restrict_type;
}

bool type_is_record(Dwarf_Die *type) {
  const int tag = dwarf_tag(type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* A type may be defined in a unit of its own. */
static bool type_at(Dwarf_Die *entry, unsigned attribute, Dwarf_Die *to) {
  Dwarf_Attribute reference;
  return dwarf_attr_integrate(entry, attribute, &reference) &&
         dwarf_formref_die(&reference, to) != NULL;
}

bool type_is_called(Dwarf_Die *type, const char *beginning) {
  const char *name = dwarf_diename(type);
  return name && strncmp(name, beginning, strlen(beginning)) == 0;
}

bool type_argument(Dwarf_Die *type, Dwarf_Die *argument) {
  Dwarf_Die child;
  if (!type_is_record(type) || dwarf_child(type, &child) != 0)
    return false;
  do
    if (dwarf_tag(&child) == DW_TAG_template_type_parameter)
      return type_of(&child, argument);
  while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

/* Room that the C++ library keeps for an object which it makes there later: that object. */
static void look_into_room(Dwarf_Die *type) {
  Dwarf_Die object;
  if ((type_is_called(type, "__aligned_buffer<") || type_is_called(type, "__aligned_membuf<")) &&
      type_argument(type, &object))
    *type = object;
}

bool type_of(Dwarf_Die *entry, Dwarf_Die *type) {
  Dwarf_Die next;
  if (!type_at(entry, DW_AT_type, type))
    return false;
  for (unsigned i = 0; is_alias(dwarf_tag(type)) && i < MAX_DEPTH; i++) {
    if (!type_at(type, DW_AT_type, &next))
      return false; /* const void */
    *type = next;
  }
  if (type_at(type, DW_AT_signature, &next))
    *type = next;
  look_into_room(type);
  return true;
}

uint64_t type_size(Dwarf_Die *type) {
  Dwarf_Word size = 0;
  const int tag = dwarf_tag(type);
  if (dwarf_aggregate_size(type, &size) == 0)
    return size;
  const bool pointer = tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
                       tag == DW_TAG_rvalue_reference_type;
  return pointer ? sizeof(void *) : 0; /* clang leaves it to be known */
}

bool type_pointee(Dwarf_Die *type, Dwarf_Die *to) {
  const int tag = dwarf_tag(type);
  return (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
          tag == DW_TAG_rvalue_reference_type) &&
         type_of(type, to);
}

bool type_is_string(Dwarf_Die *type) {
  Dwarf_Die to;
  const char *name = type_pointee(type, &to) ? dwarf_diename(&to) : NULL;
  return name && strcmp(name, "char") == 0;
}

bool name_is_reserved(const char *name) {
  return name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

/* --- members ---------------------------------------------------------------------------------- */

static uint64_t number_of(Dwarf_Die *entry, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  Dwarf_Op *operations;
  size_t n;
  if (!dwarf_attr_integrate(entry, attribute, &found))
    return 0;
  if (dwarf_formudata(&found, &value) == 0)
    return value;
  /* DWARF 2 and 3 have an expression that adds the offset. */
  return dwarf_getlocation(&found, &operations, &n) == 0 && n == 1 &&
                 operations[0].atom == DW_OP_plus_uconst
             ? operations[0].number
             : 0;
}

uint64_t member_bits(Dwarf_Die *member, uint64_t *width) {
  const uint64_t bytes = number_of(member, DW_AT_data_member_location);
  *width = number_of(member, DW_AT_bit_size);
  if (dwarf_hasattr(member, DW_AT_data_bit_offset))
    return number_of(member, DW_AT_data_bit_offset);
  if (!dwarf_hasattr(member, DW_AT_bit_offset))
    return 8 * bytes;
  /* DWARF 2 and 3 count from the other end of the unit that holds it. */
  Dwarf_Die type;
  uint64_t unit = number_of(member, DW_AT_byte_size);
  if (!unit && type_of(member, &type))
    unit = type_size(&type);
  return 8 * bytes + 8 * unit - number_of(member, DW_AT_bit_offset) - *width;
}

static bool is_part(Dwarf_Die *entry) {
  const int tag = dwarf_tag(entry);
  return (tag == DW_TAG_member || tag == DW_TAG_inheritance) &&
         !dwarf_hasattr(entry, DW_AT_external) && !dwarf_hasattr(entry, DW_AT_const_value);
}

/* The bit-fields that `size` bytes at `offset` have bits of: one, or several in braces. */
static uint32_t bit_fields(Dwarf_Die *record, uint64_t offset, uint64_t size, struct buffer *out,
                           struct bit_range *bits) {
  Dwarf_Die child;
  struct buffer names = {0};
  uint32_t n = 0;
  if (dwarf_child(record, &child) != 0)
    return 0;
  do {
    uint64_t width;
    const uint64_t bit = is_part(&child) ? member_bits(&child, &width) : 0;
    const char *name = dwarf_diename(&child);
    if (!is_part(&child) || !width || !name || bit >= 8 * (offset + size) ||
        bit + width <= 8 * offset)
      continue;
    buffer_printf(&names, "%s%s", n++ ? ", " : "", name);
    if (bit >= 8 * offset && bit + width <= 8 * (offset + size))
      *bits = (struct bit_range){bit - 8 * offset, width};
  } while (dwarf_siblingof(&child, &child) == 0);
  if (n)
    buffer_printf(out, n == 1 ? ".%s" : ".{%s}", buffer_text(&names));
  if (n != 1)
    bits->width = 0;
  buffer_free(&names);
  return n;
}

static bool is_unbounded(Dwarf_Die *type) {
  return dwarf_tag(type) == DW_TAG_array_type && type_size(type) == 0;
}

bool type_is_open(Dwarf_Die *record) {
  Dwarf_Die child, type;
  bool open = false;
  if (!type_is_record(record) || dwarf_child(record, &child) != 0)
    return false;
  do
    if (is_part(&child))
      open = type_of(&child, &type) && is_unbounded(&type);
  while (dwarf_siblingof(&child, &child) == 0);
  return open;
}

/* A class that is only declared: clang leaves the rest to the library's own debug information. */
static bool is_declared(Dwarf_Die *type) {
  return type_is_record(type) && dwarf_hasattr(type, DW_AT_declaration);
}

/* The member that `offset` lies in; of a union's, one that has the size if there is one. What is
 * only declared goes on to the next member. */
static bool find_member(Dwarf_Die *record, uint64_t offset, uint64_t size, Dwarf_Die *found) {
  Dwarf_Die child, type;
  bool any = false, open = false;
  if (dwarf_child(record, &child) != 0)
    return false;
  do {
    uint64_t width;
    if (!is_part(&child) || !type_of(&child, &type))
      continue;
    const uint64_t begin = member_bits(&child, &width) / 8;
    const bool endless = is_unbounded(&type) || is_declared(&type);
    const uint64_t length = endless ? UINT64_MAX : type_size(&type);
    if (width || offset < begin)
      continue;
    any = any && !open;
    open = false;
    if (offset - begin >= length)
      continue;
    const bool exact = offset == begin && length == size;
    if (!any || exact)
      *found = child;
    open = !any && endless;
    any = true;
    if (exact)
      break;
  } while (dwarf_siblingof(&child, &child) == 0);
  return any;
}

/* Into the member. A base class, an unnamed union and what the library keeps to itself are parts
 * without a name, but for the count of a shared_ptr, which its users know by a function. */
static bool into_member(Dwarf_Die *type, uint64_t *offset, uint64_t size, struct buffer *out) {
  Dwarf_Die member;
  uint64_t width;
  if (!find_member(type, *offset, size, &member) || !type_of(&member, type))
    return false;
  const char *name = dwarf_diename(&member);
  *offset -= member_bits(&member, &width) / 8;
  if (name && strcmp(name, "_M_use_count") == 0)
    buffer_puts(out, ".use_count()");
  else if (name && *name && !name_is_reserved(name) && dwarf_tag(&member) == DW_TAG_member)
    buffer_printf(out, ".%s", name);
  return true;
}

/* --- arrays ----------------------------------------------------------------------------------- */

static uint32_t dimensions(Dwarf_Die *array, uint64_t counts[MAX_DIMENSIONS]) {
  Dwarf_Die child;
  uint32_t n = 0;
  if (dwarf_child(array, &child) != 0)
    return 0;
  do {
    if (dwarf_tag(&child) == DW_TAG_subrange_type && n < MAX_DIMENSIONS)
      counts[n++] = dwarf_hasattr(&child, DW_AT_count) ? number_of(&child, DW_AT_count)
                    : dwarf_hasattr(&child, DW_AT_upper_bound)
                        ? number_of(&child, DW_AT_upper_bound) + 1
                        : 0;
  } while (dwarf_siblingof(&child, &child) == 0);
  return n;
}

static bool into_element(Dwarf_Die *type, uint64_t *offset, struct buffer *out) {
  uint64_t counts[MAX_DIMENSIONS];
  const uint32_t n = dimensions(type, counts);
  Dwarf_Die inner;
  if (!n || !type_of(type, &inner))
    return false;
  uint64_t size = type_size(&inner);
  for (uint32_t k = 1; k < n; k++)
    size *= counts[k];
  for (uint32_t k = 0; k < n; k++) {
    if (size == 0)
      return false;
    buffer_printf(out, "[%llu]", (unsigned long long)(*offset / size));
    *offset %= size;
    if (k + 1 < n && counts[k + 1])
      size /= counts[k + 1];
  }
  *type = inner;
  return true;
}

/* --- the way ---------------------------------------------------------------------------------- */

/* A class without data. */
static bool is_empty(Dwarf_Die *type) {
  Dwarf_Die child;
  if (!type_is_record(type) || dwarf_child(type, &child) != 0)
    return type_is_record(type);
  do
    if (is_part(&child))
      return false;
  while (dwarf_siblingof(&child, &child) == 0);
  return true;
}

/* The only part of a record, if there is no other. */
static bool only_part(Dwarf_Die *record, Dwarf_Die *part) {
  Dwarf_Die child, type;
  uint32_t n = 0;
  if (!type_is_record(record) || dwarf_child(record, &child) != 0)
    return false;
  do {
    if (!is_part(&child) || (type_of(&child, &type) && is_empty(&type)))
      continue;
    *part = child;
    n++;
  } while (dwarf_siblingof(&child, &child) == 0);
  return n == 1;
}

/* A structure around one value: what is accessed is the value. */
static bool is_wrapper(Dwarf_Die *type, uint64_t size) {
  Dwarf_Die part;
  const char *name =
      size == type_size(type) && only_part(type, &part) ? dwarf_diename(&part) : NULL;
  return name && dwarf_tag(&part) == DW_TAG_member && !name_is_reserved(name);
}

void type_of_value(Dwarf_Die *type) {
  Dwarf_Die part, inner;
  for (unsigned i = 0; i < MAX_DEPTH && only_part(type, &part) && type_of(&part, &inner); i++)
    *type = inner;
}

bool type_path(Dwarf_Die *type, uint64_t offset, uint64_t size, struct buffer *out,
               struct bit_range *bits) {
  bool known = true;
  *bits = (struct bit_range){0};
  for (unsigned i = 0; known && i < MAX_DEPTH; i++) {
    const bool array = dwarf_tag(type) == DW_TAG_array_type;
    const bool all = offset == 0 && size >= type_size(type) && !is_unbounded(type);
    if (all && !is_wrapper(type, size) && !(array && size == SIZE_MAX))
      return size == type_size(type);
    if (array)
      known = into_element(type, &offset, out);
    else if (type_is_record(type) && size != SIZE_MAX &&
             !find_member(type, offset, size, &(Dwarf_Die){0}) &&
             bit_fields(type, offset, size, out, bits))
      return false;
    else
      known = type_is_record(type) && into_member(type, &offset, size, out);
  }
  if (offset)
    buffer_printf(out, "+%llu", (unsigned long long)offset);
  return false;
}
