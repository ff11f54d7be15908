/* Names of C++ as its programmers write them. */
#ifndef RAVEL_REPORT_CXX_NAME_H
#define RAVEL_REPORT_CXX_NAME_H

#include "report/buffer.h"

/* The name of a symbol: of C++ demangled, without parameters, short; of C as it is. */
const char *cxx_name(struct arena *arena, const char *symbol);

/* A demangled name without what its programmer did not write: std::string in place of the whole
 * template, std::vector<int> without its allocator, `lambda in main` for a lambda's operator. */
const char *cxx_short(struct arena *arena, const char *name);

#endif
