/*
 * The malloc family, on the program's own heap (heap.c). What libc allocates for itself stays with
 * libc: it keeps such memory from one execution to the next.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/access.h"
#include "runtime/heap.h"
#include "runtime/real.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *block);

/* Constructors allocate before main has started, for the first thread. */
static bool is_programs(uint64_t pc) {
  return rt.worker && (rt.current || !rt.started) && !in_libc(pc);
}

static rv_tid self(void) {
  return rt.current ? rt.current->tid : 0;
}

static void *allocate(size_t size, size_t align, uint64_t pc) {
  void *block = heap_malloc(self(), size, align, pc);
  if (!block)
    errno = ENOMEM;
  return block;
}

static void check_free(enum heap_status status, void *block, uint64_t pc, void *frame) {
  if (status == HEAP_OK || !rt.current)
    return;
  if (status == HEAP_DOUBLE_FREE)
    fail(ERROR_DOUBLE_FREE, pc, frame, "the block at %p has been freed before", block);
  fail(ERROR_INVALID_FREE, pc, frame, "%p is not the start of a block", block);
}

/* Freeing a block is like writing all of it. */
static void check_race(void *block, uint64_t pc, void *frame) {
  struct datarace race;
  if (rt.plain == PLAIN_CHECKED && rt.current &&
      datarace_free(self(), (uintptr_t)block, heap_usable_size(block), &race))
    race_found(&race, true, false, pc, frame);
}

static void release(void *block, uint64_t pc, void *frame) {
  check_race(block, pc, frame);
  check_free(heap_free(self(), block, pc), block, pc, frame);
}

/* A block that libc allocated on behalf of the program: it may hand it out again to another thread.
 */
static void release_to_libc(void *block) {
  if (rt.plain == PLAIN_CHECKED && rt.current)
    datarace_forget((uintptr_t)block, REAL(malloc_usable_size)(block));
  __libc_free(block);
}

EXPORT void *malloc(size_t size) {
  return is_programs(CALLER) ? allocate(size, 0, CALLER) : __libc_malloc(size);
}

EXPORT void *calloc(size_t n, size_t size) {
  if (!is_programs(CALLER))
    return __libc_calloc(n, size);
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return allocate(bytes, 0, CALLER); /* fresh memory is zero */
}

EXPORT void free(void *block) {
  if (!block)
    return;
  if (heap_contains((uintptr_t)block))
    release(block, CALLER, FRAME);
  else if (rt.current && !in_libc(CALLER) && stack_owner((uintptr_t)block) != RV_NO_THREAD)
    check_free(HEAP_INVALID_FREE, block, CALLER, FRAME);
  else
    release_to_libc(block);
}

EXPORT void *realloc(void *block, size_t size) {
  if (block && !heap_contains((uintptr_t)block))
    return __libc_realloc(block, size);
  if (!is_programs(CALLER) && !block)
    return __libc_malloc(size);
  if (!block)
    return allocate(size, 0, CALLER);
  if (size == 0) {
    release(block, CALLER, FRAME);
    return NULL;
  }
  check_race(block, CALLER, FRAME);
  enum heap_status status;
  void *moved = heap_realloc(self(), block, size, CALLER, &status);
  check_free(status, block, CALLER, FRAME);
  if (!moved)
    errno = ENOMEM;
  return moved;
}

EXPORT void *reallocarray(void *block, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(block, bytes);
}

static bool is_alignment(size_t align) {
  return align && (align & (align - 1)) == 0;
}

EXPORT void *memalign(size_t align, size_t size) {
  if (!is_programs(CALLER))
    return __libc_memalign(align, size);
  if (!is_alignment(align)) {
    errno = EINVAL;
    return NULL;
  }
  return allocate(size, align, CALLER);
}

EXPORT void *aligned_alloc(size_t align, size_t size) {
  if (!is_programs(CALLER))
    return __libc_memalign(align, size);
  if (!is_alignment(align)) {
    errno = EINVAL;
    return NULL;
  }
  return allocate(size, align, CALLER);
}

EXPORT int posix_memalign(void **result, size_t align, size_t size) {
  if (!is_alignment(align) || align % sizeof(void *))
    return EINVAL;
  void *block =
      is_programs(CALLER) ? heap_malloc(self(), size, align, CALLER) : __libc_memalign(align, size);
  if (!block)
    return ENOMEM;
  *result = block;
  return 0;
}

EXPORT void *valloc(size_t size) {
  return is_programs(CALLER) ? allocate(size, 4096, CALLER) : __libc_memalign(4096, size);
}

EXPORT size_t malloc_usable_size(void *block) {
  if (!block)
    return 0;
  return heap_contains((uintptr_t)block) ? heap_usable_size(block)
                                         : REAL(malloc_usable_size)(block);
}
