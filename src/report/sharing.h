/* Which memory of a recorded execution is shared: touched by two threads, and written by one. */
#ifndef RAVEL_REPORT_SHARING_H
#define RAVEL_REPORT_SHARING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol/shared.h"

struct sharing {
  uint64_t *granules; /* the shared ones, by address */
  size_t n;
};

void sharing_find(struct sharing *sharing, const struct record *records, uint64_t n);
bool sharing_is_shared(const struct sharing *sharing, uint64_t addr, uint64_t size);
void sharing_free(struct sharing *sharing);

#endif
