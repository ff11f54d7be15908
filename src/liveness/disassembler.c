#include "liveness/disassembler.h"

#include <dlfcn.h>
#include <stdbool.h>

#define LIBRARY_NAME(major) "libcapstone.so." #major
#define LIBRARY(major) LIBRARY_NAME(major)

static struct library {
  bool tried;
  csh handle;
  cs_insn *insn; /* NULL: it cannot be used */
  __typeof__(cs_open) *open;
  __typeof__(cs_option) *option;
  __typeof__(cs_malloc) *allocate;
  __typeof__(cs_disasm_iter) *next;
} library;

/* The structures of another major version are different. */
static void load_library(void) {
  library.tried = true;
  void *handle = dlopen(LIBRARY(CS_API_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return;
  library.open = (__typeof__(library.open))dlsym(handle, "cs_open");
  library.option = (__typeof__(library.option))dlsym(handle, "cs_option");
  library.allocate = (__typeof__(library.allocate))dlsym(handle, "cs_malloc");
  library.next = (__typeof__(library.next))dlsym(handle, "cs_disasm_iter");
  if (library.open && library.option && library.allocate && library.next &&
      library.open(CS_ARCH_X86, CS_MODE_64, &library.handle) == CS_ERR_OK &&
      library.option(library.handle, CS_OPT_DETAIL, CS_OPT_ON) == CS_ERR_OK)
    library.insn = library.allocate(library.handle);
}

const cs_insn *disassemble(const uint8_t *code, size_t size, uint64_t address) {
  if (!library.tried)
    load_library();
  if (!library.insn || !library.next(library.handle, &code, &size, &address, library.insn))
    return NULL;
  return library.insn;
}
