/* Values in the words of their types: 2.5, RED, 'x', true. */
#ifndef RAVEL_REPORT_VALUES_H
#define RAVEL_REPORT_VALUES_H

#include "report/types.h"

/* A value of up to 8 bytes, as its type has it written; empty where a plain number says it as well,
 * or the type is that of a pointer to something. */
const char *value_by_type(struct arena *arena, Dwarf_Die *type, uint64_t value);

#endif
