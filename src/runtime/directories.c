#define _GNU_SOURCE
#include "runtime/directories.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/allocation.h"
#include "runtime/file_names.h"
#include "runtime/runtime.h"

/* Those that have been read to the end of what is on the disk. */
enum { MAX_READ = 64 };
static struct reading {
  DIR *directory;
  uint32_t next; /* of the names in memory */
  struct dirent entry;
} readings[MAX_READ];
static uint32_t n_readings;

static bool is_known(void) {
  return rt.current && rt.shared->request.files != FILES_REAL;
}

/* --- reading -------------------------------------------------------------------------------------
 */

static struct reading *reading_find(DIR *directory) {
  for (uint32_t i = 0; i < n_readings; i++)
    if (readings[i].directory == directory)
      return &readings[i];
  return NULL;
}

static struct reading *reading_begin(DIR *directory) {
  struct reading *const known = reading_find(directory);
  if (known || n_readings == MAX_READ)
    return known;
  readings[n_readings] = (struct reading){.directory = directory};
  return &readings[n_readings++];
}

static bool path_of(DIR *directory, char path[PATH_MAX]) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", dirfd(directory));
  const ssize_t n = readlink(link, path, PATH_MAX - 1);
  path[n > 0 ? n : 0] = 0;
  return n > 0;
}

static struct dirent *read_memory(DIR *directory, const char *path) {
  struct reading *const reading = reading_begin(directory);
  const struct memory_file *const file = reading ? file_names_new_in(path, &reading->next) : NULL;
  if (!file)
    return NULL;
  reading->entry =
      (struct dirent){.d_ino = file->inode, .d_reclen = sizeof reading->entry, .d_type = DT_REG};
  snprintf(reading->entry.d_name, sizeof reading->entry.d_name, "%.255s",
           strrchr(file->path, '/') + 1);
  return &reading->entry;
}

struct dirent *directory_read(DIR *directory) {
  char path[PATH_MAX];
  if (!is_known() || !path_of(directory, path) || file_names_in(path) == NAMES_NONE)
    return readdir(directory);
  struct dirent *entry = reading_find(directory) ? NULL : readdir(directory);
  while (entry && file_names_are_without(path, entry->d_name))
    entry = readdir(directory);
  return entry ? entry : read_memory(directory, path);
}

void directory_closes(DIR *directory) {
  struct reading *const reading = reading_find(directory);
  if (reading)
    *reading = readings[--n_readings];
}

void directory_rewind(DIR *directory) {
  directory_closes(directory);
  rewinddir(directory);
}

/* --- whole directories ---------------------------------------------------------------------------
 */

/* What the program is to free. */
static void *given(const void *from, size_t size) {
  void *const to = allocate_from(size, CALLER, FRAME);
  if (to)
    memcpy(to, from, size);
  return to;
}

typedef int compare_function(const void *, const void *);

int directory_scan(const char *path, struct dirent ***list, int (*wanted)(const struct dirent *),
                   int (*compare)(const struct dirent **, const struct dirent **)) {
  DIR *const directory = opendir(path);
  struct dirent **found = NULL;
  size_t n = 0;
  if (!directory)
    return -1;
  for (struct dirent *entry; (entry = directory_read(directory));) {
    if (wanted && !wanted(entry))
      continue;
    found = reallocarray(found, n + 1, sizeof *found);
    found[n++] = given(entry, sizeof *entry);
  }
  directory_closes(directory);
  closedir(directory);
  if (compare && n)
    qsort(found, n, sizeof *found, (compare_function *)compare);
  *list = given(found, n * sizeof *found);
  free(found);
  return (int)n;
}

static int stat_by_name(const char *path, struct stat *status, enum follow follow) {
  static struct file_name name;
  file_name_find(path, follow, &name);
  if (name.kind == NAME_IN_MEMORY)
    return fstat(name.file->copy, status);
  if (name.ours && !file_name_is_taken(&name)) {
    errno = ENOENT;
    return -1;
  }
  return follow == FOLLOW_ALWAYS ? stat(path, status) : lstat(path, status);
}

static int look(const char *path, struct stat *status) {
  return stat_by_name(path, status, FOLLOW_ALWAYS);
}

static int look_at_link(const char *path, struct stat *status) {
  return stat_by_name(path, status, FOLLOW_SLASH);
}

static void close_read(void *directory) {
  directory_closes(directory);
  closedir(directory);
}

int directory_glob(const char *pattern, int flags, int (*failed)(const char *, int), glob_t *to) {
  if (!is_known() || flags & GLOB_ALTDIRFUNC)
    return glob(pattern, flags, failed, to);
  to->gl_opendir = (void *(*)(const char *))opendir;
  to->gl_readdir = (struct dirent * (*)(void *)) directory_read;
  to->gl_closedir = close_read;
  to->gl_stat = look;
  to->gl_lstat = look_at_link;
  return glob(pattern, flags | GLOB_ALTDIRFUNC, failed, to);
}

void directories_reset(void) {
  n_readings = 0;
}
