/* What the recording worker has kept of the program's memory: regions by address. */
#ifndef RAVEL_REPORT_MEMORY_VIEW_H
#define RAVEL_REPORT_MEMORY_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol/shared.h"

struct memory_view {
  const struct shared_region **regions; /* data and blocks, by address */
  uint32_t n;
  const struct shared_region **frames; /* as they were kept */
  uint32_t n_frames;
  const struct shared_region **registers; /* of each thread */
  uint32_t n_registers;
};

/* `image` are `size` bytes as the worker left them: they are not believed blindly. */
void memory_view_open(struct memory_view *view, const void *image, uint64_t size);
void memory_view_close(struct memory_view *view);

/* The region that an address lies in, or NULL. */
const struct shared_region *memory_view_find(const struct memory_view *view, uint64_t address);

/* The word at an address; false: it is not known. */
bool memory_view_read(const struct memory_view *view, uint64_t address, uint64_t *word);

#endif
