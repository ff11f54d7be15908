#include "liveness/binary.h"

#include <string.h>

#include "liveness/instruction.h"

bool binary_open(struct binary *binary, const char *path) {
  if (!image_open(&binary->image, path))
    return false;
  if (binary->image.header->e_machine == EM_X86_64)
    return true;
  image_close(&binary->image);
  return false;
}

void binary_close(struct binary *binary) {
  image_close(&binary->image);
}

static const Elf64_Shdr *section_at(const struct binary *binary, uint64_t address) {
  for (uint32_t i = 0; i < binary->image.header->e_shnum; i++) {
    const Elf64_Shdr *section = image_section(&binary->image, i);
    if (section->sh_flags & SHF_ALLOC && section->sh_type == SHT_PROGBITS &&
        address >= section->sh_addr && address - section->sh_addr < section->sh_size)
      return section;
  }
  return NULL;
}

const uint8_t *binary_bytes(const struct binary *binary, uint64_t address, size_t *size) {
  const Elf64_Shdr *section = section_at(binary, address);
  if (!section)
    return NULL;
  const uint64_t offset = address - section->sh_addr;
  *size = section->sh_size - offset;
  return image_at(&binary->image, section->sh_offset + offset, *size);
}

static const char *import_of(const struct image *image, const Elf64_Shdr *relocations,
                             const Elf64_Rela *relocation) {
  const Elf64_Shdr *table = image_section(image, relocations->sh_link);
  size_t n = 0;
  const Elf64_Sym *symbols = table ? image_table(image, table, sizeof *symbols, &n) : NULL;
  const uint64_t symbol = ELF64_R_SYM(relocation->r_info);
  if (!symbols || symbol >= n || symbols[symbol].st_shndx != SHN_UNDEF)
    return NULL;
  return image_string(image, image_section(image, table->sh_link), symbols[symbol].st_name);
}

const char *binary_import(const struct binary *binary, uint64_t address) {
  const struct image *image = &binary->image;
  for (uint32_t i = 0; i < image->header->e_shnum; i++) {
    const Elf64_Shdr *section = image_section(image, i);
    if (section->sh_type != SHT_RELA || !(section->sh_flags & SHF_ALLOC))
      continue;
    size_t n;
    const Elf64_Rela *relocations = image_table(image, section, sizeof *relocations, &n);
    for (size_t r = 0; r < n; r++)
      if (relocations[r].r_offset == address)
        return import_of(image, section, &relocations[r]);
  }
  return NULL;
}

uint64_t binary_linkage(const struct binary *binary, uint64_t address) {
  const Elf64_Shdr *section = section_at(binary, address);
  const struct image *image = &binary->image;
  const char *name = section ? image_string(image, image_section(image, image->header->e_shstrndx),
                                            section->sh_name)
                             : NULL;
  if (!name || strncmp(name, ".plt", 4) != 0)
    return 0;
  struct step step;
  size_t size;
  for (int i = 0; i < 2; i++, address += step.length) {
    const uint8_t *bytes = binary_bytes(binary, address, &size);
    if (!bytes || !instruction_decode(bytes, size, address, &step))
      return 0;
    if (step.kind == STEP_TAIL)
      return step.import;
  }
  return 0;
}

const char *binary_function(const struct binary *binary, uint64_t address) {
  const struct image *image = &binary->image;
  const Elf64_Shdr *table = image_section_of_type(image, SHT_SYMTAB);
  size_t n;
  const Elf64_Sym *symbols = image_table(image, table, sizeof *symbols, &n);
  for (size_t i = 0; i < n; i++)
    if (symbols[i].st_value == address && ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC)
      return image_string(image, image_section(image, table->sh_link), symbols[i].st_name);
  return NULL;
}
