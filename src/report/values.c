#include "report/values.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t extended(uint64_t value, uint64_t size) {
  const unsigned bits = size && size < 8 ? 8 * (unsigned)size : 64;
  return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

/* As few digits as it takes to read the same number back. */
static const char *real_text(struct arena *arena, uint64_t value, uint64_t size) {
  char text[40];
  double number;
  float single;
  if (size == sizeof single) {
    memcpy(&single, &value, sizeof single);
    number = (double)single;
  } else {
    memcpy(&number, &value, sizeof number);
  }
  for (int digits = size == sizeof single ? 6 : 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, number);
    if (size == sizeof single ? strtof(text, NULL) == single : strtod(text, NULL) == number)
      break;
  }
  return arena_printf(arena, strpbrk(text, ".en") ? "%s" : "%s.0", text);
}

static const char *char_text(struct arena *arena, uint64_t value) {
  const unsigned char c = (unsigned char)value;
  switch (c) {
  case 0:
    return "'\\0'";
  case '\n':
    return "'\\n'";
  case '\t':
    return "'\\t'";
  case '\'':
    return "'\\''";
  case '\\':
    return "'\\\\'";
  }
  return c >= ' ' && c < 127 ? arena_printf(arena, "'%c'", c) : "";
}

/* What the simple rule for numbers gets wrong: unsigned ones that look negative, and large ones. */
static const char *integer_text(struct arena *arena, uint64_t value, uint64_t size,
                                bool is_signed) {
  const int64_t number = extended(value, size);
  const uint64_t natural = size && size < 8 ? value & ((UINT64_C(1) << 8 * size) - 1) : value;
  if (is_signed)
    return number < 0 || number > INT32_MAX ? arena_printf(arena, "%lld", (long long)number) : "";
  return number < 0 || natural > UINT32_MAX
             ? arena_printf(arena, "%llu", (unsigned long long)natural)
             : "";
}

static const char *base_text(struct arena *arena, Dwarf_Die *type, uint64_t value) {
  Dwarf_Attribute attribute;
  Dwarf_Word encoding = 0;
  const uint64_t size = type_size(type);
  const char *name = dwarf_diename(type);
  dwarf_formudata(dwarf_attr_integrate(type, DW_AT_encoding, &attribute), &encoding);
  switch (encoding) {
  case DW_ATE_boolean:
    return value <= 1 ? (value ? "true" : "false") : "";
  case DW_ATE_float:
    return size == sizeof(float) || size == sizeof(double) ? real_text(arena, value, size) : "";
  case DW_ATE_signed_char:
  case DW_ATE_unsigned_char:
    if (name && strcmp(name, "char") == 0)
      return char_text(arena, value);
    return integer_text(arena, value, size, encoding == DW_ATE_signed_char);
  case DW_ATE_signed:
    return integer_text(arena, value, size, true);
  case DW_ATE_unsigned:
    return integer_text(arena, value, size, false);
  }
  return "";
}

/* Of a scoped enumeration with the name of its type, as one has to write it. */
static const char *enum_text(struct arena *arena, Dwarf_Die *type, uint64_t value) {
  Dwarf_Attribute attribute;
  Dwarf_Die child;
  const char *scope = dwarf_hasattr(type, DW_AT_enum_class) ? dwarf_diename(type) : NULL;
  const int64_t wanted = extended(value, type_size(type));
  if (dwarf_child(type, &child) != 0)
    return "";
  do {
    Dwarf_Sword number = 0;
    if (dwarf_tag(&child) != DW_TAG_enumerator ||
        dwarf_formsdata(dwarf_attr(&child, DW_AT_const_value, &attribute), &number) != 0 ||
        extended((uint64_t)number, type_size(type)) != wanted)
      continue;
    const char *name = dwarf_diename(&child);
    return arena_printf(arena, "%s%s%s", scope ? scope : "", scope ? "::" : "", name ? name : "?");
  } while (dwarf_siblingof(&child, &child) == 0);
  return "";
}

const char *value_by_type(struct arena *arena, Dwarf_Die *type, uint64_t value) {
  type_of_value(type);
  switch (dwarf_tag(type)) {
  case DW_TAG_base_type:
    return base_text(arena, type, value);
  case DW_TAG_enumeration_type:
    return enum_text(arena, type, value);
  case DW_TAG_pointer_type:
    return value == 0 ? "NULL" : "";
  }
  return "";
}
