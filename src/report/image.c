#include "report/image.h"

#include <string.h>

const void *image_at(const struct image *image, uint64_t offset, uint64_t size) {
  const struct buffer *contents = &image->contents;
  return offset <= contents->length && size <= contents->length - offset ? contents->text + offset
                                                                         : NULL;
}

bool image_open(struct image *image, const char *path) {
  *image = (struct image){0};
  if (buffer_read_file(&image->contents, path)) {
    const Elf64_Ehdr *header = image->header = image_at(image, 0, sizeof *header);
    if (header && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
        header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_shentsize == sizeof(Elf64_Shdr) &&
        header->e_shoff % sizeof(uint64_t) == 0 &&
        image_at(image, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr)))
      return true;
  }
  image_close(image);
  return false;
}

void image_close(struct image *image) {
  buffer_free(&image->contents);
}

const Elf64_Shdr *image_section(const struct image *image, uint32_t index) {
  if (index >= image->header->e_shnum)
    return NULL;
  return image_at(image, image->header->e_shoff + (uint64_t)index * sizeof(Elf64_Shdr),
                  sizeof(Elf64_Shdr));
}

const Elf64_Shdr *image_section_of_type(const struct image *image, uint32_t type) {
  for (uint32_t i = 0; i < image->header->e_shnum; i++)
    if (image_section(image, i)->sh_type == type)
      return image_section(image, i);
  return NULL;
}

const void *image_table(const struct image *image, const Elf64_Shdr *section, size_t element,
                        size_t *n) {
  const void *table = section && section->sh_offset % sizeof(uint64_t) == 0
                          ? image_at(image, section->sh_offset, section->sh_size)
                          : NULL;
  *n = table ? section->sh_size / element : 0;
  return table;
}

const char *image_string(const struct image *image, const Elf64_Shdr *table, uint64_t offset) {
  const char *strings = table ? image_at(image, table->sh_offset, table->sh_size) : NULL;
  if (!strings || offset >= table->sh_size || !memchr(strings + offset, 0, table->sh_size - offset))
    return NULL;
  return strings + offset;
}

const unsigned char *image_section_named(const struct image *image, const char *name,
                                         size_t *size) {
  const Elf64_Shdr *names = image_section(image, image->header->e_shstrndx);
  *size = 0;
  for (uint32_t i = 0; i < image->header->e_shnum; i++) {
    const Elf64_Shdr *section = image_section(image, i);
    const char *its_name = image_string(image, names, section->sh_name);
    if (!its_name || strcmp(its_name, name) != 0 || section->sh_type == SHT_NOBITS ||
        (section->sh_flags & SHF_COMPRESSED))
      continue;
    const void *bytes = image_at(image, section->sh_offset, section->sh_size);
    *size = bytes ? section->sh_size : 0;
    return bytes;
  }
  return NULL;
}

enum elf_needs elf_needs(const char *path, const char *soname) {
  struct image image;
  if (!image_open(&image, path))
    return ELF_NOT_A_PROGRAM;
  enum elf_needs answer = ELF_NOT_A_PROGRAM;
  if (image.header->e_type == ET_EXEC || image.header->e_type == ET_DYN) {
    answer = ELF_NEEDS_NOT;
    const Elf64_Shdr *table = image_section_of_type(&image, SHT_DYNAMIC);
    size_t n;
    const Elf64_Dyn *dynamic = image_table(&image, table, sizeof *dynamic, &n);
    for (size_t i = 0; i < n; i++) {
      if (dynamic[i].d_tag != DT_NEEDED)
        continue;
      const char *name =
          image_string(&image, image_section(&image, table->sh_link), dynamic[i].d_un.d_val);
      if (name && strcmp(name, soname) == 0)
        answer = ELF_NEEDS;
    }
  }
  image_close(&image);
  return answer;
}

bool elf_moves(const char *path) {
  struct image image;
  if (!image_open(&image, path))
    return false;
  const bool moves = image.header->e_type == ET_DYN;
  image_close(&image);
  return moves;
}
