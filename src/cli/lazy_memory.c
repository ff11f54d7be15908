#define _GNU_SOURCE
#include "cli/lazy_memory.h"

#include <sys/mman.h>

struct lazy_block {
  struct lazy_block *next;
  size_t size;
  _Alignas(64) char bytes[];
};

static void *reserve(void *self, size_t bytes) {
  struct lazy_memory *const memory = self;
  const size_t size = sizeof(struct lazy_block) + bytes;
  struct lazy_block *const block =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED)
    return NULL;
  block->size = size;
  block->next = memory->blocks;
  memory->blocks = block;
  return block->bytes;
}

struct rv_memory lazy_memory(struct lazy_memory *from) {
  return (struct rv_memory){from, reserve};
}

void lazy_memory_free(struct lazy_memory *memory) {
  while (memory->blocks) {
    struct lazy_block *const block = memory->blocks;
    memory->blocks = block->next;
    munmap(block, block->size);
  }
}
