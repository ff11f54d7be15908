/*
 * The malloc family, on the program's own heap (heap.c). What libc allocates for itself stays with
 * libc: it keeps such memory from one execution to the next.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/access.h"
#include "runtime/allocation.h"
#include "runtime/atomic_block.h"
#include "runtime/atomic_undo.h"
#include "runtime/coverage.h"
#include "runtime/dead_memory.h"
#include "runtime/error.h"
#include "runtime/heap.h"
#include "runtime/hidden_reads.h"
#include "runtime/libc_heap.h"
#include "runtime/memory_errors.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/restore.h"
#include "runtime/sides.h"
#include "runtime/spinloop.h"
#include "runtime/thread.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *block);

/* --- libc's own ----------------------------------------------------------------------------------
 */

static void *libc_malloc(size_t size) {
  return rt.inside ? libc_heap_malloc(size, 0) : __libc_malloc(size);
}

static void *libc_calloc(size_t n, size_t size) {
  size_t bytes;
  if (!rt.inside)
    return __libc_calloc(n, size);
  void *const block = __builtin_mul_overflow(n, size, &bytes) ? NULL : libc_heap_malloc(bytes, 0);
  return block ? memset(block, 0, bytes) : NULL;
}

static void *libc_memalign(size_t align, size_t size) {
  return rt.inside ? libc_heap_malloc(size, align) : __libc_memalign(align, size);
}

/* What was allocated before the check stays where it is: it is there again in the next execution.
 */
static void libc_free(void *block) {
  if (!rt.inside)
    __libc_free(block);
  else if (libc_heap_contains(block))
    libc_heap_free(block);
}

/* Of a block that libc has. It is looked up before the program runs: dlsym() may free what the last
 * error of dlopen() was. */
static size_t size_in_libc(void *block) {
  return REAL(malloc_usable_size)(block);
}

void allocation_init(void) {
  size_in_libc(NULL);
}

static void *libc_realloc(void *block, size_t size, bool is_programs, uint64_t pc, void *frame) {
  if (!rt.inside)
    return __libc_realloc(block, size);
  const size_t before = libc_heap_contains(block) ? libc_heap_size(block) : size_in_libc(block);
  void *const moved = is_programs ? allocate_from(size, pc, frame) : libc_heap_malloc(size, 0);
  if (!moved)
    return NULL;
  memcpy(moved, block, before < size ? before : size);
  libc_free(block);
  return moved;
}

/* --- the program's -------------------------------------------------------------------------------
 */

/* Constructors allocate before main has started, for the first thread. */
static bool is_programs(uint64_t pc) {
  return program_runs() && !in_libc(pc);
}

static rv_tid self(void) {
  return rt.current ? rt.current->tid : 0;
}

/* Operators of C++ are in a library: the place is that of their caller. */
static uint64_t allocation_place(uint64_t pc, void *frame) {
  uint64_t caller =
      rt.current && !in_program(pc) ? program_caller(rt.current, (uintptr_t)frame) : 0;
  return caller ? caller : pc;
}

/* Sizes that no machine has are refused as libc refuses them. Any other allocation might succeed in
 * a real run, so to return NULL would be to check another program. */
static void no_room(size_t size, uint64_t pc, void *frame) {
  if (size <= PTRDIFF_MAX && rt.current)
    fail(ERROR_UNSUPPORTED, pc, frame,
         "allocating %zu bytes is not supported: a thread's heap has room for %lu MiB, over one "
         "execution",
         size, (unsigned long)(HEAP_REGION_SIZE >> 20));
  errno = ENOMEM;
}

static void *allocate_zeroed(size_t size, size_t align, uint64_t pc, void *frame) {
  pc = allocation_place(pc, frame);
  not_spinning();
  void *block = heap_malloc(self(), size, align, pc);
  if (!block)
    no_room(size, pc, frame);
  else
    side_note(SIDE_ALLOCATED, (uintptr_t)block, pc, frame);
  if (rt.current)
    wipe_if_loops(); /* a recording leaves more there */
  return block;
}

/* Memory from malloc is filled with a pattern, so that a program that expects zeros fails. */
enum { MOST_GARBAGE = 4096 };

static void *allocate(size_t size, size_t align, uint64_t pc, void *frame) {
  void *block = allocate_zeroed(size, align, pc, frame);
  return block ? memset(block, SHARED_GARBAGE, size < MOST_GARBAGE ? size : MOST_GARBAGE) : NULL;
}

static void check_free(enum heap_status status, void *block, uint64_t pc, void *frame) {
  if (status != HEAP_OK && rt.current)
    memory_wrong_free(status, (uintptr_t)block, pc, frame);
}

static void before_free(void *block, uint64_t pc, void *frame) {
  size_t size = heap_usable_size(block);
  if (!rt.current || size == 0)
    return;
  record_free((uintptr_t)block, size, pc);
  freeing_access((uintptr_t)block, size, pc, frame);
}

static void release(void *block, uint64_t pc, void *frame) {
  not_spinning();
  if (in_atomic_block())
    atomic_undo_lasts("freeing memory");
  pc = allocation_place(pc, frame);
  before_free(block, pc, frame);
  check_free(heap_free(self(), block, pc), block, pc, frame);
  side_note(SIDE_FREED, (uintptr_t)block, pc, frame);
  if (rt.current)
    wipe_if_loops();
}

/* A block that libc allocated on behalf of the program: it may hand it out again to another thread.
 */
static void release_to_libc(void *block) {
  not_spinning();
  if (rt.plain == PLAIN_CHECKED && rt.current && !rt.inside)
    datarace_forget((uintptr_t)block, size_in_libc(block));
  libc_free(block);
}

/* A block of the program from before the check. */
static bool is_from_before(const void *block) {
  return rt.inside && rt.current && !libc_heap_contains(block);
}

static void release_from_before(void *block, uint64_t pc, void *frame) {
  not_spinning();
  freeing_access((uintptr_t)block, size_in_libc(block), allocation_place(pc, frame), frame);
  not_covered_once("memory that was allocated before the check and freed in it: uses after that");
}

void *allocate_from(size_t size, uint64_t pc, void *frame) {
  return is_programs(pc) ? allocate(size, 0, pc, frame) : libc_malloc(size);
}

EXPORT void *malloc(size_t size) {
  return allocate_from(size, CALLER, FRAME);
}

EXPORT void *calloc(size_t n, size_t size) {
  if (!is_programs(CALLER))
    return libc_calloc(n, size);
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return allocate_zeroed(bytes, 0, CALLER, FRAME);
}

EXPORT void free(void *block) {
  if (!block)
    return;
  if (heap_contains((uintptr_t)block))
    release(block, CALLER, FRAME);
  else if (rt.current && !in_libc(CALLER) && stack_owner((uintptr_t)block) != RV_NO_THREAD)
    check_free(HEAP_INVALID_FREE, block, CALLER, FRAME);
  else if (is_from_before(block) && !in_libc(CALLER))
    release_from_before(block, CALLER, FRAME);
  else
    release_to_libc(block);
}

/* These reads are announced nowhere else. */
static void moves_contents(uint64_t addr, uint64_t size) {
  const struct rv_access access = {addr, (uint32_t)size, RV_READ};
  hidden_read(addr, size);
  if (rt.current)
    dead_memory_access(rt.current->tid, &access, 0);
}

EXPORT void *realloc(void *block, size_t size) {
  if (block && !heap_contains((uintptr_t)block))
    return libc_realloc(block, size, is_programs(CALLER), CALLER, FRAME);
  if (!is_programs(CALLER) && !block)
    return libc_malloc(size);
  if (!block)
    return allocate(size, 0, CALLER, FRAME);
  if (size == 0) {
    release(block, CALLER, FRAME);
    return NULL;
  }
  enum heap_status status;
  not_spinning();
  moves_contents((uintptr_t)block, heap_usable_size(block));
  if (in_atomic_block())
    atomic_undo_lasts("freeing memory");
  before_free(block, CALLER, FRAME);
  void *moved = heap_realloc(self(), block, size, CALLER, &status);
  check_free(status, block, CALLER, FRAME);
  if (!moved) {
    no_room(size, CALLER, FRAME);
    return NULL;
  }
  side_note(SIDE_FREED, (uintptr_t)block, CALLER, FRAME);
  side_note(SIDE_ALLOCATED, (uintptr_t)moved, CALLER, FRAME);
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
    return libc_memalign(align, size);
  if (!is_alignment(align)) {
    errno = EINVAL;
    return NULL;
  }
  return allocate(size, align, CALLER, FRAME);
}

EXPORT void *aligned_alloc(size_t align, size_t size) {
  if (!is_programs(CALLER))
    return libc_memalign(align, size);
  if (!is_alignment(align)) {
    errno = EINVAL;
    return NULL;
  }
  return allocate(size, align, CALLER, FRAME);
}

EXPORT int posix_memalign(void **result, size_t align, size_t size) {
  if (!is_alignment(align) || align % sizeof(void *))
    return EINVAL;
  void *block =
      is_programs(CALLER) ? allocate(size, align, CALLER, FRAME) : libc_memalign(align, size);
  if (!block)
    return ENOMEM;
  *result = block;
  return 0;
}

EXPORT void *valloc(size_t size) {
  return is_programs(CALLER) ? allocate(size, 4096, CALLER, FRAME) : libc_memalign(4096, size);
}

EXPORT size_t malloc_usable_size(void *block) {
  if (!block)
    return 0;
  return heap_contains((uintptr_t)block) ? heap_usable_size(block)
         : libc_heap_contains(block)     ? libc_heap_size(block)
                                         : size_in_libc(block);
}
