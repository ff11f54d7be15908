#include "report/unseen.h"

#include <string.h>

#include "report/image.h"
#include "report/instruction.h"
#include "report/lines.h"

struct unseen {
  uint32_t n;
  uint64_t first; /* address after the first of them, as in the file */
};

typedef size_t instruction(const uint8_t *code, size_t size, bool *atomic);

static instruction *instruction_of(const struct image *image) {
  switch (image->header->e_machine) {
  case EM_X86_64:
    return x86_instruction;
  case EM_AARCH64:
    return arm_instruction;
  default:
    return NULL;
  }
}

/* What clang leaves of a load of 16 bytes after the call that makes it: zero in place of zero. */
static bool changes_nothing(const uint8_t *code, size_t at) {
  static const uint8_t zero_rbx_and_exchange[] = {0x31, 0xdb, 0xf0, 0x48, 0x0f, 0xc7};
  return at >= 2 && memcmp(code + at - 2, zero_rbx_and_exchange, sizeof zero_rbx_and_exchange) == 0;
}

static void look_into(struct unseen *unseen, const uint8_t *code, const Elf64_Sym *function,
                      instruction *decode) {
  bool atomic;
  for (size_t at = 0, length; at < function->st_size; at += length) {
    length = decode(code + at, function->st_size - at, &atomic);
    if (!length)
      return; /* no longer sure where instructions begin */
    if (atomic && !changes_nothing(code, at) && unseen->n++ == 0)
      unseen->first = function->st_value + at + length;
  }
}

static struct unseen unseen_find(const char *path) {
  struct unseen unseen = {0};
  struct image image;
  if (!image_open(&image, path))
    return unseen;
  instruction *const decode = instruction_of(&image);
  size_t n;
  const Elf64_Sym *all =
      image_table(&image, image_section_of_type(&image, SHT_SYMTAB), sizeof *all, &n);
  for (size_t i = 0; decode && i < n; i++) {
    const Elf64_Shdr *section =
        ELF64_ST_TYPE(all[i].st_info) == STT_FUNC ? image_section(&image, all[i].st_shndx) : NULL;
    const uint64_t offset = section ? all[i].st_value - section->sh_addr : 0;
    if (!section || section->sh_type != SHT_PROGBITS || all[i].st_value < section->sh_addr)
      continue;
    const uint8_t *code = image_at(&image, section->sh_offset + offset, all[i].st_size);
    if (code)
      look_into(&unseen, code, &all[i], decode);
  }
  image_close(&image);
  return unseen;
}

bool unseen_describe(const char *path, const char *directory, struct buffer *text) {
  const struct unseen unseen = unseen_find(path);
  if (!unseen.n)
    return false;
  const struct shared_module module = {.end = UINT64_MAX};
  struct debug debug;
  struct lines lines;
  debug_open(&debug, &module, 1, path);
  lines_open(&lines, &debug, directory);
  const struct place *place = lines_own_place(lines_find(&lines, unseen.first));
  const bool one = unseen.n == 1;
  buffer_printf(text, "%u atomic instruction%s", unseen.n, one ? "" : "s");
  if (place)
    buffer_printf(text, " (%s%s:%u)", one ? "" : "the first at ", place->file, place->line);
  buffer_printf(text,
                " from inline assembly, or from a file not compiled by ravel cc, %s not explored: "
                "write C11 atomics or __atomic builtins instead",
                one ? "is" : "are");
  lines_close(&lines);
  debug_close(&debug);
  return true;
}
