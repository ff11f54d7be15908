#define _GNU_SOURCE
#include "runtime/file_answers.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/coverage.h"
#include "runtime/file_calls.h"
#include "runtime/file_names.h"
#include "runtime/libc_call.h"

bool file_call_has_flag(const struct file_call *function, const struct libc_call *call, int flag) {
  return function->flags && call->integer[function->flags] & (uint64_t)flag;
}

size_t file_call_path_of_descriptor(int descriptor, char *to) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t n = readlink(link, to, PATH_MAX - 1);
  to[n > 0 ? n : 0] = 0;
  return n > 0 ? (size_t)n : 0;
}

const char *file_call_path(const struct file_call *function, const struct libc_call *call,
                           unsigned argument, char *to) {
  const char *const path = (const char *)call->integer[argument];
  if (!path || !function->at || *path == '/' || (int)call->integer[argument - 1] == AT_FDCWD)
    return path;
  const size_t n = file_call_path_of_descriptor((int)call->integer[argument - 1], to);
  if (n == 0 || n + strlen(path) + 2 > PATH_MAX)
    return NULL;
  to[n] = '/';
  strcpy(to + n + 1, path);
  return to;
}

static int answered_error;

static int64_t answer_zero(void) {
  return 0;
}

int64_t file_call_failure(void) {
  errno = answered_error;
  return -1;
}

void file_call_succeeds(struct libc_call *call) {
  call->real = (void *)answer_zero;
}

static void *answer_null(void) {
  errno = answered_error;
  return NULL;
}

/* freopen() has to close its stream: it gets a name with which it fails by itself. */
static void fail_with_name(const struct file_call *function, struct libc_call *call, int error) {
  call->integer[function->path] = (uintptr_t)(error == EEXIST    ? "/dev/null"
                                              : error == ENOTDIR ? "/dev/null/"
                                              : error == EISDIR  ? "/"
                                                                 : "/proc/self/fd/2147483647");
}

static bool gives_pointer(const char *function) {
  return strncmp(function, "fopen", 5) == 0 || strcmp(function, "opendir") == 0 ||
         strcmp(function, "realpath") == 0;
}

void file_call_fails_by(const struct file_call *function, struct libc_call *call, int error) {
  answered_error = error;
  if (strncmp(function->function, "freopen", 7) == 0)
    fail_with_name(function, call, error);
  else
    call->real =
        gives_pointer(function->function) ? (void *)answer_null : (void *)file_call_failure;
}

void file_call_refused(const struct file_call *function, struct libc_call *call, const char *path) {
  not_covered("%s() of '%s', where the disk has what the program has removed or renamed: it fails; "
              "with --files=real it does not",
              function->function, path);
  file_call_fails_by(function, call, EXDEV);
}

int file_name_error(const struct file_name *name) {
  return name->kind == NAME_WRONG                                                  ? name->error
         : name->kind == NAME_MISSING                                              ? ENOENT
         : name->slash && name->kind != NAME_DIRECTORY && file_name_is_taken(name) ? ENOTDIR
                                                                                   : 0;
}

bool file_call_fails(const struct file_call *function, struct libc_call *call,
                     const struct file_name *name) {
  const int error = file_name_error(name);
  if (error && name->ours)
    file_call_fails_by(function, call, error);
  return error || name->kind == NAME_UNKNOWN;
}
