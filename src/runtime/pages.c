#define _GNU_SOURCE
#include "runtime/pages.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Below this, writing zeros is cheaper than giving pages back and faulting them in again. */
enum { PAGES_SMALL = 1 << 16 };

static uint64_t pages_next = PAGES_BASE;

bool pages_reserve_at(uint64_t addr, uint64_t bytes) {
  void *wanted = (void *)(uintptr_t)addr;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void *got = mmap(wanted, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (got == MAP_FAILED)
    return false;
  if (got != wanted) { /* a kernel that does not know MAP_FIXED_NOREPLACE */
    munmap(got, bytes);
    return false;
  }
  /* Tables are touched sparsely: a huge page for each place would waste memory and the time to
   * clear it. */
  madvise(got, bytes, MADV_NOHUGEPAGE);
  return true;
}

void *pages_reserve(uint64_t bytes) {
  static const char message[] = "ravel: cannot reserve address space for the runtime\n";
  uint64_t addr = pages_next;
  if (!pages_reserve_at(addr, bytes)) {
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    _exit(2);
  }
  pages_next += pages_round_up(bytes, PAGES_ALIGNMENT);
  return (void *)(uintptr_t)addr;
}

void pages_zero(void *first, uint64_t bytes) {
  if (bytes < PAGES_SMALL) {
    memset(first, 0, bytes);
    return;
  }
  uint64_t begin = (uintptr_t)first, end = begin + bytes;
  uint64_t whole_begin = pages_round_up(begin, PAGES_ALIGNMENT);
  uint64_t whole_end = end & ~(PAGES_ALIGNMENT - 1);
  if (whole_begin >= whole_end) {
    memset(first, 0, bytes);
    return;
  }
  memset(first, 0, whole_begin - begin);
  madvise((void *)(uintptr_t)whole_begin, whole_end - whole_begin, MADV_DONTNEED);
  memset((void *)(uintptr_t)whole_end, 0, end - whole_end);
}

bool pages_untouched(const void *first, uint64_t *bytes) {
  enum { AT_ONCE = 64 };
  unsigned char resident[AT_ONCE];
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  const uint64_t begin = (uintptr_t)first & ~(page - 1), inside = (uintptr_t)first - begin;
  uint64_t n = (inside + *bytes + page - 1) / page, same = 1;
  if (n > AT_ONCE)
    n = AT_ONCE;
  const bool untouched =
      mincore((void *)(uintptr_t)begin, n * page, resident) == 0 && !(resident[0] & 1);
  while (untouched && same < n && !(resident[same] & 1))
    same++;
  if (same * page - inside < *bytes)
    *bytes = same * page - inside;
  return untouched;
}

static bool pages_write_all(int file, const char *from, uint64_t bytes) {
  while (bytes > 0) {
    ssize_t written = write(file, from, bytes);
    if (written <= 0)
      return false;
    from += written;
    bytes -= (uint64_t)written;
  }
  return true;
}

bool pages_snapshot(void *first, uint64_t bytes) {
  int file = memfd_create("ravel-snapshot", MFD_CLOEXEC);
  if (file < 0)
    return false;
  bool kept = pages_write_all(file, first, bytes) &&
              mmap(first, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE,
                   file, 0) != MAP_FAILED;
  close(file);
  return kept;
}

void pages_restore(void *first, uint64_t bytes) {
  madvise(first, bytes, MADV_DONTNEED);
}

void pages_copy(void *to, const void *from, uint64_t bytes) {
  memcpy(to, from, bytes);
}
