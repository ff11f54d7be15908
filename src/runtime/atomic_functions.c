/*
 * Functions that are atomic blocks by their names. Compilers call a hook where a function begins
 * and where it ends; which functions these are is read from the program's table of symbols.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/atomic_block.h"

enum { MAX_FUNCTIONS = 1024 };

struct functions {
  uint64_t begin[MAX_FUNCTIONS], size[MAX_FUNCTIONS];
  uint32_t n;
};

static struct functions blocks, assumptions;
bool atomic_functions_exist;

static bool contains(const struct functions *functions, uint64_t pc) {
  for (uint32_t i = 0; i < functions->n; i++)
    if (pc - functions->begin[i] < functions->size[i])
      return true;
  return false;
}

static void add_function(struct functions *functions, uint64_t begin, uint64_t size) {
  if (functions->n == MAX_FUNCTIONS)
    return;
  functions->begin[functions->n] = begin;
  functions->size[functions->n++] = size + 1; /* a return address may be right behind */
}

static bool is_block(const char *name) {
  static const char prefix[] = "__VERIFIER_atomic_";
  const char *rest = name + sizeof prefix - 1;
  return strncmp(name, prefix, sizeof prefix - 1) == 0 && strcmp(rest, "begin") != 0 &&
         strcmp(rest, "end") != 0;
}

static void add_symbols(const char *image, const ElfW(Shdr) * table, const ElfW(Shdr) * strings,
                        uint64_t bias) {
  const ElfW(Sym) *symbol = (const ElfW(Sym) *)(image + table->sh_offset);
  for (size_t n = table->sh_size / sizeof *symbol; n > 0; n--, symbol++) {
    const char *name = image + strings->sh_offset + symbol->st_name;
    if ((symbol->st_info & 15) != STT_FUNC || symbol->st_size == 0)
      continue;
    if (is_block(name))
      add_function(&blocks, bias + symbol->st_value, symbol->st_size);
    else if (strcmp(name, "assume_abort_if_not") == 0)
      add_function(&assumptions, bias + symbol->st_value, symbol->st_size);
  }
}

static int bias_of_first(struct dl_phdr_info *info, size_t size, void *bias) {
  (void)size;
  *(uint64_t *)bias = info->dlpi_addr;
  return 1; /* the program itself comes first */
}

void atomic_functions_init(void) {
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat about;
  if (fd < 0 || fstat(fd, &about) != 0)
    return;
  char *image = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (image == MAP_FAILED)
    return;
  uint64_t bias = 0;
  dl_iterate_phdr(bias_of_first, &bias);
  const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)image;
  const ElfW(Shdr) *sections = (const ElfW(Shdr) *)(image + header->e_shoff);
  for (unsigned i = 0; i < header->e_shnum; i++)
    if (sections[i].sh_type == SHT_SYMTAB)
      add_symbols(image, &sections[i], &sections[sections[i].sh_link], bias);
  munmap(image, (size_t)about.st_size);
  atomic_functions_exist = blocks.n > 0;
}

bool in_assumption(uint64_t pc) {
  return contains(&assumptions, pc);
}

/* In such a block every function that is entered and left counts: the call of the hook at the end
 * may be a jump, which does not tell where it comes from. */
void atomic_function_entry(uint64_t pc, void *frame) {
  if (in_atomic_block()) {
    atomic_block_calls += atomic_block_calls > 0;
  } else if (contains(&blocks, pc)) {
    atomic_block_begin(pc, frame);
    atomic_block_calls = 1;
  }
}

void atomic_function_exit(uint64_t pc) {
  if (in_atomic_block() && atomic_block_calls > 0 && --atomic_block_calls == 0)
    atomic_block_end(pc);
}
