#include "report/reach.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 100000, MOST_WAYS = 4096, MOST_ELEMENTS = 64, DEEPEST = 8 };

void reach_begin(struct reach *reach, const struct memory_view *view) {
  *reach = (struct reach){.view = view};
}

void reach_end(struct reach *reach) {
  free(reach->ways);
  arena_free(&reach->arena);
  *reach = (struct reach){0};
}

/* --- finding ways ----------------------------------------------------------------------------- */

static bool ends_with_arrow(const char *name) {
  const size_t length = strlen(name);
  return length > 2 && strcmp(name + length - 2, "->") == 0;
}

static void add_way(struct reach *reach, Dwarf_Die *pointer_type, uint64_t value,
                    const char *within, const char *pointer) {
  const struct shared_region *block = memory_view_find(reach->view, value);
  struct way way = {.begin = value, .within = within, .pointer = pointer};
  if (ends_with_arrow(pointer)) /* a pointer that its class keeps to itself */
    way.pointer = arena_printf(&reach->arena, "%.*s", (int)strlen(pointer) - 2, pointer);
  if (*way.pointer == '*')
    way.pointer = arena_printf(&reach->arena, "(%s)", way.pointer);
  if (reach->n == MOST_WAYS || !block || block->kind != REGION_BLOCK ||
      !type_pointee(pointer_type, &way.type) || !(way.size = type_size(&way.type)))
    return;
  way.end = block->addr + block->size;
  way.block = block->addr;
  way.refers = dwarf_tag(pointer_type) != DW_TAG_pointer_type;
  for (uint32_t i = 0; i < reach->n; i++)
    if (reach->ways[i].block == way.block && reach->ways[i].begin <= way.begin)
      return; /* there is one that is as short */
  if ((reach->n & (reach->n - 1)) == 0)
    reach->ways = must_realloc(reach->ways, (reach->n ? 2 * reach->n : 1) * sizeof *reach->ways);
  reach->ways[reach->n++] = way;
}

static void look_at(struct reach *reach, uint64_t address, Dwarf_Die *type, const char *within,
                    const char *name, unsigned depth);

static void look_at_members(struct reach *reach, uint64_t address, Dwarf_Die *record,
                            const char *within, const char *name, unsigned depth) {
  Dwarf_Die child, type;
  if (dwarf_child(record, &child) != 0)
    return;
  do {
    const int tag = dwarf_tag(&child);
    uint64_t width;
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
        dwarf_hasattr(&child, DW_AT_external) || !type_of(&child, &type))
      continue;
    const uint64_t bits = member_bits(&child, &width);
    const char *member = tag == DW_TAG_member ? dwarf_diename(&child) : NULL;
    const bool named = member && *member && !name_is_reserved(member);
    if (!width)
      look_at(reach, address + bits / 8, &type, within,
              named ? arena_printf(&reach->arena, ends_with_arrow(name) ? "%s%s" : "%s.%s", name,
                                   member)
                    : name,
              depth + 1);
  } while (dwarf_siblingof(&child, &child) == 0);
}

static void look_at_elements(struct reach *reach, uint64_t address, Dwarf_Die *array,
                             const char *within, const char *name, unsigned depth) {
  Dwarf_Die type;
  const uint64_t all = type_size(array), size = type_of(array, &type) ? type_size(&type) : 0;
  for (uint64_t i = 0; size && i < MOST_ELEMENTS && (i + 1) * size <= all; i++) {
    Dwarf_Die whole = *array;
    struct buffer path = {0};
    type_path(&whole, i * size, size, &path, &(struct bit_range){0});
    look_at(reach, address + i * size, &type, within,
            arena_printf(&reach->arena, "%s%s", name, buffer_text(&path)), depth + 1);
    buffer_free(&path);
  }
}

/* All pointers in an object of this type. */
static void look_at(struct reach *reach, uint64_t address, Dwarf_Die *type, const char *within,
                    const char *name, unsigned depth) {
  uint64_t value;
  if (depth > DEEPEST || reach->steps++ > MOST_STEPS)
    return;
  switch (dwarf_tag(type)) {
  case DW_TAG_pointer_type:
  case DW_TAG_reference_type:
  case DW_TAG_rvalue_reference_type:
    if (memory_view_read(reach->view, address, &value))
      add_way(reach, type, value, within, name);
    break;
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type:
    look_at_members(reach, address, type, within, name, depth);
    break;
  case DW_TAG_array_type:
    look_at_elements(reach, address, type, within, name, depth);
    break;
  }
}

void reach_from(struct reach *reach, const struct variable *variable, const char *within,
                const char *name) {
  Dwarf_Die type = variable->type;
  if (variable->in_register)
    add_way(reach, &type, variable->value, within, name);
  else
    look_at(reach, variable->address, &type, within, name, 0);
}

/* What one writes before the name of a member of what the way leads to, or for the whole. */
static const char *element_name(struct reach *reach, struct way *way, uint64_t index) {
  if (way->end - way->begin >= 2 * way->size)
    return arena_printf(&reach->arena, "%s[%llu]", way->pointer, (unsigned long long)index);
  if (way->refers)
    return way->pointer;
  return type_is_record(&way->type) ? arena_printf(&reach->arena, "%s->", way->pointer)
                                    : arena_printf(&reach->arena, "*%s", way->pointer);
}

void reach_follow(struct reach *reach) {
  for (uint32_t i = 0; i < reach->n; i++) {
    struct way way = reach->ways[i];
    const uint64_t n = (way.end - way.begin) / way.size;
    for (uint64_t k = 0; k < n && k < MOST_ELEMENTS; k++) {
      Dwarf_Die type = way.type;
      look_at(reach, way.begin + k * way.size, &type, way.within, element_name(reach, &way, k), 0);
    }
  }
}

/* --- telling them ----------------------------------------------------------------------------- */

struct way *reach_find(const struct reach *reach, uint64_t address) {
  for (uint32_t i = 0; i < reach->n; i++)
    if (address >= reach->ways[i].begin && address < reach->ways[i].end)
      return &reach->ways[i];
  return NULL;
}

struct way *reach_block(const struct reach *reach, uint64_t start) {
  for (uint32_t i = 0; i < reach->n; i++)
    if (reach->ways[i].block == start)
      return &reach->ways[i];
  return NULL;
}

bool reach_path(struct way *way, uint64_t address, uint64_t size, struct buffer *out,
                Dwarf_Die *type, struct bit_range *bits) {
  const uint64_t offset = address - way->begin, index = offset / way->size;
  const bool one = way->end - way->begin < 2 * way->size;
  struct buffer path = {0};
  *type = way->type;
  const bool value = type_path(type, offset % way->size, size, &path, bits);
  const char *part = buffer_text(&path);
  buffer_puts(out, way->within);
  if (!one)
    buffer_printf(out, "%s[%llu]%s", way->pointer, (unsigned long long)index, part);
  else if (way->refers)
    buffer_printf(out, "%s%s", way->pointer, part);
  else if (*part == '.')
    buffer_printf(out, "%s->%s", way->pointer, part + 1);
  else if (*part)
    buffer_printf(out, "(*%s)%s", way->pointer, part);
  else if (type_is_record(&way->type) && size < way->size)
    buffer_puts(out, way->pointer); /* a part that its class keeps to itself */
  else
    buffer_printf(out, "*%s", way->pointer);
  buffer_free(&path);
  return value;
}
