/*
 * Memory for the runtime's own tables: straight from the kernel, at addresses that are the same in
 * every process, so that nothing the runtime needs ever moves what the program maps.
 */
#ifndef RAVEL_RUNTIME_PAGES_H
#define RAVEL_RUNTIME_PAGES_H

#include <stddef.h>
#include <stdint.h>

#define PAGES_BASE UINT64_C(0x200000000000)
#define PAGES_SIZE UINT64_C(4096) /* what addresses here are rounded to, not the kernel's page */

/* Zeroed memory that costs nothing until it is touched. Never fails: a process that cannot have
 * address space ends with a message and status 2. */
void *pages_reserve(size_t bytes);

/* The same at a given address; NULL if it cannot be had. */
void *pages_reserve_at(uint64_t addr, size_t bytes);

/* Makes a range read as zero again (or as the file behind it); whole pages are given back. */
void pages_discard(void *first, size_t bytes);

#endif
