#define _GNU_SOURCE
#include "runtime/memory_image.h"

#include <link.h>
#include <string.h>

#include "runtime/frames.h"
#include "runtime/heap.h"
#include "runtime/restore.h"
#include "runtime/sides.h"
#include "runtime/thread.h"

enum {
  MOST_BYTES = 64 << 20,
  MOST_OF_BLOCK = 1 << 20,
  MOST_OF_STACK = 64 << 10,
  MOST_FRAMES = 64,
  MOST_STACKS = 4096,
  BELOW = 1024
};

/* A region and, behind it, the `size` bytes that are there. */
static void keep_region(const struct shared_region *region, const void *from) {
  char *to = (char *)(SHARED_BASE + SHARED_IMAGE_OFFSET) + rt.shared->image_used;
  const uint64_t room = sizeof *region + ((region->kept + 7) & ~UINT64_C(7));
  if (rt.shared->image_used + room > MOST_BYTES)
    return;
  *(struct shared_region *)to = *region;
  memcpy(to + sizeof *region, from, region->kept);
  rt.shared->image_used += room;
}

static void keep_bytes(enum region_kind kind, uint64_t addr, uint64_t size, const void *from) {
  keep_region(&(struct shared_region){.kind = kind, .addr = addr, .size = size, .kept = size},
              from);
}

static int keep_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i < info->dlpi_phnum && !is_system_library(info->dlpi_name); i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type == PT_LOAD && part->p_flags & PF_W && !strstr(info->dlpi_name, "libstdc++"))
      keep_bytes(REGION_DATA, info->dlpi_addr + part->p_vaddr, part->p_memsz,
                 (const void *)(uintptr_t)(info->dlpi_addr + part->p_vaddr));
  }
  return 0;
}

/* Looking for the stack takes a while: where there are very many blocks, not all get theirs. */
static void keep_block(void *self, const struct heap_block *block) {
  uint32_t *n = self;
  struct shared_region region = {
      .kind = REGION_BLOCK, .addr = block->start, .size = block->size, .pc = block->allocated_pc};
  struct shared_stack stack = {0};
  region.kept = block->size < MOST_OF_BLOCK ? block->size : MOST_OF_BLOCK;
  if ((*n)++ < MOST_STACKS)
    side_tell(&stack, SIDE_ALLOCATED, block->start, block->allocated_by, block->allocated_pc);
  for (uint32_t i = 1; i < stack.n && i <= RECORD_CALLERS; i++)
    region.callers[i - 1] = stack.frames[i];
  keep_region(&region, (const void *)(uintptr_t)block->start);
}

/* The registers that calls preserve. */
static __always_inline void keep_registers(const struct thread *thread) {
#ifdef __x86_64__
  uint64_t at[SHARED_REGISTERS] = {0};
  const uint64_t *saved = thread->sp; /* as switch.S leaves them */
  if (thread == rt.current) {
    __asm__ volatile("movq %%rbx, 24(%0)\n\tmovq %%rbp, 48(%0)\n\tmovq %%rsp, 56(%0)\n\t"
                     "movq %%r12, 96(%0)\n\tmovq %%r13, 104(%0)\n\tmovq %%r14, 112(%0)\n\t"
                     "movq %%r15, 120(%0)\n\tleaq 1f(%%rip), %%rax\n1:\tmovq %%rax, 128(%0)"
                     :
                     : "r"(at)
                     : "rax", "memory");
  } else if (in_stack_of(thread, (uintptr_t)saved)) {
    static const uint8_t order[] = {15, 14, 13, 12, 3, 6, 16};
    for (uint32_t i = 0; i < sizeof order; i++)
      at[order[i]] = saved[i + 1];
    at[7] = (uintptr_t)(saved + 8);
  }
  keep_bytes(REGION_REGISTERS, thread->tid, sizeof at, at);
#endif
}

/* From the stack pointer on. */
static void keep_stack(const struct thread *thread, const char *sp, const uint64_t *frame) {
  uint64_t pc = 0;
  if (!in_stack_of(thread, (uintptr_t)sp))
    return;
  uint64_t bytes = (uint64_t)(thread->stack_high - sp);
  bytes = bytes < MOST_OF_STACK ? bytes : MOST_OF_STACK;
  keep_bytes(REGION_DATA, (uintptr_t)sp, bytes, sp);
  for (uint32_t i = 0; i < MOST_FRAMES && frame && (frame = frames_next(thread, frame, &pc)); i++)
    if (in_program(pc))
      keep_region(&(struct shared_region){.kind = REGION_FRAME, .addr = (uintptr_t)frame, .pc = pc},
                  sp);
}

void memory_image_take(void) {
  rt.shared->image_used = 0;
  dl_iterate_phdr(keep_module, NULL);
  for (rv_tid tid = 0; tid < rt.high; tid++) {
    const struct thread *thread = &rt.threads[tid];
    if (thread->state == THREAD_UNBORN || thread->state == THREAD_ENDED)
      continue;
    keep_registers(thread);
    const char *sp = thread == rt.current ? (char *)FRAME - BELOW : (const char *)thread->sp;
    keep_stack(thread, sp, frames_begin(thread));
  }
  uint32_t n = 0;
  heap_live(keep_block, &n);
}
