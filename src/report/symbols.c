#include "report/symbols.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

/* A 64-bit ELF file in memory; every access is checked against its length. */
struct image {
  const char *bytes;
  size_t length;
  const Elf64_Ehdr *header;
};

static const void *at(const struct image *image, uint64_t offset, uint64_t size) {
  return offset <= image->length && size <= image->length - offset ? image->bytes + offset : NULL;
}

static bool open_image(struct image *image, const struct buffer *contents) {
  *image = (struct image){.bytes = buffer_text(contents), .length = contents->length};
  const Elf64_Ehdr *header = image->header = at(image, 0, sizeof *header);
  return header && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
         header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_shentsize == sizeof(Elf64_Shdr) &&
         at(image, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr));
}

static const Elf64_Shdr *section(const struct image *image, uint32_t index) {
  if (index >= image->header->e_shnum)
    return NULL;
  return at(image, image->header->e_shoff + (uint64_t)index * sizeof(Elf64_Shdr),
            sizeof(Elf64_Shdr));
}

static const Elf64_Shdr *section_of_type(const struct image *image, uint32_t type) {
  for (uint32_t i = 0; i < image->header->e_shnum; i++) {
    const Elf64_Shdr *header = section(image, i);
    if (header && header->sh_type == type)
      return header;
  }
  return NULL;
}

/* The string at `offset` of a string table, or NULL when it does not end inside it. */
static const char *string_at(const struct image *image, const Elf64_Shdr *table, uint64_t offset) {
  const char *strings = table ? at(image, table->sh_offset, table->sh_size) : NULL;
  if (!strings || offset >= table->sh_size || !memchr(strings + offset, 0, table->sh_size - offset))
    return NULL;
  return strings + offset;
}

static int by_address(const void *a, const void *b) {
  const struct symbol *x = a, *y = b;
  return (x->address > y->address) - (x->address < y->address);
}

/* `count.0` is a static variable of a function; what the programmer wrote is `count`. */
static const char *plain_name(struct arena *arena, const char *name) {
  char *copy = arena_string(arena, name);
  char *dot = strrchr(copy, '.');
  if (dot && dot > copy && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1))
    *dot = 0;
  return copy;
}

void symbols_load(struct symbols *symbols, struct arena *arena, const char *path) {
  struct buffer contents = {0};
  struct image image;
  *symbols = (struct symbols){0};
  if (buffer_read_file(&contents, path) && open_image(&image, &contents)) {
    const Elf64_Shdr *table = section_of_type(&image, SHT_SYMTAB);
    if (!table)
      table = section_of_type(&image, SHT_DYNSYM);
    const Elf64_Sym *all = table ? at(&image, table->sh_offset, table->sh_size) : NULL;
    const size_t n = all ? table->sh_size / sizeof *all : 0;
    const Elf64_Shdr *names = n ? section(&image, table->sh_link) : NULL;
    symbols->all = arena_alloc(arena, n * sizeof *symbols->all);
    for (size_t i = 0; i < n; i++) {
      const unsigned type = ELF64_ST_TYPE(all[i].st_info);
      const char *name = string_at(&image, names, all[i].st_name);
      if ((type == STT_FUNC || type == STT_OBJECT) && all[i].st_shndx != SHN_UNDEF && name)
        symbols->all[symbols->n++] = (struct symbol){.address = all[i].st_value,
                                                     .size = all[i].st_size,
                                                     .name = plain_name(arena, name),
                                                     .function = type == STT_FUNC};
    }
    qsort(symbols->all, symbols->n, sizeof *symbols->all, by_address);
  }
  buffer_free(&contents);
}

const struct symbol *symbols_find(const struct symbols *symbols, uint64_t address, bool function) {
  uint32_t low = 0, high = symbols->n; /* the first symbol above `address` */
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (symbols->all[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  for (uint32_t i = low; i > 0 && low - i < 16; i--) {
    const struct symbol *symbol = &symbols->all[i - 1];
    if (symbol->function == function && address - symbol->address < symbol->size)
      return symbol;
  }
  return NULL;
}

enum elf_needs elf_needs(const char *path, const char *soname) {
  struct buffer contents = {0};
  struct image image;
  enum elf_needs answer = ELF_NOT_A_PROGRAM;
  if (buffer_read_file(&contents, path) && open_image(&image, &contents) &&
      (image.header->e_type == ET_EXEC || image.header->e_type == ET_DYN)) {
    answer = ELF_NEEDS_NOT;
    const Elf64_Shdr *table = section_of_type(&image, SHT_DYNAMIC);
    const Elf64_Dyn *dynamic = table ? at(&image, table->sh_offset, table->sh_size) : NULL;
    const size_t n = dynamic ? table->sh_size / sizeof *dynamic : 0;
    for (size_t i = 0; i < n; i++) {
      const char *name =
          dynamic[i].d_tag == DT_NEEDED
              ? string_at(&image, section(&image, table->sh_link), dynamic[i].d_un.d_val)
              : NULL;
      if (name && strcmp(name, soname) == 0)
        answer = ELF_NEEDS;
    }
  }
  buffer_free(&contents);
  return answer;
}
