/* The runtime's own library lies at [begin, end): calls from there are not the program's. */
#ifndef RAVEL_RUNTIME_MEMORY_FUNCTIONS_H
#define RAVEL_RUNTIME_MEMORY_FUNCTIONS_H

#include <stdint.h>

void memory_functions_init(uint64_t begin, uint64_t end);

#endif
