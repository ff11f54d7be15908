/* Memory for the program from functions of libc that allocate. */
#ifndef RAVEL_RUNTIME_ALLOCATION_H
#define RAVEL_RUNTIME_ALLOCATION_H

#include <stddef.h>
#include <stdint.h>

/* As malloc() when it is called from `pc`. */
void *allocate_from(size_t size, uint64_t pc, void *frame);

void allocation_init(void);

#endif
