#include "cli/limits.h"

#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>

#include "cli/message.h"
#include "protocol/shared.h"

static const struct limit {
  int resource;
  uint64_t needed;
  const char *name, *option;
  uint64_t unit; /* of the shell's option, in bytes */
} limits[] = {
    {RLIMIT_AS, 2 * SHARED_SIZE, "address space", "-v", 1024},
    {RLIMIT_FSIZE, SHARED_SIZE, "file size", "-f", 1024},
    {RLIMIT_STACK, 512 << 10, "stack size", "-s", 1024},
    {RLIMIT_NOFILE, 16, "open files", "-n", 1},
};

static bool limit_suffices(const struct limit *limit) {
  struct rlimit now;
  if (getrlimit((__rlimit_resource_t)limit->resource, &now) != 0 || now.rlim_cur >= limit->needed)
    return true;
  if (now.rlim_max >= limit->needed) {
    now.rlim_cur = limit->needed;
    if (setrlimit((__rlimit_resource_t)limit->resource, &now) == 0)
      return true;
  }
  signal(SIGXFSZ, SIG_IGN); /* where this is written to may be a file */
  complain("the limit on %s is too small and cannot be raised from here: `ulimit %s` must be at "
           "least %lu%s",
           limit->name, limit->option, (unsigned long)(limit->needed / limit->unit),
           limit->unit > 1 ? " KiB" : "");
  return false;
}

bool limits_suffice(void) {
  for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++)
    if (!limit_suffices(&limits[i]))
      return false;
  return true;
}
