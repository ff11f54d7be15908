#include "report/symbols.h"

#include <stdlib.h>
#include <string.h>

static int by_symbol_address(const void *a, const void *b) {
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

void symbols_load(struct symbols *symbols, struct arena *arena, struct debug_module *module) {
  const int n = dwfl_module_getsymtab(module->dwfl);
  *symbols = (struct symbols){.loaded = true};
  symbols->all = arena_alloc(arena, (n > 0 ? (size_t)n : 1) * sizeof *symbols->all);
  for (int i = 0; i < n; i++) {
    GElf_Sym symbol;
    GElf_Addr address;
    GElf_Word section = SHN_UNDEF;
    const char *name =
        dwfl_module_getsym_info(module->dwfl, i, &symbol, &address, &section, NULL, NULL);
    const int type = name ? GELF_ST_TYPE(symbol.st_info) : STT_NOTYPE;
    if ((type == STT_FUNC || type == STT_OBJECT) && section != SHN_UNDEF)
      symbols->all[symbols->n++] =
          (struct symbol){.address = address,
                          .size = symbol.st_size,
                          .name = plain_name(arena, name, type == STT_FUNC),
                          .function = type == STT_FUNC};
  }
  if (symbols->n)
    qsort(symbols->all, symbols->n, sizeof *symbols->all, by_symbol_address);
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
