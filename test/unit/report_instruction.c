/*
 * Where the instructions of a file's functions begin, and which are atomic, as the decoder has it:
 * instructions.py compares it with what objdump says.
 */
#include <stdio.h>

#include "report/image.h"
#include "report/instruction.h"

static void print_function(const struct image *image, const Elf64_Sym *function) {
  const Elf64_Shdr *section = image_section(image, function->st_shndx);
  if (!section || section->sh_type != SHT_PROGBITS)
    return;
  const uint8_t *code = image_at(
      image, section->sh_offset + (function->st_value - section->sh_addr), function->st_size);
  bool atomic;
  struct x86_read read;
  for (size_t at = 0, length; code && at < function->st_size; at += length) {
    length = x86_instruction(code + at, function->st_size - at, &atomic);
    if (x86_instruction_reads(code + at, function->st_size - at, &read) != length)
      printf("two lengths\n");
    printf("%llx %zu %d %d\n", (unsigned long long)(function->st_value + at), length, atomic,
           read.reads ? (int)read.base : -1);
    if (!length)
      return;
  }
}

int main(int argc, char **argv) {
  struct image image;
  if (argc != 2 || !image_open(&image, argv[1]))
    return 1;
  const Elf64_Shdr *table = image_section_of_type(&image, SHT_SYMTAB);
  if (!table)
    table = image_section_of_type(&image, SHT_DYNSYM);
  size_t n;
  const Elf64_Sym *all = image_table(&image, table, sizeof *all, &n);
  for (size_t i = 0; i < n; i++)
    if (ELF64_ST_TYPE(all[i].st_info) == STT_FUNC && all[i].st_shndx != SHN_UNDEF)
      print_function(&image, &all[i]);
  image_close(&image);
  return 0;
}
