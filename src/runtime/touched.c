#define _GNU_SOURCE
#include "runtime/touched.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

enum { PAGE = 4096, ENTRIES = 512 };

/* An entry of /proc/self/pagemap. */
#define ENTRY_PRESENT (UINT64_C(1) << 63)
#define ENTRY_SWAPPED (UINT64_C(1) << 62)
#define ENTRY_OF_FILE (UINT64_C(1) << 61)

static bool is_touched(uint64_t entry, enum touched which) {
  return entry & (ENTRY_PRESENT | ENTRY_SWAPPED) &&
         (which == TOUCHED_PRESENT || !(entry & ENTRY_OF_FILE));
}

bool touched_pages(char *begin, size_t size, enum touched which,
                   void (*callback)(char *page, void *data), void *data) {
  uint64_t entries[ENTRIES];
  static int file = -1; /* it is about the process that has opened it */
  if (file < 0)
    file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  for (size_t pages = size / PAGE, done = 0; done < pages;) {
    const size_t n = pages - done < ENTRIES ? pages - done : ENTRIES;
    const off_t at = (off_t)(((uintptr_t)begin / PAGE + done) * sizeof *entries);
    if (pread(file, entries, n * sizeof *entries, at) != (ssize_t)(n * sizeof *entries))
      return false;
    for (size_t i = 0; i < n; i++)
      if (is_touched(entries[i], which))
        callback(begin + (done + i) * PAGE, data);
    done += n;
  }
  return true;
}
