#define _GNU_SOURCE
#include "cli/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/message.h"
#include "protocol/tree.h"

bool memory_new(struct memory *memory, const struct request *request) {
  memory->fd = memfd_create("ravel", MFD_CLOEXEC);
  if (memory->fd >= 0 && ftruncate(memory->fd, (off_t)SHARED_SIZE) == 0) {
    memory->shared =
        mmap(NULL, sizeof *memory->shared, PROT_READ | PROT_WRITE, MAP_SHARED, memory->fd, 0);
    if (memory->shared != MAP_FAILED) {
      memory->shared->magic = SHARED_MAGIC;
      memcpy(memory->shared->build, build_id, sizeof build_id);
      memory->shared->request = *request;
      return true;
    }
  }
  complain("cannot make the memory to share with the program: %s", strerror(errno));
  if (memory->fd >= 0)
    close(memory->fd);
  return false;
}

void memory_free(struct memory *memory) {
  munmap(memory->shared, sizeof *memory->shared);
  close(memory->fd);
}

void memory_forget_explorer(struct memory *memory) {
  struct shared *shared = memory->shared;
  fallocate(memory->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)SHARED_EXPLORER_OFFSET,
            (off_t)(SHARED_KNOWN_OFFSET - SHARED_EXPLORER_OFFSET));
  shared->explorer = shared->explorer_used = 0;
  shared->step_under_way = shared->deadly_step = UNDER_WAY_NOTHING;
}

void memory_forget_histories(struct memory *memory) {
  struct shared *shared = memory->shared;
  fallocate(memory->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)SHARED_KNOWN_OFFSET,
            (off_t)SHARED_MAX_KNOWN * 2 * (off_t)sizeof(uint64_t));
  shared->scenarios = shared->histories = 0;
  shared->stats = (struct rv_stats){0};
  shared->share = (struct shared_share){0};
}

/* The worker runs anybody's program: what it says about sizes is not believed blindly. */
static struct part part_of(const struct memory *memory, uint64_t begin, uint64_t end, uint64_t size,
                           uint64_t first, uint64_t n) {
  struct part part = {0};
  const uint64_t capacity = (end - begin) / size;
  if (n == 0 || first > capacity || n > capacity - first)
    return part;
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  const uint64_t from = begin + first * size, aligned = from & ~(page - 1);
  part.map_size = from - aligned + n * size;
  part.map = mmap(NULL, part.map_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                  memory->fd, (off_t)aligned);
  if (part.map == MAP_FAILED)
    part.map = NULL;
  else
    part.first = (char *)part.map + (from - aligned);
  return part;
}

struct part memory_schedule(const struct memory *memory, uint64_t first, uint64_t n) {
  return part_of(memory, SHARED_SCHEDULES_OFFSET, SHARED_RECORDS_OFFSET,
                 sizeof(struct shared_choice), first, n);
}

struct part memory_records(const struct memory *memory) {
  return part_of(memory, SHARED_RECORDS_OFFSET, SHARED_IMAGE_OFFSET, sizeof(struct record), 0,
                 memory->shared->records_used);
}

struct part memory_image(const struct memory *memory) {
  return part_of(memory, SHARED_IMAGE_OFFSET, SHARED_ORDER_OFFSET, 1, 0,
                 memory->shared->image_used);
}

struct part memory_edges(const struct memory *memory) {
  return part_of(memory, SHARED_ORDER_OFFSET, SHARED_EXPLORER_OFFSET, sizeof(struct shared_edge), 0,
                 memory->shared->edges_used);
}

struct part memory_tree(const struct memory *memory) {
  return part_of(memory, SHARED_ORDER_OFFSET, SHARED_EXPLORER_OFFSET, sizeof(struct shared_tree), 0,
                 1);
}

struct part memory_piece(const struct memory *memory, uint64_t n) {
  return part_of(memory, SHARED_PIECE_OFFSET, SHARED_SIZE, 1, 0, n);
}

struct part memory_counters(const struct memory *memory) {
  return part_of(memory, SHARED_COUNTERS_OFFSET, SHARED_PIECE_OFFSET, sizeof(uint64_t), 0,
                 memory->shared->n_counters);
}

struct part memory_functions(const struct memory *memory) {
  return part_of(memory, SHARED_FUNCTIONS_OFFSET, SHARED_COUNTERS_OFFSET,
                 sizeof(struct shared_function), 0, memory->shared->n_functions);
}

void part_free(struct part *part) {
  if (part->map)
    munmap(part->map, part->map_size);
  *part = (struct part){0};
}
