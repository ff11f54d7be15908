#define _GNU_SOURCE
#include "cli/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/message.h"
#include "report/printable.h"

static bool write_all(int fd, const struct buffer *text) {
  size_t done = 0;
  while (done < text->length) {
    const ssize_t n = write(fd, text->text + done, text->length - done);
    if (n < 0 && errno != EINTR)
      return false;
    done += n > 0 ? (size_t)n : 0;
  }
  return true;
}

static const char *directory_of(struct arena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash)
    return ".";
  char *copy = arena_string(arena, path);
  copy[slash == path ? 1 : slash - path] = 0;
  return copy;
}

/* Replacing by rename is for regular files: a device or a pipe must stay what it is, and
 * /dev/stdout leads to a file that somebody else holds open. */
static bool is_special(const char *path) {
  struct stat status;
  if (strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0)
    return true;
  return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

bool file_writable(const char *path) {
  struct arena arena = {0};
  struct stat status;
  int error = 0;
  if (strcmp(path, "-") == 0)
    return true;
  if (*path == 0)
    error = ENOENT;
  else if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
    error = EISDIR;
  else if (stat(path, &status) == 0 && access(path, W_OK) != 0)
    error = errno;
  else if (!is_special(path) && access(directory_of(&arena, path), W_OK | X_OK) != 0)
    error = errno;
  arena_free(&arena);
  if (error)
    complain("cannot write '%s': %s", path, strerror(error));
  return error == 0;
}

bool stream_write(int fd, const struct buffer *text) {
  struct buffer tame = {0};
  printable(text, &tame);
  const bool written = write_all(fd, &tame);
  const int error = errno;
  buffer_free(&tame);
  errno = error;
  if (written)
    return true;
  if (errno != EPIPE) /* a reader that has seen enough is no error */
    complain("cannot write standard %s: %s", fd == 1 ? "output" : "error", strerror(errno));
  return errno == EPIPE;
}

static bool write_special(const char *path, const struct buffer *text) {
  const int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
  const bool good = fd >= 0 && write_all(fd, text);
  const int error = errno;
  if (fd >= 0)
    close(fd);
  errno = error;
  return good;
}

/* A symbolic link stays one: what it points to is replaced. */
static bool write_regular(const char *path, const struct buffer *text, bool lasting) {
  char *real = realpath(path, NULL), *temporary = NULL;
  const char *target = real ? real : path;
  struct stat old;
  const bool exists = stat(target, &old) == 0;
  const mode_t mask = umask(0);
  umask(mask);
  bool good = asprintf(&temporary, "%s.XXXXXX", target) > 0;
  const int fd = good ? mkostemp(temporary, O_CLOEXEC) : -1;
  good = fd >= 0 && write_all(fd, text) && (!lasting || fsync(fd) == 0) &&
         fchmod(fd, exists ? old.st_mode & 07777 : 0666 & ~mask) == 0;
  if (fd >= 0 && close(fd) != 0)
    good = false;
  good = good && rename(temporary, target) == 0;
  const int error = errno;
  if (!good && fd >= 0)
    unlink(temporary);
  free(temporary);
  free(real);
  errno = error;
  return good;
}

static bool write_anywhere(const char *path, const struct buffer *text, bool lasting) {
  if (is_special(path) ? write_special(path, text) : write_regular(path, text, lasting))
    return true;
  complain("cannot write '%s': %s", path, strerror(errno));
  return false;
}

bool file_write(const char *path, const struct buffer *text) {
  return strcmp(path, "-") == 0 ? stream_write(1, text) : write_anywhere(path, text, false);
}

bool file_write_lasting(const char *path, const struct buffer *text) {
  return write_anywhere(path, text, true);
}

bool directory_make(char *path, size_t size) {
  const char *parent = getenv("TMPDIR");
  snprintf(path, size, "%s/ravel-XXXXXX", parent && *parent ? parent : "/tmp");
  if (mkdtemp(path))
    return true;
  complain("cannot make a temporary directory in '%s': %s", parent && *parent ? parent : "/tmp",
           strerror(errno));
  return false;
}

void directory_remove(const char *path) {
  DIR *directory = opendir(path);
  const struct dirent *entry;
  while (directory && (entry = readdir(directory)))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      unlinkat(dirfd(directory), entry->d_name, 0);
  if (directory)
    closedir(directory);
  rmdir(path);
}

void file_hash(int fd, char *hash, size_t size) {
  uint64_t sum = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
  unsigned char chunk[65536];
  off_t at = 0;
  for (ssize_t n; (n = pread(fd, chunk, sizeof chunk, at)) > 0; at += n)
    for (ssize_t i = 0; i < n; i++)
      sum = (sum ^ chunk[i]) * UINT64_C(0x100000001b3);
  snprintf(hash, size, "fnv1a-%016llx", (unsigned long long)sum);
}
