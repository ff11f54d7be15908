#define _GNU_SOURCE
#include "runtime/file_names.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include "runtime/coverage.h"
#include "runtime/created_files.h"
#include "runtime/file_numbers.h"
#include "runtime/moved_files.h"
#include "runtime/real.h"

enum { MAX_MEMORY_FILES = 256, COPIES_FROM = 1100, MAX_LINKS = 40 };

static struct memory_file memory_files[MAX_MEMORY_FILES];
static uint32_t n_memory_files;

#define NAME_IN_KERNEL "ravel-file-"

static bool is_there(const struct memory_file *file) {
  return file && file->copy >= 0;
}

static bool is_named(const struct memory_file *file) {
  return *file->path != 0;
}

const char *file_name_in_kernel(const struct memory_file *file, char *to) {
  sprintf(to, "/proc/self/fd/%d", file->copy);
  return to;
}

bool file_name_number(const char *link, uint32_t *number) {
  return sscanf(link, "/memfd:" NAME_IN_KERNEL "%u", number) == 1;
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

static void new_copy(struct memory_file *file, const char *path) {
  char name[64];
  struct stat status;
  file->number = file_number(path);
  snprintf(name, sizeof name, NAME_IN_KERNEL "%u", file->number);
  file->copy = high_number(memfd_create(name, MFD_CLOEXEC));
  file->inode = fstat(file->copy, &status) == 0 ? status.st_ino : 0;
}

static void fill(struct memory_file *file, const char *path) {
  const int from = REAL(open)(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  off_t at = 0;
  if (from < 0)
    return;
  if (fstat(from, &status) == 0) {
    while (at < status.st_size &&
           sendfile(file->copy, from, &at, (size_t)(status.st_size - at)) > 0)
      ;
    fchmod(file->copy, status.st_mode & 07777);
    file->disk_device = status.st_dev;
    file->disk_inode = status.st_ino;
    file->elsewhere = status.st_nlink - 1;
  }
  REAL(close)(from);
}

static void forget_copy(struct memory_file *file) {
  if (is_there(file))
    REAL(close)(file->copy);
  file->copy = -1;
}

static void share_copy(struct memory_file *file, const struct memory_file *other) {
  file->copy = high_number(fcntl(other->copy, F_DUPFD_CLOEXEC, COPIES_FROM));
  file->number = other->number;
  file->inode = other->inode;
}

/* --- the table -----------------------------------------------------------------------------------
 */

static struct memory_file *find(const char *path) {
  for (uint32_t i = 0; i < n_memory_files; i++)
    if (strcmp(memory_files[i].path, path) == 0)
      return &memory_files[i];
  return NULL;
}

static struct memory_file *add(const char *path) {
  if (n_memory_files == MAX_MEMORY_FILES) {
    not_covered("the program writes more than %d files: --files=real", MAX_MEMORY_FILES);
    return NULL;
  }
  struct memory_file *const file = &memory_files[n_memory_files++];
  *file = (struct memory_file){.copy = -1};
  strcpy(file->path, path);
  return file;
}

struct memory_file *file_names_add_unnamed(void) {
  struct memory_file *const file = add("");
  if (file)
    file->copy = high_number(memfd_create("ravel-unnamed", MFD_CLOEXEC));
  return file;
}

struct memory_file *file_name_take_over(struct file_name *name) {
  if (!name->file)
    name->file = add(name->path);
  return name->file;
}

/* Other names on the disk are names of the copy as soon as they are looked at. */
static void keep_for_others(const struct memory_file *file) {
  struct memory_file *const kept = file->elsewhere ? add("") : NULL;
  if (!kept)
    return;
  *kept = *file;
  *kept->path = 0;
  share_copy(kept, file);
}

struct memory_file *file_name_copy(struct file_name *name) {
  struct memory_file *const file = file_name_take_over(name);
  char link[64];
  if (!file)
    return NULL;
  new_copy(file, name->path);
  fill(file, name->path);
  keep_for_others(file);
  file_moves_to(file->number, file_name_in_kernel(file, link));
  return file;
}

static struct memory_file *copied_already(const struct stat *status) {
  for (uint32_t i = 0; status->st_nlink > 1 && i < n_memory_files; i++)
    if (memory_files[i].elsewhere && !is_named(&memory_files[i]) &&
        memory_files[i].disk_inode == status->st_ino &&
        memory_files[i].disk_device == status->st_dev)
      return &memory_files[i];
  return NULL;
}

struct memory_file *file_name_create(struct file_name *name, mode_t mode) {
  struct memory_file *const file = file_name_take_over(name);
  if (!file)
    return NULL;
  new_copy(file, name->path);
  fchmod(file->copy, (mode & 07777) | S_IRUSR | S_IWUSR);
  return file;
}

bool file_name_link(const struct memory_file *file, struct file_name *name) {
  struct memory_file *const other = file_name_take_over(name);
  if (!other)
    return false;
  forget_copy(other);
  share_copy(other, file);
  other->written = true;
  return true;
}

bool file_name_remove(struct file_name *name) {
  struct stat status;
  if (!name->file && lstat(name->path, &status) == 0 && S_ISREG(status.st_mode) &&
      status.st_nlink > 1)
    file_name_copy(name);
  if (!file_name_take_over(name))
    return false;
  forget_copy(name->file);
  if (lstat(name->path, &status))
    *name->file->path = 0; /* it never was on the disk */
  return true;
}

bool file_name_give_back(struct file_name *name) {
  struct stat status;
  if (!name->file)
    return true;
  if (lstat(name->path, &status) == 0 &&
      (!created_files_has(name->path) || unlink(name->path) != 0))
    return false;
  forget_copy(name->file);
  *name->file->path = 0;
  name->file = NULL;
  return true;
}

bool file_name_may_change(const struct file_name *name) {
  char directory[SHARED_PATH];
  strcpy(directory, name->path);
  char *const slash = strrchr(directory, '/');
  slash[slash == directory] = 0;
  return access(directory, W_OK | X_OK) == 0;
}

static bool is_in(const char *path, const char *directory) {
  const size_t n = strcmp(directory, "/") == 0 ? 0 : strlen(directory);
  return strncmp(path, directory, n) == 0 && path[n] == '/';
}

void file_names_move(const char *from, const char *to) {
  char moved[2 * SHARED_PATH];
  for (uint32_t i = 0; i < n_memory_files; i++)
    if (is_in(memory_files[i].path, from)) {
      snprintf(moved, sizeof moved, "%s%s", to, memory_files[i].path + strlen(from));
      snprintf(memory_files[i].path, SHARED_PATH, "%.*s", SHARED_PATH - 1, moved);
    }
}

enum names_in file_names_in(const char *directory) {
  enum names_in in = NAMES_NONE;
  for (uint32_t i = 0; i < n_memory_files; i++)
    if (is_in(memory_files[i].path, directory)) {
      if (is_there(&memory_files[i]))
        return NAMES_PUT;
      in = NAMES_TAKEN;
    }
  return in;
}

bool file_names_differ_in(const char *directory, bool below) {
  const size_t n = strcmp(directory, "/") == 0 ? 0 : strlen(directory);
  struct stat status;
  for (uint32_t i = 0; i < n_memory_files; i++) {
    const struct memory_file *const file = &memory_files[i];
    if (is_in(file->path, directory) && (below || !strchr(file->path + n + 1, '/')) &&
        is_there(file) != (lstat(file->path, &status) == 0))
      return true;
  }
  return false;
}

bool file_names_are_without(const char *directory, const char *name) {
  const size_t n = strlen(directory);
  for (uint32_t i = 0; i < n_memory_files; i++)
    if (is_in(memory_files[i].path, directory) && !is_there(&memory_files[i]) &&
        strcmp(memory_files[i].path + n + 1, name) == 0)
      return true;
  return false;
}

const struct memory_file *file_names_new_in(const char *directory, uint32_t *next) {
  struct stat on_disk;
  while (*next < n_memory_files) {
    const struct memory_file *const file = &memory_files[(*next)++];
    if (is_in(file->path, directory) && is_there(file) &&
        !strchr(file->path + strlen(directory) + 1, '/') && lstat(file->path, &on_disk) != 0)
      return file;
  }
  return NULL;
}

bool file_names_count(ino_t inode, nlink_t *count) {
  bool known = false;
  *count = 0;
  for (uint32_t i = 0; i < n_memory_files; i++) {
    const struct memory_file *const file = &memory_files[i];
    if (is_there(file) && file->inode == inode) {
      *count += is_named(file) ? 1 : file->elsewhere;
      known = true;
    }
  }
  return known;
}

void file_names_show(void (*show)(const struct memory_file *)) {
  for (uint32_t i = 0; i < n_memory_files; i++)
    if (memory_files[i].written && is_named(&memory_files[i]) && is_there(&memory_files[i]))
      show(&memory_files[i]);
}

bool file_names_all(bool (*see)(const struct memory_file *)) {
  for (uint32_t i = 0; i < n_memory_files; i++)
    if (is_there(&memory_files[i]) && !see(&memory_files[i]))
      return false;
  return true;
}

void file_names_reset(void) {
  while (n_memory_files > 0)
    forget_copy(&memory_files[--n_memory_files]);
}

/* --- going along a path --------------------------------------------------------------------------
 */

static enum name_kind kind_on_disk(const struct stat *status) {
  return S_ISREG(status->st_mode)   ? NAME_REGULAR
         : S_ISDIR(status->st_mode) ? NAME_DIRECTORY
         : S_ISLNK(status->st_mode) ? NAME_LINK
                                    : NAME_OTHER;
}

static enum name_kind look_at(struct file_name *name) {
  struct stat status;
  name->file = find(name->path);
  if (!name->file && lstat(name->path, &status))
    return errno == ENOENT ? NAME_MISSING : NAME_UNKNOWN;
  struct memory_file *const copied = name->file ? NULL : copied_already(&status);
  if (copied && file_name_link(copied, name))
    copied->elsewhere--;
  if (!name->file)
    return kind_on_disk(&status);
  name->ours = true;
  return is_there(name->file) ? NAME_IN_MEMORY : NAME_MISSING;
}

static void leave_last(struct file_name *name) {
  char *const slash = strrchr(name->path, '/');
  if (slash)
    *slash = 0;
}

/* False: it is too long, or leads where the kernel makes names up. */
static bool enter(struct file_name *name, const char *part, size_t n) {
  const size_t length = strlen(name->path);
  if (length + n + 2 > SHARED_PATH)
    return false;
  name->path[length] = '/';
  memcpy(name->path + length + 1, part, n);
  name->path[length + 1 + n] = 0;
  return strcmp(name->path, "/proc") != 0;
}

/* Puts what the link says in front of the rest of the path. */
static bool follow_link(struct file_name *name, char *path, const char *rest) {
  static char text[2 * PATH_MAX];
  const ssize_t n = readlink(name->path, text, PATH_MAX);
  if (n <= 0 || (size_t)n + strlen(rest) + 1 > PATH_MAX)
    return false;
  strcpy(text + n, rest);
  if (*text == '/')
    *name->path = 0;
  else
    leave_last(name);
  strcpy(path, text);
  return true;
}

static enum name_kind go_along(struct file_name *name, char *path, enum follow follow) {
  enum name_kind kind = NAME_DIRECTORY;
  unsigned links = 0;
  for (char *at = path + strspn(path, "/"); *at; at += strspn(at, "/")) {
    const size_t n = strcspn(at, "/");
    const bool last = at[n + strspn(at + n, "/")] == 0;
    if (kind != NAME_DIRECTORY) {
      name->error = kind == NAME_MISSING ? ENOENT : ENOTDIR;
      return NAME_WRONG;
    }
    name->slash = at[n] == '/';
    if (n == 2 && strncmp(at, "..", n) == 0) {
      leave_last(name);
    } else if (n != 1 || *at != '.') {
      if (!enter(name, at, n))
        return NAME_UNKNOWN;
      kind = look_at(name);
    }
    at += n;
    if (kind == NAME_UNKNOWN)
      return kind;
    if (kind == NAME_LINK &&
        (!last || follow == FOLLOW_ALWAYS || (name->slash && follow == FOLLOW_SLASH))) {
      name->error = ELOOP;
      if (links++ == MAX_LINKS)
        return NAME_WRONG;
      if (!follow_link(name, path, at))
        return NAME_UNKNOWN;
      at = path;
      kind = NAME_DIRECTORY;
    }
  }
  return kind;
}

void file_name_find(const char *path, enum follow follow, struct file_name *name) {
  static char rest[PATH_MAX + 1];
  *name = (struct file_name){.kind = NAME_UNKNOWN};
  if (!path || !*path || strlen(path) >= PATH_MAX)
    return;
  if (*path != '/' && !getcwd(name->path, sizeof name->path))
    return;
  if (strncmp(name->path, "/proc", 5) == 0)
    return;
  if (strcmp(name->path, "/") == 0)
    *name->path = 0;
  strcpy(rest, path);
  name->kind = go_along(name, rest, follow);
  if (!*name->path)
    strcpy(name->path, "/");
}
