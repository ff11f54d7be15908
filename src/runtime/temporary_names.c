#define _GNU_SOURCE
#include "runtime/temporary_names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/memory_files.h"
#include "runtime/runtime.h"

enum { LENGTH = 6, MOST = 1024, RUNS = 8192 }; /* of one thread; of ravel at the same time */

static uint16_t made_by[SHARED_MAX_THREADS]; /* how many */
static bool used;

static void write_name(char *to, rv_tid tid) {
  static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const uint64_t run = rt.shared->request.run % RUNS;
  uint64_t n = (run * SHARED_MAX_THREADS + tid) * MOST + made_by[tid]++ % MOST;
  for (int i = LENGTH - 1; i >= 0; i--, n /= sizeof digits - 1)
    to[i] = digits[n % (sizeof digits - 1)];
}

_Static_assert((uint64_t)RUNS *SHARED_MAX_THREADS *MOST < UINT64_C(62) * 62 * 62 * 62 * 62 * 62,
               "every number has a name of its own");

/* The end of the pattern, which is to be replaced; NULL: it has none. */
static char *end_of(char *pattern) {
  const size_t n = strlen(pattern);
  if (n >= LENGTH && strcmp(pattern + n - LENGTH, "XXXXXX") == 0)
    return pattern + n - LENGTH;
  errno = EINVAL;
  return NULL;
}

static bool temporary_names_make(char *pattern,
                                 bool (*made)(const char *path, int flags, int *result), int flags,
                                 int *result) {
  const int error = errno;
  char *const end = end_of(pattern);
  const rv_tid tid = rt.current->tid;
  used = true;
  for (int i = 0; end && i < MOST; i++) {
    write_name(end, tid);
    if (made(pattern, flags, result)) {
      errno = error;
      return true;
    }
    if (errno != EEXIST)
      return false;
  }
  return false;
}

static bool make_file(const char *path, int flags, int *result) {
  *result = memory_files_open(path, O_RDWR | O_CREAT | O_EXCL | flags, 0600);
  return *result >= 0;
}

static bool make_directory(const char *path, int flags, int *result) {
  (void)flags, (void)result;
  return mkdir(path, 0700) == 0;
}

static bool make_nothing(const char *path, int flags, int *result) {
  (void)flags, (void)result;
  if (access(path, F_OK) == 0)
    errno = EEXIST;
  return errno == ENOENT;
}

int temporary_file_flags(char *pattern, int flags) {
  int result = -1;
  temporary_names_make(pattern, make_file, flags & ~O_ACCMODE, &result);
  return result;
}

int temporary_file(char *pattern) {
  return temporary_file_flags(pattern, 0);
}

char *temporary_directory(char *pattern) {
  return temporary_names_make(pattern, make_directory, 0, NULL) ? pattern : NULL;
}

char *temporary_name(char *pattern) {
  if (!temporary_names_make(pattern, make_nothing, 0, NULL))
    *pattern = 0;
  return pattern;
}

void temporary_names_reset(void) {
  if (used)
    memset(made_by, 0, sizeof made_by);
  used = false;
}
