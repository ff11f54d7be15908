/* What .eh_frame and the tables of exception handlers say: see binary.h. The functions that read
 * give 0 and clear `ok` where the bytes end or mean something that is not known here. */
#include <string.h>

#include "liveness/binary.h"

enum { OMITTED = 0xff, RELATIVE = 0x10, INDIRECT = 0x80 };

struct cursor {
  const uint8_t *at, *end;
  uint64_t address; /* of `at` */
  bool ok;
};

static void skip_bytes(struct cursor *c, size_t size) {
  c->ok &= (size_t)(c->end - c->at) >= size;
  if (c->ok) {
    c->at += size;
    c->address += size;
  }
}

static uint64_t read_fixed(struct cursor *c, size_t size) {
  uint64_t value = 0;
  const uint8_t *at = c->at;
  skip_bytes(c, size);
  if (c->ok)
    memcpy(&value, at, size);
  return value;
}

static uint64_t read_leb(struct cursor *c) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const uint64_t byte = read_fixed(c, 1);
    value |= (byte & 0x7f) << shift;
    if (!(byte & 0x80))
      return value;
  }
  c->ok = false;
  return 0;
}

static uint64_t read_plain(struct cursor *c, unsigned encoding) {
  switch (encoding & 0xf) {
  case 0x0: /* an address */
  case 0x4:
  case 0xc:
    return read_fixed(c, 8);
  case 0x1:
    return read_leb(c);
  case 0x2:
    return read_fixed(c, 2);
  case 0x3:
    return read_fixed(c, 4);
  case 0xa:
    return (uint64_t)(int64_t)(int16_t)read_fixed(c, 2);
  case 0xb:
    return (uint64_t)(int64_t)(int32_t)read_fixed(c, 4);
  default:
    c->ok = false;
    return 0;
  }
}

/* An address; 0 is 0 whatever it is relative to. */
static uint64_t read_address(struct cursor *c, unsigned encoding) {
  const uint64_t here = c->address;
  const uint64_t value = read_plain(c, encoding);
  if ((encoding & 0x70) != 0 && (encoding & 0x70) != RELATIVE)
    c->ok = false;
  return value && encoding & RELATIVE ? here + value : value;
}

/* What a common information entry says about the functions that refer to it. */
struct common {
  bool augmented;
  uint8_t address, handlers; /* encodings */
};

static struct common read_common(struct cursor *c) {
  struct common common = {.handlers = OMITTED};
  const uint64_t version = read_fixed(c, 1);
  const uint8_t *name = c->at, *end = memchr(name, 0, (size_t)(c->end - c->at));
  c->ok &= end && (version == 1 || version == 3);
  skip_bytes(c, end ? (size_t)(end - name) + 1 : 0);
  read_leb(c); /* alignments, which are not of interest, and the register of the return address */
  read_leb(c);
  if (version == 1)
    read_fixed(c, 1);
  else
    read_leb(c);
  for (; c->ok && *name; name++) {
    if (*name == 'z')
      common.augmented = (read_leb(c), true);
    else if (*name == 'L')
      common.handlers = (uint8_t)read_fixed(c, 1);
    else if (*name == 'R')
      common.address = (uint8_t)read_fixed(c, 1);
    else if (*name == 'P')
      read_plain(c, (unsigned)read_fixed(c, 1));
    else /* such as S: the frame is that of a signal */
      c->ok = false;
  }
  return common;
}

static bool read_part(struct cursor *c, const struct common *common, struct binary_part *part) {
  part->begin = read_address(c, common->address);
  part->end = part->begin + read_plain(c, common->address);
  part->handlers = 0;
  if (common->augmented)
    read_leb(c);
  if (common->handlers != OMITTED)
    part->handlers = read_address(c, common->handlers);
  c->ok &= common->handlers == OMITTED || !(common->handlers & INDIRECT);
  return c->ok;
}

bool binary_part(const struct binary *binary, uint64_t address, struct binary_part *part) {
  const Elf64_Shdr *section = NULL;
  const struct image *image = &binary->image;
  for (uint32_t i = 0; i < image->header->e_shnum; i++) {
    const char *name = image_string(image, image_section(image, image->header->e_shstrndx),
                                    image_section(image, i)->sh_name);
    if (name && strcmp(name, ".eh_frame") == 0)
      section = image_section(image, i);
  }
  const uint8_t *begin = section ? image_at(image, section->sh_offset, section->sh_size) : NULL;
  if (!begin)
    return false;
  struct cursor all = {begin, begin + section->sh_size, section->sh_addr, true};
  for (;;) {
    const uint64_t length = read_fixed(&all, 4);
    if (!all.ok || length == 0 || length > (size_t)(all.end - all.at))
      return false;
    struct cursor entry = {all.at, all.at + length, all.address, true};
    skip_bytes(&all, length);
    const uint8_t *here = entry.at;
    const uint64_t back = read_fixed(&entry, 4);
    if (!back || back > (size_t)(here - begin))
      continue;
    struct cursor shared = {here - back, all.end, 0, true};
    const uint64_t shared_length = read_fixed(&shared, 4);
    if (!shared.ok || shared_length > (size_t)(shared.end - shared.at) || read_fixed(&shared, 4))
      return false;
    const struct common common = read_common(&shared);
    if (shared.ok && read_part(&entry, &common, part) && address >= part->begin &&
        address < part->end)
      return true;
  }
}

bool binary_handler(const struct binary *binary, const struct binary_part *part, uint64_t address,
                    uint64_t *handler) {
  *handler = 0;
  if (!part->handlers)
    return true;
  size_t size;
  const uint8_t *bytes = binary_bytes(binary, part->handlers, &size);
  if (!bytes)
    return false;
  struct cursor c = {bytes, bytes + size, part->handlers, true};
  const unsigned base_encoding = (unsigned)read_fixed(&c, 1);
  const uint64_t base = base_encoding == OMITTED ? part->begin : read_address(&c, base_encoding);
  if ((unsigned)read_fixed(&c, 1) != OMITTED) /* types, which do not matter here */
    read_leb(&c);
  const unsigned encoding = (unsigned)read_fixed(&c, 1);
  const uint64_t length = read_leb(&c);
  if (!c.ok || length > (size_t)(c.end - c.at))
    return false;
  c.end = c.at + length;
  while (c.ok && c.at < c.end) {
    const uint64_t begin = part->begin + read_plain(&c, encoding);
    const uint64_t end = begin + read_plain(&c, encoding);
    const uint64_t pad = read_plain(&c, encoding);
    read_leb(&c);
    if (c.ok && address >= begin && address < end) {
      *handler = pad ? base + pad : 0;
      return true;
    }
  }
  return c.ok;
}
