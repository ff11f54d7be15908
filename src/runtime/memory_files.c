#define _GNU_SOURCE
#include "runtime/memory_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/coverage.h"
#include "runtime/creation_mask.h"
#include "runtime/descriptors.h"
#include "runtime/libc_call.h"
#include "runtime/outside.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

enum { MAX_MEMORY_FILES = 256, COPIES_FROM = 1100, RANDOM_BYTES = 16384 };

/* A name that the program has given to a file, or taken from one. */
static struct memory_file {
  char path[SHARED_PATH]; /* absolute, without links */
  int copy;               /* a descriptor; negative: there is no such file any more */
  uint32_t number;
  bool written; /* it is the program's own, and not only known by another name */
} memory_files[MAX_MEMORY_FILES];
static uint32_t n_memory_files;

#define NAME_IN_KERNEL "ravel-file-"
static const char no_such_file[] = "/proc/self/fd/2147483647";

/* --- names ---------------------------------------------------------------------------------------
 */

/* The path without links, "." and "..". The last part need not exist. */
static bool resolve(const char *path, char *to) {
  char directory[PATH_MAX], whole[PATH_MAX];
  struct stat status;
  if (!path || strlen(path) >= PATH_MAX)
    return false;
  if (realpath(path, whole))
    return snprintf(to, SHARED_PATH, "%s", whole) < SHARED_PATH;
  if (errno != ENOENT || lstat(path, &status) == 0)
    return false; /* no directory, or a link that leads nowhere */
  strcpy(directory, path);
  char *const slash = strrchr(directory, '/');
  const char *const last = slash ? slash + 1 : path;
  if (!*last || strcmp(last, ".") == 0 || strcmp(last, "..") == 0)
    return false;
  if (slash)
    slash[slash == directory] = 0;
  if (!realpath(slash ? directory : ".", whole))
    return false;
  const char *const between = strcmp(whole, "/") == 0 ? "" : "/";
  const char *const name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  return snprintf(to, SHARED_PATH, "%s%s%s", whole, between, name) < SHARED_PATH;
}

static struct memory_file *memory_file_find(const char *resolved) {
  for (uint32_t i = 0; i < n_memory_files; i++)
    if (strcmp(memory_files[i].path, resolved) == 0)
      return &memory_files[i];
  return NULL;
}

static struct memory_file *memory_file_at(const char *path) {
  char resolved[SHARED_PATH];
  return n_memory_files > 0 && resolve(path, resolved) ? memory_file_find(resolved) : NULL;
}

static bool is_there(const struct memory_file *file) {
  return file && file->copy >= 0;
}

/* What the program's call gets in the place of the name. */
static const char *name_of(const struct memory_file *file, char *to) {
  if (!is_there(file))
    return no_such_file;
  sprintf(to, "/proc/self/fd/%d", file->copy);
  return to;
}

/* --- copies --------------------------------------------------------------------------------------
 */

static int high_number(int low) {
  const int high = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, COPIES_FROM);
  if (low < 0 || high < 0)
    return low;
  REAL(close)(low);
  return high;
}

static int new_copy(uint32_t number) {
  char name[64];
  snprintf(name, sizeof name, NAME_IN_KERNEL "%u", number);
  return high_number(memfd_create(name, MFD_CLOEXEC));
}

static void fill(int copy, const char *path) {
  const int from = REAL(open)(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  off_t at = 0;
  if (from < 0)
    return;
  if (fstat(from, &status) == 0) {
    while (at < status.st_size && sendfile(copy, from, &at, (size_t)(status.st_size - at)) > 0)
      ;
    fchmod(copy, status.st_mode & 07777);
  }
  REAL(close)(from);
}

static struct memory_file *add_name(const char *resolved) {
  if (n_memory_files == MAX_MEMORY_FILES) {
    not_covered("the program writes more than %d files: --files=real", MAX_MEMORY_FILES);
    return NULL;
  }
  struct memory_file *const file = &memory_files[n_memory_files++];
  *file = (struct memory_file){.copy = -1};
  strcpy(file->path, resolved);
  return file;
}

/* A copy of the file on the disk, which the program's open descriptors get, too. */
static struct memory_file *copy_of(const char *resolved) {
  struct memory_file *const file = add_name(resolved);
  char name[64];
  if (!file)
    return NULL;
  file->number = descriptor_file_number(resolved);
  file->copy = new_copy(file->number);
  fill(file->copy, resolved);
  descriptors_move_to(file->number, name_of(file, name));
  return file;
}

/* --- what may become a file in memory ------------------------------------------------------------
 */

static bool is_regular(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* The kernel itself says what is wrong with a name where nothing can be created. */
static bool can_be_made(const char *resolved) {
  char directory[SHARED_PATH];
  struct stat status;
  if (lstat(resolved, &status) == 0)
    return false;
  strcpy(directory, resolved);
  char *const slash = strrchr(directory, '/');
  slash[slash == directory] = 0;
  return access(directory, W_OK | X_OK) == 0;
}

/* The file that is about to be written: one in memory, from now on. NULL: it is none. */
static struct memory_file *to_write(const char *path, bool creates, mode_t mode) {
  char resolved[SHARED_PATH];
  if (!resolve(path, resolved) || strncmp(resolved, "/proc/", 6) == 0)
    return NULL;
  struct memory_file *file = memory_file_find(resolved);
  if (is_there(file)) {
    file->written = true;
    return file;
  }
  if (!file && is_regular(resolved)) {
    file = access(resolved, W_OK) == 0 ? copy_of(resolved) : NULL;
  } else if (creates && (file || can_be_made(resolved))) {
    file = file ? file : add_name(resolved);
    if (!file)
      return NULL;
    file->number = descriptor_file_number(resolved);
    file->copy = new_copy(file->number);
    fchmod(file->copy, (mode & 07777) | S_IRUSR | S_IWUSR);
  }
  if (file)
    file->written = true;
  return file;
}

/* --- calls ---------------------------------------------------------------------------------------
 */

enum file_call_kind {
  CALL_OPENS,    /* open(): flags follow the name, */
  CALL_CREATES,  /* creat() */
  CALL_STREAM,   /* or fopen(): a mode does */
  CALL_LOOKS,    /* stat(), access() */
  CALL_LOOKS_AT, /* the same, with flags that say whether links are followed: the last argument */
  CALL_CHANGES,  /* truncate(), chmod(): what is there */
  CALL_REMOVES,
  CALL_RENAMES, /* the new name is argument `second` */
  CALL_LINKS,
  CALL_LISTS, /* opendir() */
};

struct file_call {
  const char *function;
  uint8_t kind, path, second; /* numbers of arguments */
  bool at;                    /* the one before the name is a directory's descriptor */
};

static const struct file_call file_calls[] = {
    {"open", CALL_OPENS, 0, 0, false},         {"open64", CALL_OPENS, 0, 0, false},
    {"__open_2", CALL_OPENS, 0, 0, false},     {"__open64_2", CALL_OPENS, 0, 0, false},
    {"openat", CALL_OPENS, 1, 0, true},        {"openat64", CALL_OPENS, 1, 0, true},
    {"creat", CALL_CREATES, 0, 0, false},      {"creat64", CALL_CREATES, 0, 0, false},
    {"fopen", CALL_STREAM, 0, 0, false},       {"fopen64", CALL_STREAM, 0, 0, false},
    {"freopen", CALL_STREAM, 0, 0, false},     {"freopen64", CALL_STREAM, 0, 0, false},
    {"stat", CALL_LOOKS, 0, 0, false},         {"stat64", CALL_LOOKS, 0, 0, false},
    {"lstat", CALL_LOOKS, 0, 0, false},        {"lstat64", CALL_LOOKS, 0, 0, false},
    {"access", CALL_LOOKS, 0, 0, false},       {"fstatat", CALL_LOOKS_AT, 1, 3, true},
    {"fstatat64", CALL_LOOKS_AT, 1, 3, true},  {"faccessat", CALL_LOOKS_AT, 1, 3, true},
    {"statx", CALL_LOOKS_AT, 1, 2, true},      {"truncate", CALL_CHANGES, 0, 0, false},
    {"truncate64", CALL_CHANGES, 0, 0, false}, {"chmod", CALL_CHANGES, 0, 0, false},
    {"chown", CALL_CHANGES, 0, 0, false},      {"utimensat", CALL_CHANGES, 1, 0, true},
    {"unlink", CALL_REMOVES, 0, 0, false},     {"remove", CALL_REMOVES, 0, 0, false},
    {"unlinkat", CALL_REMOVES, 1, 0, true},    {"rename", CALL_RENAMES, 0, 1, false},
    {"renameat", CALL_RENAMES, 1, 3, true},    {"link", CALL_LINKS, 0, 1, false},
    {"linkat", CALL_LINKS, 1, 3, true},        {"opendir", CALL_LISTS, 0, 0, false},
};

const struct file_call *memory_files_call(const char *function) {
  if (rt.shared->request.files == FILES_REAL)
    return NULL;
  for (size_t i = 0; i < sizeof file_calls / sizeof *file_calls; i++)
    if (strcmp(file_calls[i].function, function) == 0)
      return &file_calls[i];
  return NULL;
}

/* The name that an argument gives, which may begin in a directory that the one before it names. */
static const char *path_argument(const struct file_call *function, const struct libc_call *call,
                                 unsigned argument, char *to) {
  const char *const path = (const char *)call->integer[argument];
  char link[32];
  if (!path || !function->at || *path == '/' || (int)call->integer[argument - 1] == AT_FDCWD)
    return path;
  snprintf(link, sizeof link, "/proc/self/fd/%d", (int)call->integer[argument - 1]);
  const ssize_t n = readlink(link, to, PATH_MAX - 1);
  if (n <= 0 || (size_t)n + strlen(path) + 2 > PATH_MAX)
    return NULL;
  to[n] = '/';
  strcpy(to + n + 1, path);
  return to;
}

static int64_t answer_zero(void) {
  return 0;
}

/* Nothing is left to be done by libc. */
static void answer(struct libc_call *call) {
  call->real = (void *)answer_zero;
}

/* Another name, in a buffer that lasts until the call. */
static void rename_argument(struct libc_call *call, unsigned argument,
                            const struct memory_file *file) {
  static char name[64];
  call->integer[argument] = (uintptr_t)name_of(file, name);
}

static void redirect_open(const struct file_call *function, struct libc_call *call,
                          const char *path) {
  const bool creat = function->kind == CALL_CREATES;
  uint64_t flags = creat ? O_CREAT | O_WRONLY | O_TRUNC : call->integer[function->path + 1u];
  const mode_t mode = (mode_t)call->integer[function->path + (creat ? 1u : 2u)];
  const struct memory_file *file = memory_file_at(path);
  const bool existed = is_there(file) || (!file && access(path, F_OK) == 0);
  if (flags & (O_PATH | O_DIRECTORY) || (flags & O_TMPFILE) == O_TMPFILE ||
      (flags & O_CREAT && flags & O_EXCL && existed && !file))
    return; /* it will fail, or is none of our business */
  if (flags & O_CREAT && flags & O_EXCL && existed) {
    call->integer[function->path] = (uintptr_t) "/dev/null"; /* which exists, too */
    return;
  }
  if (flags & (O_WRONLY | O_RDWR | O_TRUNC | O_CREAT))
    file = to_write(path, flags & O_CREAT, mode & ~creation_mask());
  if (!file)
    return;
  rename_argument(call, function->path, file);
  flags &= ~(uint64_t)(O_NOFOLLOW | (is_there(file) ? O_CREAT | O_EXCL : 0));
  if (!creat)
    call->integer[function->path + 1u] = flags;
}

/* Random numbers for a stream: as many as a program may want of one, other ones for each. */
static void redirect_random(const struct file_call *function, struct libc_call *call) {
  struct memory_file *const file = add_name("");
  unsigned char bytes[RANDOM_BYTES];
  if (!file)
    return;
  file->copy = high_number(memfd_create("ravel-random", MFD_CLOEXEC));
  getrandom(bytes, sizeof bytes, 0);
  if (write(file->copy, bytes, sizeof bytes) == sizeof bytes)
    rename_argument(call, function->path, file);
}

static void redirect_stream(const struct file_call *function, struct libc_call *call,
                            const char *path) {
  const char *const how = (const char *)call->integer[function->path + 1u];
  const bool writes = *how != 'r' || strchr(how, '+');
  const struct memory_file *file = memory_file_at(path);
  if (!writes && outside_is_random(path)) {
    redirect_random(function, call);
    return;
  }
  if (strchr(how, 'x') && (is_there(file) || (!file && access(path, F_OK) == 0))) {
    call->integer[function->path] = (uintptr_t) "/dev/null";
    return;
  }
  if (writes)
    file = to_write(path, *how != 'r', 0666 & ~creation_mask());
  if (!file)
    return;
  rename_argument(call, function->path, file);
  if (strchr(how, 'x'))
    call->integer[function->path + 1u] = (uintptr_t)(strchr(how, '+') ? "w+" : "w");
}

/* Whether links are followed makes a difference to the kernel's name of a copy, which is one. */
static void redirect_look(const struct file_call *function, struct libc_call *call,
                          const char *path) {
  const struct memory_file *const file = memory_file_at(path);
  if (!file)
    return;
  rename_argument(call, function->path, file);
  if (strncmp(function->function, "lstat", 5) == 0)
    call->real = (void *)stat;
  if (function->kind == CALL_LOOKS_AT)
    call->integer[function->second] &= ~(uint64_t)AT_SYMLINK_NOFOLLOW;
}

/* A file on the disk that the program may remove: it is gone for the program alone. */
static struct memory_file *to_remove(const char *path) {
  char resolved[SHARED_PATH];
  struct stat status;
  struct memory_file *const file = memory_file_at(path);
  if (file || lstat(path, &status) || !S_ISREG(status.st_mode) || !resolve(path, resolved))
    return file;
  return add_name(resolved);
}

static void forget_copy(struct memory_file *file) {
  if (is_there(file))
    REAL(close)(file->copy);
  file->copy = -1;
}

static void redirect_removal(const struct file_call *function, struct libc_call *call,
                             const char *path) {
  struct memory_file *const known = memory_file_at(path);
  if (known && !is_there(known)) {
    rename_argument(call, function->path, known);
    return;
  }
  struct memory_file *const file = to_remove(path);
  if (!file)
    return;
  forget_copy(file);
  answer(call);
}

/* The second name becomes one of the first file, which loses its own unless it is a link. */
static void redirect_second_name(const struct file_call *function, struct libc_call *call,
                                 const char *path) {
  char name[PATH_MAX];
  const char *const second = path_argument(function, call, function->second, name);
  const bool links = function->kind == CALL_LINKS;
  char from[SHARED_PATH], to[SHARED_PATH];
  struct stat status;
  struct memory_file *file = memory_file_at(path);
  const struct memory_file *const other = second ? memory_file_at(second) : NULL;
  const bool taken = is_there(other) || (!other && second && lstat(second, &status) == 0);
  if (file && !is_there(file)) {
    rename_argument(call, function->path, file);
    return;
  }
  if (!second || !resolve(path, from) || !resolve(second, to) || (!file && !is_regular(from)) ||
      (links && taken) || (!links && taken && !is_there(other) && !is_regular(to)) ||
      (!taken && !other && !can_be_made(to)))
    return;
  if (strcmp(from, to) == 0) {
    answer(call);
    return;
  }
  file = file ? file : copy_of(from);
  struct memory_file *const target = other ? memory_file_find(to) : add_name(to);
  if (!file || !target)
    return;
  forget_copy(target);
  target->copy = high_number(fcntl(file->copy, F_DUPFD_CLOEXEC, COPIES_FROM));
  target->number = file->number;
  target->written = true;
  if (!links)
    forget_copy(file);
  answer(call);
}

static void redirect_change(const struct file_call *function, struct libc_call *call,
                            const char *path) {
  const struct memory_file *const known = memory_file_at(path);
  const struct memory_file *const file = known ? known : to_write(path, false, 0);
  if (file)
    rename_argument(call, function->path, file);
}

static bool is_listed_in(const char *directory) {
  char resolved[SHARED_PATH];
  const size_t n = n_memory_files && resolve(directory, resolved) ? strlen(resolved) : 0;
  for (uint32_t i = 0; n > 0 && i < n_memory_files; i++)
    if (strncmp(memory_files[i].path, resolved, n) == 0 && memory_files[i].path[n] == '/')
      return true;
  return false;
}

bool memory_files_redirect(const struct file_call *function, struct libc_call *call) {
  const int error = errno;
  char name[PATH_MAX];
  const uint64_t argument = call->integer[function->path];
  const void *const real = call->real;
  const char *const path = path_argument(function, call, function->path, name);
  if (!path)
    return false;
  switch ((enum file_call_kind)function->kind) {
  case CALL_OPENS:
  case CALL_CREATES:
    redirect_open(function, call, path);
    break;
  case CALL_STREAM:
    redirect_stream(function, call, path);
    break;
  case CALL_LOOKS:
  case CALL_LOOKS_AT:
    redirect_look(function, call, path);
    break;
  case CALL_CHANGES:
    redirect_change(function, call, path);
    break;
  case CALL_REMOVES:
    redirect_removal(function, call, path);
    break;
  case CALL_RENAMES:
  case CALL_LINKS:
    redirect_second_name(function, call, path);
    break;
  case CALL_LISTS:
    if (is_listed_in(path))
      not_covered_once("opendir() does not see which files the program has written or removed; "
                       "with --files=real it does");
    break;
  }
  errno = error;
  return call->real != real || call->integer[function->path] != argument;
}

int memory_files_open(const char *path, int flags, mode_t mode) {
  static const struct file_call as_open = {"open", CALL_OPENS, 0, 0, false};
  struct libc_call call = {.integer = {(uintptr_t)path, (uint64_t)flags, mode}};
  if (rt.shared->request.files != FILES_REAL)
    redirect_open(&as_open, &call, path);
  return REAL(open)((const char *)call.integer[0], (int)call.integer[1], mode);
}

bool memory_files_number(const char *path, uint32_t *number) {
  const struct memory_file *const file = memory_file_at(path);
  if (is_there(file))
    *number = file->number;
  return is_there(file);
}

bool memory_files_number_of_link(const char *link, uint32_t *number) {
  return sscanf(link, "/memfd:" NAME_IN_KERNEL "%u", number) == 1;
}

/* --- executions ----------------------------------------------------------------------------------
 */

static bool is_text(const char *text, ssize_t n) {
  for (ssize_t i = 0; i < n; i++)
    if ((unsigned char)text[i] < ' ' && text[i] != '\n' && text[i] != '\t')
      return false;
  return n > 0;
}

static void show_file(const struct memory_file *file) {
  char text[1024];
  struct stat status;
  if (fstat(file->copy, &status))
    return;
  const ssize_t n = pread(file->copy, text, sizeof text, 0);
  dprintf(1, "[%s: %ld bytes]\n", file->path, (long)status.st_size);
  if (is_text(text, n))
    dprintf(1, "%.*s%s", (int)n, text, text[n - 1] == '\n' ? "" : "\n");
}

void memory_files_show(void) {
  for (uint32_t i = 0; i < n_memory_files; i++)
    if (memory_files[i].written && is_there(&memory_files[i]))
      show_file(&memory_files[i]);
}

void memory_files_reset(void) {
  while (n_memory_files > 0)
    forget_copy(&memory_files[--n_memory_files]);
}
