#include "report/dwarf.h"

#include <string.h>

enum attribute {
  AT_LOCATION = 0x02,
  AT_NAME = 0x03,
  AT_BYTE_SIZE = 0x0b,
  AT_UPPER_BOUND = 0x2f,
  AT_COUNT = 0x37,
  AT_MEMBER_LOCATION = 0x38,
  AT_SPECIFICATION = 0x47,
  AT_TYPE = 0x49,
  AT_STRING_OFFSETS_BASE = 0x72,
  AT_ADDRESS_BASE = 0x73,
};

enum form {
  FORM_ADDR = 0x01,
  FORM_BLOCK2 = 0x03,
  FORM_BLOCK4 = 0x04,
  FORM_DATA2 = 0x05,
  FORM_DATA4 = 0x06,
  FORM_DATA8 = 0x07,
  FORM_STRING = 0x08,
  FORM_BLOCK = 0x09,
  FORM_BLOCK1 = 0x0a,
  FORM_DATA1 = 0x0b,
  FORM_FLAG = 0x0c,
  FORM_SDATA = 0x0d,
  FORM_STRP = 0x0e,
  FORM_UDATA = 0x0f,
  FORM_REF_ADDR = 0x10,
  FORM_REF1 = 0x11,
  FORM_REF2 = 0x12,
  FORM_REF4 = 0x13,
  FORM_REF8 = 0x14,
  FORM_REF_UDATA = 0x15,
  FORM_INDIRECT = 0x16,
  FORM_SEC_OFFSET = 0x17,
  FORM_EXPRLOC = 0x18,
  FORM_FLAG_PRESENT = 0x19,
  FORM_STRX = 0x1a,
  FORM_ADDRX = 0x1b,
  FORM_DATA16 = 0x1e,
  FORM_LINE_STRP = 0x1f,
  FORM_REF_SIG8 = 0x20,
  FORM_IMPLICIT_CONST = 0x21,
  FORM_LOCLISTX = 0x22,
  FORM_RNGLISTX = 0x23,
  FORM_STRX1 = 0x25,
  FORM_STRX2 = 0x26,
  FORM_STRX3 = 0x27,
  FORM_STRX4 = 0x28,
  FORM_ADDRX1 = 0x29,
  FORM_ADDRX2 = 0x2a,
  FORM_ADDRX3 = 0x2b,
  FORM_ADDRX4 = 0x2c,
};

enum operation { OP_ADDR = 0x03, OP_ADDRX = 0xa1 };

/* --- bytes ----------------------------------------------------------------------------------- */

/* A place in a section; `bad` once something was read beyond its end. */
struct cursor {
  const struct dwarf_sections *section;
  size_t at, end;
  bool bad;
};

static struct cursor cursor_at(const struct dwarf_sections *section, size_t at, size_t end) {
  const size_t limit = end < section->size ? end : section->size;
  return (struct cursor){.section = section, .at = at, .end = limit, .bad = at > limit};
}

static uint64_t number(struct cursor *cursor, unsigned size) {
  uint64_t value = 0;
  if (cursor->bad || cursor->end - cursor->at < size) {
    cursor->bad = true;
    return 0;
  }
  for (unsigned i = 0; i < size && i < 8; i++)
    value |= (uint64_t)cursor->section->bytes[cursor->at + i] << (8 * i);
  cursor->at += size;
  return value;
}

static uint64_t leb128(struct cursor *cursor) {
  uint64_t value = 0;
  for (unsigned shift = 0; !cursor->bad; shift += 7) {
    const uint64_t byte = number(cursor, 1);
    if (shift < 64)
      value |= (byte & 0x7f) << shift;
    if (!(byte & 0x80))
      break;
  }
  return value;
}

static void skip(struct cursor *cursor, uint64_t size) {
  if (cursor->bad || cursor->end - cursor->at < size)
    cursor->bad = true;
  else
    cursor->at += size;
}

static const char *string_in(const struct dwarf_sections *section, uint64_t offset) {
  if (offset >= section->size || !memchr(section->bytes + offset, 0, section->size - offset))
    return NULL;
  return (const char *)section->bytes + offset;
}

/* --- values of attributes -------------------------------------------------------------------- */

struct value {
  uint64_t number;
  const char *string;
  struct cursor block; /* of an expression */
  bool is_block;
};

static const char *indexed_string(const struct dwarf_reader *reader, uint64_t index) {
  struct cursor cursor =
      cursor_at(&reader->string_offsets, reader->unit.string_base + 4 * index, SIZE_MAX);
  const uint64_t offset = number(&cursor, 4);
  return cursor.bad ? NULL : string_in(&reader->strings, offset);
}

static uint64_t indexed_address(const struct dwarf_reader *reader, uint64_t index) {
  const unsigned size = reader->unit.address_size;
  struct cursor cursor =
      cursor_at(&reader->addresses, reader->unit.address_base + size * index, SIZE_MAX);
  return number(&cursor, size);
}

static void read_block(struct cursor *cursor, uint64_t size, struct value *value) {
  value->is_block = true;
  value->block = *cursor;
  skip(cursor, size);
  value->block.end = cursor->at;
}

static bool read_string(const struct dwarf_reader *reader, struct cursor *cursor, unsigned form,
                        struct value *value) {
  switch (form) {
  case FORM_STRING:
    value->string = cursor->bad ? NULL : string_in(cursor->section, cursor->at);
    if (!value->string)
      cursor->bad = true;
    else
      skip(cursor, strlen(value->string) + 1);
    return true;
  case FORM_STRP:
    value->string = string_in(&reader->strings, number(cursor, 4));
    return true;
  case FORM_LINE_STRP:
    value->string = string_in(&reader->line_strings, number(cursor, 4));
    return true;
  case FORM_STRX:
    value->string = indexed_string(reader, leb128(cursor));
    return true;
  case FORM_STRX1:
  case FORM_STRX2:
  case FORM_STRX3:
  case FORM_STRX4:
    value->string = indexed_string(reader, number(cursor, form - FORM_STRX1 + 1));
    return true;
  default:
    return false;
  }
}

/* Numbers, references and blocks. References become offsets in the whole section. */
static bool read_number(const struct dwarf_reader *reader, struct cursor *cursor, unsigned form,
                        struct value *value) {
  const uint64_t unit = reader->unit.begin;
  switch (form) {
  case FORM_DATA1:
  case FORM_FLAG:
    value->number = number(cursor, 1);
    return true;
  case FORM_DATA2:
    value->number = number(cursor, 2);
    return true;
  case FORM_DATA4:
  case FORM_SEC_OFFSET:
  case FORM_REF_ADDR:
    value->number = number(cursor, 4);
    return true;
  case FORM_DATA8:
  case FORM_REF_SIG8:
    value->number = number(cursor, 8);
    return true;
  case FORM_DATA16:
    skip(cursor, 16);
    return true;
  case FORM_ADDR:
    value->number = number(cursor, reader->unit.address_size);
    return true;
  case FORM_SDATA:
  case FORM_UDATA:
  case FORM_LOCLISTX:
  case FORM_RNGLISTX:
  case FORM_ADDRX:
    value->number = leb128(cursor);
    return true;
  case FORM_ADDRX1:
  case FORM_ADDRX2:
  case FORM_ADDRX3:
  case FORM_ADDRX4:
    value->number = number(cursor, form - FORM_ADDRX1 + 1);
    return true;
  case FORM_REF1:
    value->number = unit + number(cursor, 1);
    return true;
  case FORM_REF2:
    value->number = unit + number(cursor, 2);
    return true;
  case FORM_REF4:
    value->number = unit + number(cursor, 4);
    return true;
  case FORM_REF8:
    value->number = unit + number(cursor, 8);
    return true;
  case FORM_REF_UDATA:
    value->number = unit + leb128(cursor);
    return true;
  case FORM_FLAG_PRESENT:
    value->number = 1;
    return true;
  default:
    return false;
  }
}

static bool read_value(const struct dwarf_reader *reader, struct cursor *cursor, unsigned form,
                       struct value *value) {
  *value = (struct value){0};
  if (form == FORM_INDIRECT)
    form = (unsigned)leb128(cursor);
  if (read_string(reader, cursor, form, value) || read_number(reader, cursor, form, value))
    return !cursor->bad;
  switch (form) {
  case FORM_BLOCK1:
    read_block(cursor, number(cursor, 1), value);
    return !cursor->bad;
  case FORM_BLOCK2:
    read_block(cursor, number(cursor, 2), value);
    return !cursor->bad;
  case FORM_BLOCK4:
    read_block(cursor, number(cursor, 4), value);
    return !cursor->bad;
  case FORM_BLOCK:
  case FORM_EXPRLOC:
    read_block(cursor, leb128(cursor), value);
    return !cursor->bad;
  default:
    return false; /* its length is unknown: the rest cannot be read */
  }
}

/* --- entries --------------------------------------------------------------------------------- */

static void set_address(const struct dwarf_reader *reader, struct value *value,
                        struct dwarf_entry *entry) {
  struct cursor *block = &value->block;
  if (!value->is_block)
    return;
  const uint64_t operation = number(block, 1);
  if (operation == OP_ADDR)
    entry->address = number(block, reader->unit.address_size);
  else if (operation == OP_ADDRX)
    entry->address = indexed_address(reader, leb128(block));
  else
    return;
  entry->has_address = !block->bad && block->at == block->end;
}

static void set_attribute(struct dwarf_reader *reader, uint64_t attribute, struct value *value,
                          struct dwarf_entry *entry) {
  switch (attribute) {
  case AT_NAME:
    entry->name = value->string ? value->string : "";
    break;
  case AT_TYPE:
    entry->type = value->number;
    break;
  case AT_SPECIFICATION:
    entry->specification = value->number;
    break;
  case AT_BYTE_SIZE:
    entry->size = value->is_block ? 0 : value->number;
    break;
  case AT_MEMBER_LOCATION:
    entry->member_offset = value->is_block ? 0 : value->number;
    break;
  case AT_UPPER_BOUND:
    entry->count = value->is_block ? 0 : value->number + 1;
    break;
  case AT_COUNT:
    entry->count = value->is_block ? 0 : value->number;
    break;
  case AT_LOCATION:
    set_address(reader, value, entry);
    break;
  case AT_STRING_OFFSETS_BASE:
    reader->unit.string_base = value->number;
    break;
  case AT_ADDRESS_BASE:
    reader->unit.address_base = value->number;
    break;
  }
}

/* Where the abbreviation of each code begins, for the unit's table. */
static void index_abbreviations(struct dwarf_reader *reader) {
  enum { CAPACITY = sizeof reader->codes / sizeof *reader->codes };
  struct cursor cursor = cursor_at(&reader->abbrev, reader->unit.abbrev, SIZE_MAX);
  memset(reader->codes, 0, sizeof reader->codes);
  for (;;) {
    const uint64_t code = leb128(&cursor);
    if (cursor.bad || code == 0)
      return;
    if (code < CAPACITY)
      reader->codes[code] = cursor.at;
    leb128(&cursor);
    number(&cursor, 1);
    for (uint64_t attribute = 1, form = 1; !cursor.bad && (attribute || form);) {
      attribute = leb128(&cursor);
      form = leb128(&cursor);
      if (form == FORM_IMPLICIT_CONST)
        leb128(&cursor);
    }
  }
}

static bool begin_unit(struct dwarf_reader *reader) {
  const size_t begin = reader->at;
  struct cursor cursor = cursor_at(&reader->info, begin, SIZE_MAX);
  const uint64_t length = number(&cursor, 4);
  if (cursor.bad || length >= 0xfffffff0 || length > reader->info.size - cursor.at)
    return false; /* the end, or the 64-bit format, which no compiler here writes */
  memset(&reader->unit, 0, sizeof reader->unit);
  reader->unit.begin = begin;
  reader->unit.end = cursor.at + length;
  reader->unit.version = (unsigned)number(&cursor, 2);
  const bool five = reader->unit.version == 5;
  const uint64_t unit_type = five ? number(&cursor, 1) : 1;
  if (five)
    reader->unit.address_size = (unsigned)number(&cursor, 1);
  reader->unit.abbrev = number(&cursor, 4);
  if (!five)
    reader->unit.address_size = (unsigned)number(&cursor, 1);
  if (cursor.bad || reader->unit.address_size > 8)
    return false;
  reader->at = (five || reader->unit.version == 4) && unit_type == 1 ? cursor.at : reader->unit.end;
  reader->depth = 0;
  /* Past the headers of these sections, unless the unit says otherwise. */
  reader->unit.string_base = reader->unit.address_base = 8;
  index_abbreviations(reader);
  return true;
}

void dwarf_begin(struct dwarf_reader *reader, const struct image *image) {
  memset(reader, 0, sizeof *reader);
  const struct {
    const char *name;
    struct dwarf_sections *section;
  } all[] = {{".debug_info", &reader->info},
             {".debug_abbrev", &reader->abbrev},
             {".debug_str", &reader->strings},
             {".debug_line_str", &reader->line_strings},
             {".debug_str_offsets", &reader->string_offsets},
             {".debug_addr", &reader->addresses}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    all[i].section->bytes = image_section_named(image, all[i].name, &all[i].section->size);
}

/* The attributes of one entry, as its abbreviation lists them. */
static bool read_entry(struct dwarf_reader *reader, struct cursor *info, uint64_t code,
                       struct dwarf_entry *entry) {
  if (code >= sizeof reader->codes / sizeof *reader->codes || !reader->codes[code])
    return false;
  struct cursor abbrev = cursor_at(&reader->abbrev, reader->codes[code], SIZE_MAX);
  entry->tag = (uint32_t)leb128(&abbrev);
  const bool has_children = number(&abbrev, 1);
  for (;;) {
    const uint64_t attribute = leb128(&abbrev);
    const unsigned form = (unsigned)leb128(&abbrev);
    if (abbrev.bad || (attribute == 0 && form == 0))
      break;
    struct value value = {0};
    if (form == FORM_IMPLICIT_CONST)
      value.number = leb128(&abbrev);
    else if (!read_value(reader, info, form, &value))
      return false;
    set_attribute(reader, attribute, &value, entry);
  }
  entry->depth = reader->depth;
  reader->depth += has_children;
  return !abbrev.bad;
}

bool dwarf_next(struct dwarf_reader *reader, struct dwarf_entry *entry) {
  for (;;) {
    while (reader->at >= reader->unit.end)
      if (!begin_unit(reader))
        return false;
    struct cursor info = cursor_at(&reader->info, reader->at, reader->unit.end);
    *entry = (struct dwarf_entry){.offset = reader->at, .name = ""};
    const uint64_t code = leb128(&info);
    if (code == 0 && !info.bad) { /* the end of a list of children */
      reader->depth -= reader->depth > 0;
      reader->at = info.at;
    } else if (info.bad || !read_entry(reader, &info, code, entry)) {
      reader->at = reader->unit.end; /* go on with the next unit */
    } else {
      reader->at = info.at;
      return true;
    }
  }
}
