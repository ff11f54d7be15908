#include "report/reach.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "report/block_type.h"
#include "report/container.h"

enum { MOST_STEPS = 100000, MOST_WAYS = 4096, MOST_ELEMENTS = 64, DEEPEST = 8 };

void reach_begin(struct reach *reach, const struct memory_view *view, struct debug *debug) {
  *reach = (struct reach){.view = view, .debug = debug};
}

void reach_end(struct reach *reach) {
  free(reach->ways);
  arena_free(&reach->arena);
  *reach = (struct reach){0};
}

/* --- ways ------------------------------------------------------------------------------------- */

static bool ends_with(const char *name, const char *end) {
  const size_t length = strlen(name), n = strlen(end);
  return length > n && strcmp(name + length - n, end) == 0;
}

/* What is written between a name and a member: nothing more behind "q->" and "Pool::". */
static const char *dot_after(const char *name) {
  return ends_with(name, "->") || ends_with(name, "::") ? "" : ".";
}

/* What is written before a member, or for the whole: a pointer that its class keeps to itself is
 * not written. */
static const char *pointer_name(struct reach *reach, const char *name) {
  const size_t length = strlen(name) - (ends_with(name, "->") ? 2 : 0);
  return arena_printf(&reach->arena, *name == '*' ? "(%.*s)" : "%.*s", (int)length, name);
}

/* Takes the place of one that costs more. */
static void put_way(struct reach *reach, const struct way *way) {
  for (uint32_t i = 0; i < reach->n; i++) {
    struct way *known = &reach->ways[i];
    if (known->block != way->block)
      continue;
    if (known->from.cost <= way->from.cost && known->begin <= way->begin && known->end >= way->end)
      return;
    if (known->from.cost > way->from.cost && known->begin >= way->begin && known->end <= way->end) {
      *known = *way;
      return;
    }
  }
  if (reach->n == MOST_WAYS)
    return;
  if ((reach->n & (reach->n - 1)) == 0)
    reach->ways = must_realloc(reach->ways, (reach->n ? 2 * reach->n : 1) * sizeof *reach->ways);
  reach->ways[reach->n++] = *way;
}

/* A node of a container leads to the element in it. */
static void put_element(struct reach *reach, const struct way *node) {
  struct way element = {.from = node->from, .block = node->block, .refers = true};
  uint64_t offset;
  const char *index = container_element(&reach->arena, reach->view, node->begin, &node->type,
                                        &element.type, &offset);
  if (!index)
    return;
  element.pointer = arena_printf(&reach->arena, "%s[%s]", node->pointer, index);
  element.size = type_size(&element.type);
  element.begin = node->begin + offset;
  element.end = element.begin + element.size;
  put_way(reach, &element);
}

/* What a pointer may lead to: to one object, or into an array of them. */
enum leads { TO_ONE, TO_MANY };

static void add_way(struct reach *reach, Dwarf_Die *pointer_type, enum leads leads, uint64_t value,
                    const struct reach_root *from, const char *name) {
  const struct shared_region *block = memory_view_find(reach->view, value);
  struct way way = {.from = *from, .begin = value};
  Dwarf_Die allocated;
  if (!block || block->kind != REGION_BLOCK || !type_pointee(pointer_type, &way.type))
    return;
  way.pointer = pointer_name(reach, name);
  way.block = block->addr;
  way.refers = dwarf_tag(pointer_type) != DW_TAG_pointer_type;
  if (value == block->addr && type_is_record(&way.type) &&
      block_type(reach->debug, block, &allocated) && type_begins_with(&allocated, &way.type))
    way.type = allocated;
  way.size = type_size(&way.type);
  const uint64_t rest = block->addr + block->size - value;
  if (!way.size)
    return;
  const bool open = type_is_open(&way.type);
  way.many =
      leads == TO_MANY && !way.refers && !open && rest >= 2 * way.size && rest % way.size == 0;
  way.end = value + (way.many || open || rest < way.size ? rest : way.size);
  put_element(reach, &way);
  put_way(reach, &way);
}

/* --- objects ---------------------------------------------------------------------------------- */

static void look_at(struct reach *reach, uint64_t address, Dwarf_Die *type, enum leads leads,
                    const struct reach_root *from, const char *name, unsigned depth);

/* Pointers of the C++ library that lead to an array are the first ones of a vector and a string. */
static enum leads leads_to(const char *member, bool named) {
  return named || strcmp(member, "_M_start") == 0 || strcmp(member, "__begin_") == 0 ||
                 strcmp(member, "_M_p") == 0
             ? TO_MANY
             : TO_ONE;
}

static void look_at_members(struct reach *reach, uint64_t address, Dwarf_Die *record,
                            const struct reach_root *from, const char *name, unsigned depth) {
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
    member = member ? member : "";
    const bool named = *member && !name_is_reserved(member);
    if (!width)
      look_at(reach, address + bits / 8, &type, leads_to(member, named), from,
              named ? arena_printf(&reach->arena, "%s%s%s", name, dot_after(name), member) : name,
              depth + 1);
  } while (dwarf_siblingof(&child, &child) == 0);
}

static void look_at_elements(struct reach *reach, uint64_t address, Dwarf_Die *array,
                             enum leads leads, const struct reach_root *from, const char *name,
                             unsigned depth) {
  Dwarf_Die type;
  const uint64_t all = type_size(array), size = type_of(array, &type) ? type_size(&type) : 0;
  for (uint64_t i = 0; size && i < MOST_ELEMENTS && (i + 1) * size <= all; i++) {
    Dwarf_Die whole = *array;
    struct buffer path = {0};
    type_path(&whole, i * size, size, &path, &(struct bit_range){0});
    look_at(reach, address + i * size, &type, leads, from,
            arena_printf(&reach->arena, "%s%s", name, buffer_text(&path)), depth + 1);
    buffer_free(&path);
  }
}

/* All pointers in an object of this type. */
static void look_at(struct reach *reach, uint64_t address, Dwarf_Die *type, enum leads leads,
                    const struct reach_root *from, const char *name, unsigned depth) {
  uint64_t value;
  if (depth > DEEPEST || reach->steps++ > MOST_STEPS)
    return;
  switch (dwarf_tag(type)) {
  case DW_TAG_pointer_type:
  case DW_TAG_reference_type:
  case DW_TAG_rvalue_reference_type:
    if (memory_view_read(reach->view, address, &value))
      add_way(reach, type, leads, value, from, name);
    break;
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type:
    if (!container_is_guard(type))
      look_at_members(reach, address, type, from, name, depth);
    break;
  case DW_TAG_array_type:
    look_at_elements(reach, address, type, leads, from, name, depth);
    break;
  }
}

void reach_from(struct reach *reach, const struct variable *variable, const struct reach_root *root,
                const char *name) {
  Dwarf_Die type = variable->type;
  const enum leads leads = strcmp(variable->name, "this") == 0 ? TO_ONE : TO_MANY;
  if (variable->in_register)
    add_way(reach, &type, leads, variable->value, root, name);
  else
    look_at(reach, variable->address, &type, leads, root, name, 0);
}

/* What one writes before the name of a member of what the way leads to, or for the whole. */
static const char *element_name(struct reach *reach, struct way *way, uint64_t index) {
  if (way->many)
    return arena_printf(&reach->arena, "%s[%llu]", way->pointer, (unsigned long long)index);
  if (way->refers || ends_with(way->pointer, "::"))
    return way->pointer;
  return type_is_record(&way->type) ? arena_printf(&reach->arena, "%s->", way->pointer)
                                    : arena_printf(&reach->arena, "*%s", way->pointer);
}

static void follow_pointer(struct reach *reach, struct way way) {
  const uint64_t n = way.many ? (way.end - way.begin) / way.size : 1;
  way.from.cost++;
  for (uint64_t k = 0; k < n && k < MOST_ELEMENTS; k++) {
    Dwarf_Die type = way.type;
    look_at(reach, way.begin + k * way.size, &type, TO_MANY, &way.from,
            element_name(reach, &way, k), 0);
  }
}

void reach_follow(struct reach *reach) {
  uint32_t left = reach->n;
  for (uint32_t cost = 0; left; cost++) {
    left = 0;
    for (uint32_t i = 0; i < reach->n; i++) {
      if (reach->ways[i].from.cost == cost)
        follow_pointer(reach, reach->ways[i]);
      left += reach->ways[i].from.cost > cost;
    }
  }
}

/* --- telling them ----------------------------------------------------------------------------- */

static struct way *better(struct way *way, struct way *best) {
  return !best || way->from.cost < best->from.cost ? way : best;
}

struct way *reach_find(const struct reach *reach, uint64_t address) {
  struct way *best = NULL;
  for (uint32_t i = 0; i < reach->n; i++)
    if (address >= reach->ways[i].begin && address < reach->ways[i].end)
      best = better(&reach->ways[i], best);
  return best;
}

struct way *reach_block(const struct reach *reach, uint64_t start) {
  struct way *best = NULL;
  for (uint32_t i = 0; i < reach->n; i++)
    if (reach->ways[i].block == start)
      best = better(&reach->ways[i], best);
  return best;
}

bool reach_path(struct way *way, uint64_t address, uint64_t size, struct buffer *out,
                Dwarf_Die *type, struct bit_range *bits) {
  const uint64_t offset = address - way->begin, index = way->many ? offset / way->size : 0;
  struct buffer path = {0};
  *type = way->type;
  const bool value = type_path(type, offset - index * way->size, size, &path, bits);
  const char *part = buffer_text(&path);
  buffer_puts(out, way->from.within);
  if (way->many)
    buffer_printf(out, "%s[%llu]%s", way->pointer, (unsigned long long)index, part);
  else if (way->refers || strcmp(part, ".use_count()") == 0)
    buffer_printf(out, "%s%s", way->pointer, part);
  else if (ends_with(way->pointer, "::"))
    buffer_printf(out, "%.*s%s", (int)strlen(way->pointer) - (*part == '.' ? 0 : 2), way->pointer,
                  part + (*part == '.'));
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
