#include "report/types.h"

#include <stdlib.h>
#include <string.h>

#include "report/dwarf.h"

enum { MAX_DIMENSIONS = 4, MAX_DEPTH = 64, MAX_ALIASES = 32 };

enum type_kind {
  TYPE_SCALAR, /* has no parts; also what is not known */
  TYPE_ALIAS,  /* typedef, const, volatile, _Atomic: the same as `inner` */
  TYPE_ARRAY,
  TYPE_RECORD,   /* structure or class */
  TYPE_VARIABLE, /* not a type: a variable of type `inner` */
};

struct type {
  uint64_t offset; /* of its entry */
  enum type_kind kind;
  uint64_t inner; /* offset of the entry of the type it is made from */
  uint64_t specification;
  uint64_t size; /* 0: unknown, or to be found from `inner` */
  uint64_t counts[MAX_DIMENSIONS];
  uint32_t n_counts;
  uint32_t first_member, n_members;
  bool has_address;
  uint64_t address;
};

struct member {
  uint32_t owner; /* index of the type */
  const char *name;
  uint64_t offset, inner;
};

/* --- loading --------------------------------------------------------------------------------- */

static enum type_kind kind_of(uint32_t tag) {
  switch (tag) {
  case DWARF_ARRAY:
    return TYPE_ARRAY;
  case DWARF_CLASS:
  case DWARF_STRUCTURE:
    return TYPE_RECORD;
  case DWARF_TYPEDEF:
  case DWARF_CONST:
  case DWARF_VOLATILE:
  case DWARF_ATOMIC:
    return TYPE_ALIAS;
  case DWARF_VARIABLE:
    return TYPE_VARIABLE;
  default:
    return TYPE_SCALAR;
  }
}

static void *grow(void *array, uint32_t n, uint32_t *capacity, size_t size) {
  if (n < *capacity)
    return array;
  *capacity = *capacity ? 2 * *capacity : 256;
  return must_realloc(array, *capacity * size);
}

/* clang leaves the size of a pointer to be known. */
static uint64_t size_of_entry(const struct dwarf_entry *entry) {
  const bool pointer = entry->tag == DWARF_POINTER || entry->tag == DWARF_REFERENCE;
  return pointer && entry->size == 0 ? sizeof(void *) : entry->size;
}

static void add_type(struct types *types, const struct dwarf_entry *entry) {
  types->all = grow(types->all, types->n, &types->capacity, sizeof *types->all);
  types->all[types->n++] = (struct type){.offset = entry->offset,
                                         .kind = kind_of(entry->tag),
                                         .inner = entry->type,
                                         .specification = entry->specification,
                                         .size = size_of_entry(entry),
                                         .has_address = entry->has_address,
                                         .address = entry->address};
}

static void add_member(struct types *types, struct arena *arena, uint32_t owner,
                       const struct dwarf_entry *entry) {
  types->members =
      grow(types->members, types->n_members, &types->members_capacity, sizeof *types->members);
  types->members[types->n_members++] = (struct member){.owner = owner,
                                                       .name = arena_string(arena, entry->name),
                                                       .offset = entry->member_offset,
                                                       .inner = entry->type};
}

static int by_owner(const void *a, const void *b) {
  const struct member *x = a, *y = b;
  if (x->owner != y->owner)
    return (x->owner > y->owner) - (x->owner < y->owner);
  return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Members of a record whose list is interrupted by nested types come together here. */
static void gather_members(struct types *types) {
  if (types->n_members)
    qsort(types->members, types->n_members, sizeof *types->members, by_owner);
  for (uint32_t i = types->n_members; i > 0; i--) {
    struct type *owner = &types->all[types->members[i - 1].owner];
    owner->first_member = i - 1;
    owner->n_members++;
  }
}

struct variable {
  uint64_t address;
  uint32_t index;
};

static int by_address(const void *a, const void *b) {
  const struct variable *x = a, *y = b;
  return (x->address > y->address) - (x->address < y->address);
}

static void gather_variables(struct types *types) {
  struct variable *found = must_alloc(types->n * sizeof *found);
  for (uint32_t i = 0; i < types->n; i++)
    if (types->all[i].kind == TYPE_VARIABLE && types->all[i].has_address)
      found[types->n_variables++] = (struct variable){types->all[i].address, i};
  if (types->n_variables)
    qsort(found, types->n_variables, sizeof *found, by_address);
  types->variables = must_alloc(types->n_variables * sizeof *types->variables);
  for (uint32_t i = 0; i < types->n_variables; i++)
    types->variables[i] = found[i].index;
  free(found);
}

void types_load(struct types *types, struct arena *arena, const char *path) {
  struct image image;
  *types = (struct types){0};
  if (!image_open(&image, path))
    return;
  struct dwarf_reader *reader = must_alloc(sizeof *reader);
  struct dwarf_entry entry;
  uint32_t parents[MAX_DEPTH] = {0}; /* index + 1 of the type at each depth; 0: no type */
  dwarf_begin(reader, &image);
  while (dwarf_next(reader, &entry)) {
    const uint32_t parent =
        entry.depth > 0 && entry.depth <= MAX_DEPTH ? parents[entry.depth - 1] : 0;
    struct type *owner = parent ? &types->all[parent - 1] : NULL;
    if (entry.tag == DWARF_SUBRANGE && owner && owner->kind == TYPE_ARRAY) {
      if (owner->n_counts < MAX_DIMENSIONS)
        owner->counts[owner->n_counts++] = entry.count;
    } else if (entry.tag == DWARF_MEMBER || entry.tag == DWARF_INHERITANCE) {
      if (owner && owner->kind == TYPE_RECORD)
        add_member(types, arena, parent - 1, &entry);
    }
    add_type(types, &entry);
    if (entry.depth < MAX_DEPTH)
      parents[entry.depth] = types->n;
  }
  gather_members(types);
  gather_variables(types);
  free(reader);
  image_close(&image);
}

void types_free(struct types *types) {
  free(types->all);
  free(types->variables);
  free(types->members);
  *types = (struct types){0};
}

/* --- asking ---------------------------------------------------------------------------------- */

static const struct type *type_at(const struct types *types, uint64_t offset) {
  uint32_t low = 0, high = types->n;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (types->all[middle].offset < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return offset && low < types->n && types->all[low].offset == offset ? &types->all[low] : NULL;
}

/* Without its names: what the type really is; NULL: unknown. */
static const struct type *real_type(const struct types *types, uint64_t offset) {
  const struct type *type = type_at(types, offset);
  for (unsigned i = 0; type && type->kind == TYPE_ALIAS && i < MAX_ALIASES; i++)
    type = type_at(types, type->inner);
  return type;
}

/* Arrays of arrays are one array with several dimensions, so this ends. */
static uint64_t size_of(const struct types *types, const struct type *type) {
  uint64_t factor = 1;
  for (unsigned i = 0; type && i < MAX_ALIASES; i++) {
    if (type->size || type->kind != TYPE_ARRAY)
      return factor * type->size;
    for (uint32_t k = 0; k < type->n_counts; k++)
      factor *= type->counts[k];
    type = real_type(types, type->inner);
  }
  return 0;
}

static const struct type *element(const struct types *types, const struct type *array,
                                  uint64_t *offset, struct buffer *out) {
  const struct type *inner = real_type(types, array->inner);
  uint64_t size = size_of(types, inner);
  for (uint32_t k = 1; k < array->n_counts; k++)
    size *= array->counts[k];
  for (uint32_t k = 0; k < array->n_counts; k++) {
    if (size == 0)
      return NULL;
    buffer_printf(out, "[%llu]", (unsigned long long)(*offset / size));
    *offset %= size;
    if (k + 1 < array->n_counts && array->counts[k + 1])
      size /= array->counts[k + 1];
  }
  return array->n_counts ? inner : NULL;
}

/* The member that `offset` lies in. A base class is a part without a name. */
static const struct type *part(const struct types *types, const struct type *record,
                               uint64_t *offset, struct buffer *out) {
  for (uint32_t i = record->n_members; i > 0; i--) {
    const struct member *member = &types->members[record->first_member + i - 1];
    const struct type *inner = real_type(types, member->inner);
    if (!inner || *offset < member->offset || *offset - member->offset >= size_of(types, inner))
      continue;
    *offset -= member->offset;
    if (*member->name)
      buffer_printf(out, ".%s", member->name);
    return inner;
  }
  return NULL;
}

static const struct type *type_of_variable(const struct types *types, uint64_t address) {
  uint32_t low = 0, high = types->n_variables;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (types->all[types->variables[middle]].address < address)
      low = middle + 1;
    else
      high = middle;
  }
  const struct type *variable =
      low < types->n_variables ? &types->all[types->variables[low]] : NULL;
  if (!variable || variable->address != address)
    return NULL;
  /* A definition may leave its type to the declaration. */
  if (!variable->inner)
    variable = type_at(types, variable->specification);
  return variable ? real_type(types, variable->inner) : NULL;
}

/* A structure around one value: what is accessed is the value. Those of the C++ library keep theirs
 * to themselves, in names that begin with an underscore. */
static bool is_wrapper(const struct types *types, const struct type *type, uint64_t size) {
  if (type->kind != TYPE_RECORD || type->n_members != 1 || size != size_of(types, type))
    return false;
  const char *name = types->members[type->first_member].name;
  return *name && *name != '_';
}

void types_path(const struct types *types, uint64_t address, uint64_t offset, uint64_t size,
                struct buffer *out) {
  const struct type *type = type_of_variable(types, address);
  for (unsigned i = 0; type && i < MAX_DEPTH; i++) {
    const bool all = offset == 0 && size >= size_of(types, type);
    if (all && !is_wrapper(types, type, size) && !(type->kind == TYPE_ARRAY && size == SIZE_MAX))
      break;
    if (type->kind == TYPE_ARRAY)
      type = element(types, type, &offset, out);
    else if (type->kind == TYPE_RECORD)
      type = part(types, type, &offset, out);
    else
      break;
  }
  if (offset)
    buffer_printf(out, "+%llu", (unsigned long long)offset);
}
