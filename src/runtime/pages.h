/*
 * Memory for the runtime's own tables: straight from the kernel, at addresses that are the same in
 * every process, so that nothing the runtime needs ever moves what the program maps.
 */
#ifndef RAVEL_RUNTIME_PAGES_H
#define RAVEL_RUNTIME_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGES_BASE UINT64_C(0x200000000000)

/* A multiple of every page size that the kernels we run on use. */
#define PAGES_ALIGNMENT UINT64_C(65536)

/* Zeroed memory that costs nothing until it is touched. Never fails: a process that cannot have
 * the address space ends with a message and status 2. */
void *pages_reserve(uint64_t bytes);

/* The same at a given address. False: it cannot be had. */
bool pages_reserve_at(uint64_t addr, uint64_t bytes);

/* Makes a range that was reserved read as zero again. What is large is given back to the kernel,
 * so that the cost follows the pages that were touched. */
void pages_zero(void *first, uint64_t bytes);

/* Whether the page of an address was never touched, and how many bytes from there on, at most so
 * many, are alike; of pages that were, those of the first. */
bool pages_untouched(const void *first, uint64_t *bytes);

/* Keeps the contents of an aligned range as what pages_restore() goes back to, at a cost that
 * follows the pages that were touched since. False: the kernel cannot do it. */
bool pages_snapshot(void *first, uint64_t bytes);
void pages_restore(void *first, uint64_t bytes);

void pages_copy(void *to, const void *from, uint64_t bytes);

static inline uint64_t pages_round_up(uint64_t n, uint64_t power_of_two) {
  return (n + power_of_two - 1) & ~(power_of_two - 1);
}

#endif
