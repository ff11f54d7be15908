#define _GNU_SOURCE
#include "runtime/mappings.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>

#include "runtime/access.h"
#include "runtime/state.h"

enum { PAGE = 4096, MAX_ELSEWHERE = 64 };

static uint64_t used; /* bytes of the range */
static bool shared;   /* some of it may be other processes', too */

/* Where the program has asked for an address of its own, and there was nothing before. */
static struct {
  void *at;
  size_t size;
} elsewhere[MAX_ELSEWHERE];
static uint32_t n_elsewhere;

size_t mappings_whole_pages(size_t size) {
  return (size + PAGE - 1) & ~(size_t)(PAGE - 1);
}

static bool is_ours(const void *at, size_t size) {
  const uint64_t offset = (uintptr_t)at - MAPPINGS_BASE;
  if (offset < used && size <= used - offset)
    return true;
  for (uint32_t i = 0; i < n_elsewhere; i++)
    if (at >= elsewhere[i].at && (char *)at + size <= (char *)elsewhere[i].at + elsewhere[i].size)
      return true;
  return false;
}

/* What was there before cannot be put back. */
static void changes(const void *at, size_t size, const char *how) {
  if (!is_ours(at, size))
    state_lasts("called %s() on memory that it has not mapped", how);
}

/* The next free place; there is a page between two. NULL: there is no room. */
static void *next_place(size_t size) {
  const uint64_t needed = mappings_whole_pages(size) + PAGE;
  if (needed < size || needed > MAPPINGS_SIZE - used)
    return NULL;
  void *const place = (void *)(uintptr_t)(MAPPINGS_BASE + used);
  used += needed;
  return place;
}

static void note_elsewhere(void *at, size_t size) {
  if (n_elsewhere == MAX_ELSEWHERE) {
    state_lasts("mapped memory at more than %d addresses of its own", MAX_ELSEWHERE);
    return;
  }
  elsewhere[n_elsewhere].at = at;
  elsewhere[n_elsewhere++].size = mappings_whole_pages(size);
}

/* At an address that the program names. Without MAP_FIXED that is a wish, which is granted where
 * nothing else is. */
static void *mmap_there(void *at, size_t size, int protection, int flags, int number,
                        off_t offset) {
  const bool replaces = flags & MAP_FIXED;
  if (replaces)
    changes(at, size, "mmap");
  void *const result =
      mmap(at, size, protection, replaces ? flags : flags | MAP_FIXED_NOREPLACE, number, offset);
  if (result != MAP_FAILED && !replaces)
    note_elsewhere(result, size);
  return result;
}

void *mappings_mmap(void *at, size_t size, int protection, int flags, int number, off_t offset) {
  const bool insists = flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
  void *result = MAP_FAILED;
  shared |= (flags & MAP_TYPE) != MAP_PRIVATE;
  if (flags & MAP_32BIT) {
    state_lasts("called mmap() with MAP_32BIT");
    return mmap(at, size, protection, flags, number, offset);
  }
  if (at)
    result = mmap_there(at, size, protection, flags, number, offset);
  if (result != MAP_FAILED || insists)
    return result;
  void *const place = next_place(size);
  if (!place) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return mmap(place, size, protection, flags | MAP_FIXED, number, offset);
}

/* What is mapped there later is other memory. */
static void forget(const void *at, size_t size) {
  if (rt.races == RACES_REPORT && rt.current)
    datarace_forget((uintptr_t)at, mappings_whole_pages(size));
}

int mappings_munmap(void *at, size_t size) {
  changes(at, size, "munmap");
  const int result = munmap(at, size);
  if (result == 0)
    forget(at, size);
  return result;
}

int mappings_mprotect(void *at, size_t size, int protection) {
  changes(at, size, "mprotect");
  return mprotect(at, size, protection);
}

int mappings_madvise(void *at, size_t size, int advice) {
  changes(at, size, "madvise");
  return madvise(at, size, advice);
}

/* What grows moves: the addresses that follow are kept for others. */
static void *remap(void *at, size_t old_size, size_t size, int flags, void *to) {
  changes(at, old_size, "mremap");
  if (flags & MREMAP_FIXED) {
    changes(to, size, "mremap");
    return mremap(at, old_size, size, flags, to);
  }
  if (size <= old_size)
    return mremap(at, old_size, size, flags);
  void *const place = flags & MREMAP_MAYMOVE ? next_place(size) : NULL;
  if (!place) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return mremap(at, old_size, size, flags | MREMAP_FIXED, place);
}

void *mappings_mremap(void *at, size_t old_size, size_t size, int flags, void *to) {
  void *const result = remap(at, old_size, size, flags, to);
  if (result != MAP_FAILED && result != at)
    forget(at, old_size);
  return result;
}

bool mappings_are_shared(void) {
  return shared;
}

void mappings_reset(void) {
  shared = false;
  if (used)
    munmap((void *)(uintptr_t)MAPPINGS_BASE, used);
  used = 0;
  while (n_elsewhere > 0) {
    n_elsewhere--;
    munmap(elsewhere[n_elsewhere].at, elsewhere[n_elsewhere].size);
  }
}
