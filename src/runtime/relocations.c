#define _GNU_SOURCE
#include "runtime/relocations.h"

#include <stddef.h>

struct tables {
  const ElfW(Sym) * symbols;
  const char *strings;
  const ElfW(Rela) * relocations, *calls;
  size_t n_relocations, n_calls;
};

static struct tables read_tables(const struct dl_phdr_info *info) {
  struct tables found = {0};
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      entry = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  for (; entry && entry->d_tag != DT_NULL; entry++) {
    const void *at = (const void *)entry->d_un.d_ptr;
    switch (entry->d_tag) {
    case DT_SYMTAB:
      found.symbols = at;
      break;
    case DT_STRTAB:
      found.strings = at;
      break;
    case DT_RELA:
      found.relocations = at;
      break;
    case DT_RELASZ:
      found.n_relocations = entry->d_un.d_val / sizeof(ElfW(Rela));
      break;
    case DT_JMPREL:
      found.calls = at;
      break;
    case DT_PLTRELSZ:
      found.n_calls = entry->d_un.d_val / sizeof(ElfW(Rela));
      break;
    }
  }
  return found;
}

static bool is_address(const ElfW(Rela) * relocation) {
  const uint64_t type = ELF64_R_TYPE(relocation->r_info);
#if defined(__x86_64__)
  return relocation->r_addend == 0 &&
         (type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64);
#else
  return relocation->r_addend == 0 &&
         (type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT || type == R_AARCH64_ABS64);
#endif
}

void relocations_of(const struct dl_phdr_info *module,
                    void (*callback)(const struct relocation *relocation, void *data), void *data) {
  const struct tables tables = read_tables(module);
  if (!tables.symbols || !tables.strings)
    return;
  for (size_t i = 0; i < tables.n_relocations + tables.n_calls; i++) {
    const ElfW(Rela) *const one =
        i < tables.n_relocations ? &tables.relocations[i] : &tables.calls[i - tables.n_relocations];
    const ElfW(Sym) *const symbol = &tables.symbols[ELF64_R_SYM(one->r_info)];
    if (!symbol->st_name)
      continue;
    const uint64_t type = ELF64_ST_TYPE(symbol->st_info);
    const bool is_variable = type == STT_OBJECT;
    callback(&(struct relocation){tables.strings + symbol->st_name,
                                  (void **)(module->dlpi_addr + one->r_offset),
                                  symbol->st_shndx == SHN_UNDEF || is_variable, is_address(one),
                                  is_variable, type == STT_FUNC},
             data);
  }
}
