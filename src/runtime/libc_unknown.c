#include "runtime/libc_unknown.h"

#include "runtime/runtime.h"

/* A loop that does anything unknown in each turn is no spin loop. */
void libc_unknown(const char *name) {
  (void)name;
  not_spinning();
}
