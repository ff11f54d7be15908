#define _GNU_SOURCE
#include "runtime/file_calls.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/file_names.h"

/* The kernel knows no names of what is in memory. */
static int stat_counted(const char *path, struct stat *status) {
  const int result = stat(path, status);
  if (result == 0)
    file_names_count(status->st_ino, &status->st_nlink);
  return result;
}

static int fstat_counted(int number, struct stat *status) {
  const int result = fstat(number, status);
  nlink_t count;
  if (result == 0 && status->st_nlink == 0 && file_names_count(status->st_ino, &count))
    status->st_nlink = count;
  return result;
}

static int fstatat_counted(int directory, const char *path, struct stat *status, int flags) {
  const int result = fstatat(directory, path, status, flags);
  if (result == 0)
    file_names_count(status->st_ino, &status->st_nlink);
  return result;
}

static int statx_counted(int directory, const char *path, int flags, unsigned mask,
                         struct statx *status) {
  const int result = statx(directory, path, flags, mask, status);
  nlink_t count;
  if (result == 0 && file_names_count(status->stx_ino, &count))
    status->stx_nlink = (uint32_t)count;
  return result;
}

#define ROW(name, what, ...)                                                                       \
  { .function = name, .kind = CALL_##what, .path = __VA_ARGS__ }
static const struct file_call file_calls[] = {
    ROW("open", OPENS, 0),
    ROW("open64", OPENS, 0),
    ROW("__open_2", OPENS, 0),
    ROW("__open64_2", OPENS, 0),
    ROW("openat", OPENS, 1, .at = true),
    ROW("openat64", OPENS, 1, .at = true),
    ROW("__openat_2", OPENS, 1, .at = true),
    ROW("__openat64_2", OPENS, 1, .at = true),
    ROW("creat", CREATES, 0),
    ROW("creat64", CREATES, 0),
    ROW("fopen", STREAM, 0),
    ROW("fopen64", STREAM, 0),
    ROW("freopen", STREAM, 0),
    ROW("freopen64", STREAM, 0),
    ROW("stat", LOOKS, 0, .instead = (void *)stat_counted),
    ROW("stat64", LOOKS, 0, .instead = (void *)stat_counted),
    ROW("lstat", LOOKS_AT_LINK, 0, .instead = (void *)stat_counted),
    ROW("lstat64", LOOKS_AT_LINK, 0, .instead = (void *)stat_counted),
    ROW("fstat", LOOKS_AT_OPEN, 0, .instead = (void *)fstat_counted),
    ROW("fstat64", LOOKS_AT_OPEN, 0, .instead = (void *)fstat_counted),
    ROW("fstatat", LOOKS, 1, .at = true, .flags = 3, .instead = (void *)fstatat_counted),
    ROW("fstatat64", LOOKS, 1, .at = true, .flags = 3, .instead = (void *)fstatat_counted),
    ROW("statx", LOOKS, 1, .at = true, .flags = 2, .instead = (void *)statx_counted),
    ROW("access", LOOKS, 0),
    ROW("euidaccess", LOOKS, 0),
    ROW("eaccess", LOOKS, 0),
    ROW("faccessat", LOOKS, 1, .at = true, .flags = 3),
    ROW("statfs", LOOKS, 0),
    ROW("statvfs", LOOKS, 0),
    ROW("pathconf", LOOKS, 0),
    ROW("chdir", LOOKS, 0),
    ROW("readlink", READS_LINK, 0),
    ROW("readlinkat", READS_LINK, 1, .at = true),
    ROW("__readlink_chk", READS_LINK, 0),
    ROW("__readlinkat_chk", READS_LINK, 1, .at = true),
    ROW("realpath", FINDS_PATH, 0),
    ROW("truncate", CHANGES, 0),
    ROW("truncate64", CHANGES, 0),
    ROW("chmod", CHANGES, 0),
    ROW("fchmodat", CHANGES, 1, .at = true, .flags = 3),
    ROW("chown", CHANGES, 0),
    ROW("lchown", CHANGES, 0, .instead = (void *)chown),
    ROW("fchownat", CHANGES, 1, .at = true, .flags = 4),
    ROW("utime", CHANGES, 0),
    ROW("utimes", CHANGES, 0),
    ROW("utimensat", CHANGES, 1, .at = true, .flags = 3),
    ROW("mkdir", MAKES, 0),
    ROW("mkdirat", MAKES, 1, .at = true),
    ROW("mkfifo", MAKES, 0),
    ROW("mkfifoat", MAKES, 1, .at = true),
    ROW("mknod", MAKES, 0),
    ROW("mknodat", MAKES, 1, .at = true),
    ROW("symlink", MAKES, 1),
    ROW("symlinkat", MAKES, 2, .at = true),
    ROW("unlink", REMOVES, 0),
    ROW("remove", REMOVES, 0),
    ROW("unlinkat", REMOVES, 1, .at = true, .flags = 2),
    ROW("rmdir", REMOVES_DIRECTORY, 0),
    ROW("rename", RENAMES, 0, .second = 1),
    ROW("renameat", RENAMES, 1, .second = 3, .at = true),
    ROW("renameat2", RENAMES, 1, .second = 3, .at = true, .flags = 4),
    ROW("link", LINKS, 0, .second = 1),
    ROW("linkat", LINKS, 1, .second = 3, .at = true, .flags = 4),
    ROW("opendir", LISTS, 0, .sees = true),
    ROW("scandir", LISTS, 0, .sees = true),
    ROW("scandir64", LISTS, 0, .sees = true),
    ROW("scandirat", LISTS, 1, .at = true),
    ROW("scandirat64", LISTS, 1, .at = true),
    ROW("fdopendir", LISTS_OPEN, 0, .sees = true),
    ROW("getdents64", LISTS_OPEN, 0),
    ROW("glob", LISTS_MATCHES, 0, .sees = true),
    ROW("glob64", LISTS_MATCHES, 0, .sees = true),
    ROW("wordexp", LISTS_MATCHES, 0),
    ROW("fts_open", LISTS_ALL, 0),
    ROW("fts64_open", LISTS_ALL, 0),
    ROW("ftw", LISTS_BELOW, 0),
    ROW("ftw64", LISTS_BELOW, 0),
    ROW("nftw", LISTS_BELOW, 0),
    ROW("nftw64", LISTS_BELOW, 0),
};

const struct file_call *file_call_find(const char *function) {
  for (size_t i = 0; i < sizeof file_calls / sizeof *file_calls; i++)
    if (strcmp(file_calls[i].function, function) == 0)
      return &file_calls[i];
  return NULL;
}
