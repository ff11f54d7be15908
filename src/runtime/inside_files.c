/*
 * Files that were open before a check. What an execution does with them must neither reach anybody
 * outside nor move what the program will read after the check: the worker has copies. A regular
 * file that is open for writing becomes a file in memory with the same contents; one that is read
 * is opened once more; what leads to somebody else (pipes, sockets, terminals) leads nowhere.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/inside.h"

enum { STANDARD = 3, MAX_COPIES = 256 };

/* What an execution begins with. */
static struct copied_file {
  int number;
  off_t position, size;
  bool writable;
} copies[MAX_COPIES];
static uint32_t n_copies;

static void replace(int number, int by) {
  const int flags = fcntl(number, F_GETFD);
  if (by < 0)
    return;
  dup3(by, number, flags & FD_CLOEXEC ? O_CLOEXEC : 0);
  close(by);
}

static int open_again(int number) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", number);
  return open(path, O_RDONLY | O_CLOEXEC);
}

static int copy_of(int number, off_t size, int flags) {
  const int copy = memfd_create("ravel-file", MFD_CLOEXEC), from = open_again(number);
  off_t at = 0;
  while (copy >= 0 && from >= 0 && at < size && sendfile(copy, from, &at, (size_t)(size - at)) > 0)
    ;
  if (copy >= 0) {
    ftruncate(copy, size);
    fcntl(copy, F_SETFL, flags & O_APPEND);
  }
  if (from >= 0)
    close(from);
  return copy;
}

static void keep_regular(int number, const struct stat *info, int flags) {
  const off_t position = lseek(number, 0, SEEK_CUR);
  const bool writable = (flags & O_ACCMODE) != O_RDONLY;
  replace(number, writable ? copy_of(number, info->st_size, flags) : open_again(number));
  lseek(number, position, SEEK_SET);
  if (n_copies < MAX_COPIES)
    copies[n_copies++] = (struct copied_file){number, position, info->st_size, writable};
}

static void keep_file(int number) {
  struct stat info;
  const int flags = fcntl(number, F_GETFL);
  if (flags < 0 || fstat(number, &info) != 0)
    return;
  if (S_ISREG(info.st_mode))
    keep_regular(number, &info, flags);
  else if (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode) || isatty(number))
    replace(number, open("/dev/null", (flags & O_ACCMODE) | O_CLOEXEC));
}

void inside_files_keep(void) {
  DIR *const all = opendir("/proc/self/fd");
  if (!all)
    return;
  for (const struct dirent *entry; (entry = readdir(all));) {
    const int number = atoi(entry->d_name);
    if (number >= STANDARD && number != dirfd(all))
      keep_file(number);
  }
  closedir(all);
}

void inside_files_reset(void) {
  for (uint32_t i = 0; i < n_copies; i++) {
    if (copies[i].writable)
      ftruncate(copies[i].number, copies[i].size);
    lseek(copies[i].number, copies[i].position, SEEK_SET);
  }
}
