#include "report/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "report/image.h"

static int by_address(const void *a, const void *b) {
  const struct symbol *x = a, *y = b;
  return (x->address > y->address) - (x->address < y->address);
}

/* A static variable of a function: `count.0` by gcc, `function.count` by clang. What the programmer
 * wrote is `count`. */
static const char *plain_name(struct arena *arena, const char *name, bool function) {
  char *copy = arena_string(arena, name);
  char *dot = strrchr(copy, '.');
  if (dot && dot > copy && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1)) {
    *dot = 0;
    dot = strrchr(copy, '.');
  }
  return dot && dot[1] && !function ? dot + 1 : copy;
}

void symbols_load(struct symbols *symbols, struct arena *arena, const char *path) {
  struct image image;
  *symbols = (struct symbols){0};
  if (!image_open(&image, path))
    return;
  const Elf64_Shdr *table = image_section_of_type(&image, SHT_SYMTAB);
  if (!table)
    table = image_section_of_type(&image, SHT_DYNSYM);
  size_t n;
  const Elf64_Sym *all = image_table(&image, table, sizeof *all, &n);
  const Elf64_Shdr *names = n ? image_section(&image, table->sh_link) : NULL;
  symbols->all = arena_alloc(arena, n * sizeof *symbols->all);
  for (size_t i = 0; i < n; i++) {
    const unsigned type = ELF64_ST_TYPE(all[i].st_info);
    const char *name = image_string(&image, names, all[i].st_name);
    if ((type == STT_FUNC || type == STT_OBJECT) && all[i].st_shndx != SHN_UNDEF && name)
      symbols->all[symbols->n++] =
          (struct symbol){.address = all[i].st_value,
                          .size = all[i].st_size,
                          .name = plain_name(arena, name, type == STT_FUNC),
                          .function = type == STT_FUNC};
  }
  qsort(symbols->all, symbols->n, sizeof *symbols->all, by_address);
  image_close(&image);
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
