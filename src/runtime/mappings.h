/*
 * Memory that the program maps by itself. It lies in a range of its own, so that an execution finds
 * the same addresses as the one before, and is unmapped before the next one.
 */
#ifndef RAVEL_RUNTIME_MAPPINGS_H
#define RAVEL_RUNTIME_MAPPINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define MAPPINGS_BASE UINT64_C(0x0F0000000000)
#define MAPPINGS_SIZE (UINT64_C(1) << 39)

/* Called in the place of libc's functions. */
void *mappings_mmap(void *at, size_t size, int protection, int flags, int number, off_t offset);
int mappings_munmap(void *at, size_t size);
int mappings_mprotect(void *at, size_t size, int protection);
int mappings_madvise(void *at, size_t size, int advice);
void *mappings_mremap(void *at, size_t old_size, size_t size, int flags, void *to);

size_t mappings_whole_pages(size_t size); /* rounded up */

/* Whether any memory of the program is not of its process alone. */
bool mappings_are_shared(void);

void mappings_reset(void);

#endif
