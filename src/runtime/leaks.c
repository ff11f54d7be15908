#define _GNU_SOURCE
#include "runtime/leaks.h"

#include <link.h>
#include <stdlib.h>

#include "runtime/error.h"
#include "runtime/heap.h"
#include "runtime/keys.h"
#include "runtime/pages.h"
#include "runtime/restore.h"
#include "runtime/runtime.h"
#include "runtime/sides.h"
#include "runtime/thread.h"
#include "runtime/tls.h"

enum { MAX_LIVE = 1 << 28 };

/* LOST: nothing points to it. LOST_WITH: something that is lost points to it. */
enum mark { LOST, LOST_WITH, REACHED };

struct live {
  struct heap_block block;
  enum mark mark;
};

static struct {
  struct live *at; /* by address */
  uint32_t n;
  uint32_t *todo; /* blocks whose contents are to be looked at */
  uint32_t n_todo;
} live;

/* --- finding blocks ------------------------------------------------------------------------------
 */

static void add_live(void *unused, const struct heap_block *block) {
  (void)unused;
  live.at[live.n++] = (struct live){*block, LOST};
}

static int leaks_by_address(const void *a, const void *b) {
  uint64_t x = ((const struct live *)a)->block.start, y = ((const struct live *)b)->block.start;
  return (x > y) - (x < y);
}

static struct live *block_of(uint64_t pointer) {
  uint32_t low = 0, high = live.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (live.at[middle].block.start <= pointer)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0)
    return NULL;
  struct live *found = &live.at[low - 1];
  uint64_t offset = pointer - found->block.start;
  return offset == 0 || offset < found->block.size ? found : NULL;
}

/* --- following pointers --------------------------------------------------------------------------
 */

static void look_at_word(uint64_t word, enum mark mark) {
  if (likely(!heap_contains(word)))
    return;
  struct live *found = block_of(word);
  if (!found || found->mark >= mark)
    return;
  found->mark = mark;
  live.todo[live.n_todo++] = (uint32_t)(found - live.at);
}

static void look_at_memory(uint64_t begin, uint64_t end, enum mark mark) {
  for (uint64_t at = (begin + 7) & ~UINT64_C(7); at + 8 <= end; at += 8)
    look_at_word(*(const uint64_t *)(uintptr_t)at, mark);
}

static void leaks_follow(enum mark mark) {
  while (live.n_todo > 0) {
    const struct heap_block *block = &live.at[live.todo[--live.n_todo]].block;
    look_at_memory(block->start, block->start + block->size, mark);
  }
}

static int look_at_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    uint64_t begin = info->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && part->p_flags & PF_W && !in_runtime(begin))
      look_at_memory(begin, begin + part->p_memsz, REACHED);
  }
  return 0;
}

static void look_at_thread(const struct thread *thread) {
  if (thread->state == THREAD_UNBORN)
    return;
  if (!thread->joined)
    look_at_word((uintptr_t)thread->result, REACHED);
  look_at_word((uintptr_t)thread->mailbox, REACHED);
  if (thread->state == THREAD_ENDED)
    return;
  uint64_t begin, end;
  tls_range(thread, &begin, &end);
  look_at_memory(begin, end, REACHED);
  keys_range(thread->tid, &begin, &end);
  look_at_memory(begin, end, REACHED);
  if (in_stack_of(thread, (uintptr_t)thread->sp))
    look_at_memory((uintptr_t)thread->sp, (uintptr_t)thread->stack_high, REACHED);
}

static void find_lost(void) {
  if (!live.at) {
    live.at = pages_reserve(MAX_LIVE * sizeof *live.at);
    live.todo = pages_reserve(MAX_LIVE * sizeof *live.todo);
  }
  live.n = 0;
  heap_live(add_live, NULL);
  qsort(live.at, live.n, sizeof *live.at, leaks_by_address);
  dl_iterate_phdr(look_at_module, NULL);
  for (rv_tid tid = 0; tid < rt.high; tid++)
    look_at_thread(&rt.threads[tid]);
  leaks_follow(REACHED);
  /* A block that only lost ones point to goes with them; of a ring one is left. */
  for (uint32_t i = 0; i < live.n; i++) {
    const struct heap_block *block = &live.at[i].block;
    if (live.at[i].mark != LOST)
      continue;
    live.at[i].mark = REACHED;
    look_at_memory(block->start, block->start + block->size, LOST_WITH);
    leaks_follow(LOST_WITH);
    live.at[i].mark = LOST;
  }
}

/* --- reporting -----------------------------------------------------------------------------------
 */

/* All lost blocks of one place are one error. */
static void report_place(const struct heap_block *first) {
  uint64_t bytes = 0, blocks = 0;
  for (uint32_t i = 0; i < live.n; i++)
    if (live.at[i].mark == LOST && live.at[i].block.allocated_pc == first->allocated_pc) {
      live.at[i].mark = REACHED;
      bytes += live.at[i].block.size;
      blocks++;
    }
  struct shared_error *error = error_report(
      ERROR_LEAK, first->allocated_by, first->allocated_pc, NULL,
      "%lu block%s of %lu byte%s%s never freed, and nothing points there any more", blocks,
      blocks == 1 ? "" : "s", bytes, bytes == 1 ? "" : "s", blocks == 1 ? " is" : " in all are");
  side_tell(&error->origin, SIDE_ALLOCATED, first->start, first->allocated_by, first->allocated_pc);
}

void leaks_report(void) {
  find_lost();
  for (uint32_t i = 0; i < live.n; i++)
    if (live.at[i].mark == LOST) {
      report_place(&live.at[i].block);
      if (!rt.shared->request.keep_going)
        return;
    }
}

__attribute__((noinline)) void leaks_clear_stack(void) {
  volatile uint64_t below[512];
  for (size_t i = 0; i < sizeof below / sizeof *below; i++)
    below[i] = 0;
}
