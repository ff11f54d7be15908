/* What a loaded module imports, and where it keeps the addresses: its relocations. */
#ifndef RAVEL_RUNTIME_RELOCATIONS_H
#define RAVEL_RUNTIME_RELOCATIONS_H

#include <link.h>
#include <stdbool.h>

struct relocation {
  const char *name;              /* of the symbol */
  void **at;                     /* where its address is kept */
  bool imported;                 /* from another module, or a variable that may be */
  bool is_address;               /* nothing but the address is kept there */
  bool is_variable, is_function; /* neither: the module does not tell */
};

/* Calls back for each relocation of a symbol. */
void relocations_of(const struct dl_phdr_info *module,
                    void (*callback)(const struct relocation *relocation, void *data), void *data);

#endif
