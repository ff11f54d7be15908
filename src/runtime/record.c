/*
 * Records one execution, line by line, while it runs again (TASK_RECORD). The search itself keeps
 * only the schedule.
 */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/error.h"
#include "runtime/frames.h"
#include "runtime/heap.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/spinloop.h"

/* The last plain write, which is recorded before it happens. */
static struct record *unfinished;

/* What is at an address, or 0 if nothing is: the access may be the one that crashes, or to a place
 * that stands for a descriptor. errno is the program's, and stays as it is. */
uint64_t contents_if_any(uint64_t addr, uint64_t size) {
  const int error = errno;
  uint64_t value = 0;
  struct iovec to = {&value, size < 8 ? size : 8}, from = {(void *)(uintptr_t)addr, to.iov_len};
  process_vm_readv(REAL(getpid)(), &to, 1, &from, 1, 0);
  errno = error;
  return value;
}

/* By now it has happened. */
void record_step_ends(void) {
  if (unfinished)
    unfinished->stored = contents_if_any(unfinished->addr, unfinished->size);
  unfinished = NULL;
}

struct record *record_slowly(enum record_kind kind, uint64_t pc) {
  if (iteration_tried())
    return NULL;
  record_step_ends();
  struct record *line =
      (struct record *)(SHARED_BASE + SHARED_RECORDS_OFFSET) + rt.shared->records_used++;
  *line = (struct record){.kind = (uint8_t)kind,
                          .order = 255,
                          .preempts = rt.preempts,
                          .thread = rt.current ? rt.current->tid : 0,
                          .other = RV_NO_THREAD,
                          .step = rt.steps,
                          .pc = pc};
  if (pc && rt.current)
    frames_callers(&line->pc, line->callers, RECORD_CALLERS);
  return line;
}

static void find_block(struct record *line) {
  struct heap_block block;
  if (!heap_contains(line->addr) || !heap_find(line->addr, &block))
    return;
  line->block_size = block.size;
  line->block_offset = line->addr - block.start;
  line->block_pc = block.allocated_pc;
}

struct record *record_access_slowly(enum record_kind kind, uint64_t addr, uint32_t size,
                                    uint64_t value, uint64_t stored, uint64_t pc) {
  struct record *line = record_slowly(kind, pc);
  if (!line)
    return NULL;
  line->addr = addr;
  line->size = size;
  line->value = value;
  line->stored = stored;
  find_block(line);
  frame_around(addr, &line->frame, &line->frame_pc);
  return line;
}

struct record *record_plain(uint64_t addr, uint64_t size, bool write, uint64_t pc) {
  struct record *line = record_access(write ? RECORD_WRITE : RECORD_READ, addr, (uint32_t)size,
                                      write ? 0 : contents_if_any(addr, size), 0, pc);
  if (!line)
    return NULL;
  line->plain = 1;
  if (write)
    unfinished = line;
  return line;
}

void record_free(uint64_t addr, uint64_t size, uint64_t pc) {
  struct record *line = record_access(RECORD_FREE, addr, (uint32_t)size, 0, 0, pc);
  if (line)
    line->plain = 1;
}

void record_scope_end(uint64_t addr, uint64_t size, uint64_t pc) {
  if (rt.recording)
    record_access(RECORD_SCOPE_END, addr, (uint32_t)size, 0, 0, pc);
}

/* The latest accesses to the watched range, per thread: the other side of a data race. */
static struct watched {
  uint64_t pc;
  uint32_t n_frames;
  uint64_t frames[SHARED_MAX_FRAMES];
} last_access[SHARED_MAX_THREADS], last_write[SHARED_MAX_THREADS];

static bool is_watched(uint64_t addr, uint64_t size) {
  const struct request *request = &rt.shared->request;
  return addr < request->watch_addr + request->watch_size && request->watch_addr < addr + size;
}

/* The recording is about a data race, which is in one granule: the last access there is the other
 * side, even one that race detection need not look at. */
static bool watches_one_object(void) {
  return rt.shared->request.watch_size <= SHADOW_GRANULE;
}

static void remember(struct watched *watched, uint64_t pc, void *frame) {
  watched->pc = pc;
  watched->n_frames = stack_frames(rt.current, pc, frame, watched->frames, SHARED_MAX_FRAMES);
}

void record_watched(uint64_t addr, uint64_t size, bool write, bool plain, uint64_t pc,
                    void *frame) {
  if (!is_watched(addr, size))
    return;
  rv_tid tid = rt.current->tid;
  remember(&last_access[tid], pc, frame);
  if (write)
    remember(&last_write[tid], pc, frame);
  if (plain)
    record_plain(addr, size, write, pc);
  if (watches_one_object() && races_are_checked())
    datarace_look_again(tid);
}

void record_other_side(struct shared_error *error, bool other_wrote) {
  const struct watched *other = &(other_wrote ? last_write : last_access)[error->other.thread];
  error->other.n = other->n_frames;
  memcpy(error->other.frames, other->frames, sizeof other->frames);
}
