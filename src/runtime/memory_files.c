#define _GNU_SOURCE
#include "runtime/memory_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/coverage.h"
#include "runtime/created_files.h"
#include "runtime/creation_mask.h"
#include "runtime/directories.h"
#include "runtime/error.h"
#include "runtime/file_calls.h"
#include "runtime/file_names.h"
#include "runtime/inputs.h"
#include "runtime/libc_call.h"
#include "runtime/outside.h"
#include "runtime/process_texts.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

enum { RANDOM_BYTES = 16384 };

static bool has_flag(const struct file_call *function, const struct libc_call *call, int flag) {
  return function->flags && call->integer[function->flags] & (uint64_t)flag;
}

/* The length of the name; 0: there is none. */
static size_t path_of_descriptor(int descriptor, char *to) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t n = readlink(link, to, PATH_MAX - 1);
  to[n > 0 ? n : 0] = 0;
  return n > 0 ? (size_t)n : 0;
}

/* The name that an argument gives, which may begin in a directory that the one before it names. */
static const char *path_argument(const struct file_call *function, const struct libc_call *call,
                                 unsigned argument, char *to) {
  const char *const path = (const char *)call->integer[argument];
  if (!path || !function->at || *path == '/' || (int)call->integer[argument - 1] == AT_FDCWD)
    return path;
  const size_t n = path_of_descriptor((int)call->integer[argument - 1], to);
  if (n == 0 || n + strlen(path) + 2 > PATH_MAX)
    return NULL;
  to[n] = '/';
  strcpy(to + n + 1, path);
  return to;
}

/* What the call is about: the name that it is given, if it is given one. */
static const char *path_of_call(const struct file_call *function, const struct libc_call *call,
                                char *to) {
  if (function->kind == CALL_LOOKS_AT_OPEN)
    return "";
  if (function->kind == CALL_LISTS_MATCHES || function->kind == CALL_LISTS_ALL)
    return "/";
  if (function->kind == CALL_LISTS_OPEN)
    return path_of_descriptor((int)call->integer[function->path], to) ? to : NULL;
  return path_argument(function, call, function->path, to);
}

/* --- answers -------------------------------------------------------------------------------------
 * The call is about to be made: nothing comes in between.
 */

static int answered_error;
static char answered_path[SHARED_PATH];

static int64_t answer_zero(void) {
  return 0;
}

static int64_t answer_minus_one(void) {
  errno = answered_error;
  return -1;
}

static char *answer_path(const char *path, char *to) {
  (void)path;
  return to ? strcpy(to, answered_path) : strdup(answered_path);
}

/* Nothing is left to be done by libc. */
static void succeed(struct libc_call *call) {
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

static void answer_error(const struct file_call *function, struct libc_call *call, int error) {
  answered_error = error;
  if (strncmp(function->function, "freopen", 7) == 0)
    fail_with_name(function, call, error);
  else
    call->real = gives_pointer(function->function) ? (void *)answer_null : (void *)answer_minus_one;
}

/* What cannot be done as long as files are in memory. */
static void refuse(const struct file_call *function, struct libc_call *call, const char *path) {
  not_covered("%s() of '%s', where the disk has what the program has removed or renamed: it fails; "
              "with --files=real it does not",
              function->function, path);
  answer_error(function, call, EXDEV);
}

static void rename_argument(const struct file_call *function, struct libc_call *call,
                            const struct memory_file *file) {
  static char name[64];
  call->integer[function->path] = (uintptr_t)file_name_in_kernel(file, name);
  if (function->instead)
    call->real = function->instead;
  if (function->flags) /* the kernel's name of a copy is a link */
    call->integer[function->flags] &= ~(uint64_t)AT_SYMLINK_NOFOLLOW;
}

/* What is wrong with a name of which something must be there; 0: nothing. */
static int error_of(const struct file_name *name) {
  return name->kind == NAME_WRONG                                                  ? name->error
         : name->kind == NAME_MISSING                                              ? ENOENT
         : name->slash && name->kind != NAME_DIRECTORY && file_name_is_taken(name) ? ENOTDIR
                                                                                   : 0;
}

/* Where the disk would say something else, the call fails as it has to. */
static bool fails(const struct file_call *function, struct libc_call *call,
                  const struct file_name *name) {
  const int error = error_of(name);
  if (error && name->ours)
    answer_error(function, call, error);
  return error || name->kind == NAME_UNKNOWN;
}

/* --- opening -------------------------------------------------------------------------------------
 */

enum { WRITES = O_WRONLY | O_RDWR | O_TRUNC | O_CREAT };

/* The file in memory that is to be opened, from now on, if need be. NULL: the kernel opens what is
 * on the disk, or `error` says why it must not. */
static struct memory_file *to_open(const char *path, int flags, mode_t mode, int *error) {
  static struct file_name name;
  const bool exclusive = flags & O_CREAT && flags & O_EXCL;
  const bool creates_slash = flags & O_CREAT && *path && path[strlen(path) - 1] == '/';
  file_name_find(path,
                 creates_slash                       ? FOLLOW_NEVER
                 : exclusive || (flags & O_NOFOLLOW) ? FOLLOW_SLASH
                                                     : FOLLOW_ALWAYS,
                 &name);
  *error = 0;
  if (name.kind == NAME_IN_MEMORY && exclusive && !name.slash)
    *error = EEXIST;
  else if (name.slash && flags & O_CREAT && name.kind != NAME_WRONG && name.ours)
    *error = EISDIR;
  else if (name.ours && (name.kind != NAME_MISSING || !(flags & O_CREAT)))
    *error = error_of(&name);
  if (name.kind == NAME_IN_MEMORY && !*error && flags & O_DIRECTORY)
    *error = ENOTDIR;
  if (*error || name.slash)
    return NULL;
  if (name.kind == NAME_REGULAR && flags & WRITES && !exclusive && access(name.path, W_OK) == 0)
    file_name_copy(&name);
  else if (name.kind == NAME_MISSING && flags & O_CREAT && file_name_may_change(&name))
    file_name_create(&name, mode);
  else if (name.kind != NAME_IN_MEMORY)
    return NULL;
  if (name.file && flags & WRITES)
    name.file->written = true;
  return name.file;
}

/* What the kernel says of the process is the same for every one that the program is run in. False:
 * the file is another one. */
static bool redirect_process_text(const struct file_call *function, struct libc_call *call,
                                  const char *path) {
  if (!process_text_is_made(path))
    return false;
  struct memory_file *const file = file_names_add_unnamed();
  if (file && process_text_write(path, file->copy))
    rename_argument(function, call, file);
  return true;
}

static void redirect_open(const struct file_call *function, struct libc_call *call,
                          const char *path) {
  const bool creat = function->kind == CALL_CREATES;
  uint64_t *const given = &call->integer[function->path + 1u];
  const int flags = creat ? O_CREAT | O_WRONLY | O_TRUNC : (int)*given;
  const mode_t mode = (mode_t)call->integer[function->path + (creat ? 1u : 2u)];
  int error;
  if (!(flags & WRITES) && redirect_process_text(function, call, path))
    return;
  const struct memory_file *const file =
      to_open(path, flags, flags & O_CREAT ? mode & ~creation_mask() : 0, &error);
  if (error)
    answer_error(function, call, error);
  if (!file)
    return;
  rename_argument(function, call, file);
  if (!creat)
    *given &= ~(uint64_t)(O_NOFOLLOW | O_CREAT | O_EXCL);
}

/* Random numbers for a stream: as many as a program may want of one, other ones for each. */
static void redirect_random(const struct file_call *function, struct libc_call *call) {
  struct memory_file *const file = file_names_add_unnamed();
  unsigned char bytes[RANDOM_BYTES];
  if (!file)
    return;
  getrandom(bytes, sizeof bytes, 0);
  if (write(file->copy, bytes, sizeof bytes) == sizeof bytes)
    rename_argument(function, call, file);
}

static int flags_of_stream(const char *how) {
  const int access = strchr(how, '+') ? O_RDWR : *how == 'r' ? O_RDONLY : O_WRONLY;
  const int creates = *how == 'r' ? 0 : *how == 'w' ? O_CREAT | O_TRUNC : O_CREAT | O_APPEND;
  return access | creates | (creates && strchr(how, 'x') ? O_EXCL : 0);
}

static void redirect_stream(const struct file_call *function, struct libc_call *call,
                            const char *path) {
  static char mode[16];
  const char *const how = (const char *)call->integer[function->path + 1u];
  const int flags = flags_of_stream(how);
  int error;
  if (!(flags & WRITES) && outside_is_random(path)) {
    redirect_random(function, call);
    return;
  }
  if (!(flags & WRITES) && redirect_process_text(function, call, path))
    return;
  const struct memory_file *const file = to_open(path, flags, 0666 & ~creation_mask(), &error);
  if (error)
    answer_error(function, call, error);
  if (!file)
    return;
  rename_argument(function, call, file);
  size_t n = 0;
  for (const char *at = how; *at && n < sizeof mode - 1; at++)
    if (*at != 'x')
      mode[n++] = *at;
  mode[n] = 0;
  if (flags & O_EXCL)
    call->integer[function->path + 1u] = (uintptr_t)mode;
}

/* --- other calls with one name -------------------------------------------------------------------
 */

static void redirect_look(const struct file_call *function, struct libc_call *call,
                          const char *path) {
  static struct file_name name;
  const bool at_link = function->kind == CALL_LOOKS_AT_LINK || function->kind == CALL_READS_LINK ||
                       has_flag(function, call, AT_SYMLINK_NOFOLLOW);
  file_name_find(path, at_link ? FOLLOW_SLASH : FOLLOW_ALWAYS, &name);
  if (fails(function, call, &name) || name.kind != NAME_IN_MEMORY)
    return;
  if (function->kind == CALL_READS_LINK) {
    answer_error(function, call, EINVAL);
  } else if (function->kind == CALL_FINDS_PATH) {
    strcpy(answered_path, name.path);
    call->real = (void *)answer_path;
  } else {
    rename_argument(function, call, name.file);
  }
}

static void redirect_change(const struct file_call *function, struct libc_call *call,
                            const char *path) {
  static struct file_name name;
  const bool at_link =
      strcmp(function->function, "lchown") == 0 || has_flag(function, call, AT_SYMLINK_NOFOLLOW);
  file_name_find(path, at_link ? FOLLOW_SLASH : FOLLOW_ALWAYS, &name);
  if (fails(function, call, &name))
    return;
  if (name.kind == NAME_REGULAR && access(name.path, W_OK) == 0 && file_name_copy(&name))
    name.kind = NAME_IN_MEMORY;
  if (name.kind != NAME_IN_MEMORY)
    return;
  name.file->written = true;
  rename_argument(function, call, name.file);
}

static void redirect_making(const struct file_call *function, struct libc_call *call,
                            const char *path) {
  static struct file_name name;
  file_name_find(path, FOLLOW_NEVER, &name);
  if (name.kind == NAME_WRONG && name.ours)
    answer_error(function, call, name.error);
  else if (name.kind == NAME_IN_MEMORY)
    answer_error(function, call, EEXIST);
  else if (name.kind == NAME_MISSING && !file_name_give_back(&name))
    refuse(function, call, path);
  else if (name.kind == NAME_MISSING)
    created_files_note(name.path, false);
}

static void redirect_directory_removal(const struct file_call *function, struct libc_call *call,
                                       const struct file_name *name) {
  const enum names_in in = name->kind == NAME_DIRECTORY ? file_names_in(name->path) : NAMES_NONE;
  if (name->kind == NAME_IN_MEMORY)
    answer_error(function, call, ENOTDIR);
  else if (in == NAMES_PUT)
    answer_error(function, call, ENOTEMPTY);
  else if (in == NAMES_TAKEN)
    not_covered("%s() of '%s': files that the program has removed are still in it; with "
                "--files=real they are not",
                function->function, name->path);
}

static void redirect_removal(const struct file_call *function, struct libc_call *call,
                             const char *path) {
  static struct file_name name;
  file_name_find(path, FOLLOW_NEVER, &name);
  if (fails(function, call, &name))
    return;
  if (function->kind == CALL_REMOVES_DIRECTORY || has_flag(function, call, AT_REMOVEDIR) ||
      (name.kind == NAME_DIRECTORY && strcmp(function->function, "remove") == 0)) {
    redirect_directory_removal(function, call, &name);
    return;
  }
  const bool is_of_disk =
      name.kind == NAME_REGULAR || (name.kind == NAME_LINK && !created_files_has(name.path));
  if (name.kind == NAME_IN_MEMORY || (is_of_disk && file_name_may_change(&name)))
    if (file_name_remove(&name))
      succeed(call);
}

/* Which names there are in a directory is the kernel's to say, and it knows the disk alone, but for
 * functions that ask directories.c. */
static void redirect_listing(const struct file_call *function, struct libc_call *call,
                             const char *path) {
  static struct file_name name;
  const bool below = function->kind != CALL_LISTS && function->kind != CALL_LISTS_OPEN;
  file_name_find(path, FOLLOW_ALWAYS, &name);
  if (fails(function, call, &name))
    return;
  if (name.kind == NAME_IN_MEMORY)
    answer_error(function, call, ENOTDIR);
  else if (name.kind == NAME_DIRECTORY && !function->sees &&
           file_names_differ_in(name.path, below)) {
    static char what[SHARED_PATH];
    snprintf(what, sizeof what,
             "%s(), which does not see the files that the program has written or removed without "
             "--files=real,",
             function->function);
    unsupported(what, call->pc, call->frame);
  }
}

/* --- calls with two names ------------------------------------------------------------------------
 */

static bool is_file(const struct file_name *name) {
  return name->kind == NAME_IN_MEMORY || name->kind == NAME_REGULAR;
}

static bool is_inside(const struct file_name *name, const struct file_name *directory) {
  const size_t n = strlen(directory->path);
  return strncmp(name->path, directory->path, n) == 0 && name->path[n] == '/';
}

static bool are_same(const struct file_name *from, const struct file_name *to) {
  return strcmp(from->path, to->path) == 0 ||
         (from->kind == NAME_IN_MEMORY && to->kind == NAME_IN_MEMORY &&
          from->file->inode == to->file->inode);
}

/* The file gets the second name, and is in memory from now on. */
static bool give_name(struct file_name *from, struct file_name *to) {
  return (from->kind == NAME_IN_MEMORY || file_name_copy(from)) && file_name_link(from->file, to);
}

static int error_of_file_rename(const struct file_name *from, const struct file_name *to) {
  return from->slash || to->slash     ? ENOTDIR
         : to->kind != NAME_DIRECTORY ? 0
         : is_inside(from, to)        ? ENOTEMPTY
                                      : EISDIR;
}

static void rename_file(const struct file_call *function, struct libc_call *call,
                        struct file_name *from, struct file_name *to) {
  const int error = error_of_file_rename(from, to);
  if (error) {
    answer_error(function, call, error);
    return;
  }
  if (!file_name_may_change(from) || !file_name_may_change(to))
    return;
  if (are_same(from, to) || (give_name(from, to) && file_name_remove(from)))
    succeed(call);
}

/* The new link is one of the program's. */
static void rename_link(const struct file_call *function, struct libc_call *call,
                        struct file_name *from, struct file_name *to) {
  char text[PATH_MAX];
  if (to->slash || to->kind == NAME_DIRECTORY) {
    answer_error(function, call, to->slash ? ENOTDIR : EISDIR);
    return;
  }
  if (strcmp(from->path, to->path) == 0) {
    succeed(call);
    return;
  }
  const ssize_t n = readlink(from->path, text, sizeof text - 1);
  const bool taken = to->kind == NAME_REGULAR || to->kind == NAME_LINK || to->kind == NAME_OTHER;
  if (n <= 0 || !file_name_may_change(from) || !file_name_may_change(to))
    return;
  text[n] = 0;
  if (taken ? !created_files_has(to->path) || unlink(to->path) != 0 : !file_name_give_back(to)) {
    refuse(function, call, to->path);
    return;
  }
  created_files_note(to->path, false);
  if (symlink(text, to->path) != 0)
    return;
  if (created_files_has(from->path) ? unlink(from->path) == 0 : file_name_remove(from))
    succeed(call);
}

static void rename_directory(const struct file_call *function, struct libc_call *call,
                             const struct file_name *from, struct file_name *to) {
  if (is_inside(to, from)) {
    answer_error(function, call, EINVAL);
  } else if (to->kind == NAME_IN_MEMORY) {
    answer_error(function, call, ENOTDIR);
  } else if (to->kind == NAME_DIRECTORY && strcmp(from->path, to->path) != 0 &&
             file_names_in(to->path) == NAMES_PUT) {
    answer_error(function, call, ENOTEMPTY);
  } else if (to->kind == NAME_MISSING && !file_name_give_back(to)) {
    refuse(function, call, to->path);
  } else if (file_names_in(from->path) != NAMES_NONE) {
    created_files_rename(from->path, to->path);
    if (rename(from->path, to->path) == 0) {
      file_names_move(from->path, to->path);
      succeed(call);
    } else {
      answer_error(function, call, errno);
    }
  }
}

static void redirect_rename(const struct file_call *function, struct libc_call *call,
                            struct file_name *from, struct file_name *to) {
  if (file_name_is_taken(to) && has_flag(function, call, RENAME_NOREPLACE)) {
    if (to->ours)
      answer_error(function, call, EEXIST);
  } else if (has_flag(function, call, RENAME_EXCHANGE)) {
    refuse(function, call, to->path);
  } else if (is_file(from)) {
    rename_file(function, call, from, to);
  } else if (from->kind == NAME_LINK) {
    rename_link(function, call, from, to);
  } else if (from->kind == NAME_DIRECTORY) {
    rename_directory(function, call, from, to);
  } else if (is_file(to) || !file_name_give_back(to)) {
    refuse(function, call, to->path);
  }
}

static void redirect_link(const struct file_call *function, struct libc_call *call,
                          struct file_name *from, struct file_name *to) {
  if (file_name_is_taken(to) || to->slash) {
    if (to->ours)
      answer_error(function, call, file_name_is_taken(to) ? EEXIST : ENOENT);
  } else if (!is_file(from)) {
    if (!file_name_give_back(to))
      refuse(function, call, to->path);
  } else if (file_name_may_change(to) && give_name(from, to)) {
    succeed(call);
  }
}

static void redirect_two_names(const struct file_call *function, struct libc_call *call,
                               const char *path) {
  static struct file_name from, to;
  char name[PATH_MAX];
  const char *const second = path_argument(function, call, function->second, name);
  const bool links = function->kind == CALL_LINKS;
  file_name_find(path,
                 !links                                        ? FOLLOW_NEVER
                 : has_flag(function, call, AT_SYMLINK_FOLLOW) ? FOLLOW_ALWAYS
                                                               : FOLLOW_SLASH,
                 &from);
  file_name_find(second, FOLLOW_NEVER, &to);
  const bool ours = from.ours || to.ours;
  from.ours = to.ours = ours;
  if (from.kind == NAME_UNKNOWN || to.kind == NAME_UNKNOWN)
    return;
  if (!links && from.kind != NAME_WRONG && to.kind == NAME_WRONG)
    (void)fails(function, call, &to); /* both directories come before what is in them */
  else if (!fails(function, call, &from) && (to.kind != NAME_WRONG || !fails(function, call, &to)))
    (links ? redirect_link : redirect_rename)(function, call, &from, &to);
}

/* --- all of them ---------------------------------------------------------------------------------
 */

static void redirect(const struct file_call *function, struct libc_call *call, const char *path) {
  switch ((enum file_call_kind)function->kind) {
  case CALL_OPENS:
  case CALL_CREATES:
    redirect_open(function, call, path);
    break;
  case CALL_STREAM:
    redirect_stream(function, call, path);
    break;
  case CALL_LOOKS:
  case CALL_LOOKS_AT_LINK:
  case CALL_READS_LINK:
  case CALL_FINDS_PATH:
    redirect_look(function, call, path);
    break;
  case CALL_LOOKS_AT_OPEN:
    call->real = function->instead;
    break;
  case CALL_CHANGES:
    redirect_change(function, call, path);
    break;
  case CALL_MAKES:
    redirect_making(function, call, path);
    break;
  case CALL_REMOVES:
  case CALL_REMOVES_DIRECTORY:
    redirect_removal(function, call, path);
    break;
  case CALL_RENAMES:
  case CALL_LINKS:
    redirect_two_names(function, call, path);
    break;
  case CALL_LISTS:
  case CALL_LISTS_OPEN:
  case CALL_LISTS_BELOW:
  case CALL_LISTS_MATCHES:
  case CALL_LISTS_ALL:
    redirect_listing(function, call, path);
    break;
  }
}

static bool changes_file(const struct file_call *function, const struct libc_call *call) {
  const uint64_t next = call->integer[function->path + 1u];
  switch ((enum file_call_kind)function->kind) {
  case CALL_OPENS:
    return next & WRITES;
  case CALL_STREAM:
    return flags_of_stream((const char *)next) & WRITES;
  case CALL_LOOKS:
  case CALL_LOOKS_AT_LINK:
  case CALL_LOOKS_AT_OPEN:
  case CALL_READS_LINK:
  case CALL_FINDS_PATH:
  case CALL_LISTS:
  case CALL_LISTS_OPEN:
  case CALL_LISTS_BELOW:
  case CALL_LISTS_MATCHES:
  case CALL_LISTS_ALL:
    return false;
  default:
    return true;
  }
}

/* What is changed on the disk is the program's own. */
static void note_input(const struct file_call *function, const struct libc_call *call,
                       const char *path) {
  if (rt.shared->request.files == FILES_REAL && changes_file(function, call))
    input_own_file(path);
  else
    input_file(path);
}

bool memory_files_redirect(const struct file_call *function, struct libc_call *call) {
  const int error = errno;
  char name[PATH_MAX];
  const uint64_t argument = call->integer[function->path];
  const void *const real = call->real;
  const char *const path = path_of_call(function, call, name);
  if (path && file_call_is_by_name(function))
    note_input(function, call, path);
  if (path && rt.shared->request.files != FILES_REAL)
    redirect(function, call, path);
  errno = error;
  return call->real != real || call->integer[function->path] != argument;
}

int memory_files_open(const char *path, int flags, mode_t mode) {
  static const struct file_call as_open = {.function = "open", .kind = CALL_OPENS};
  struct libc_call call = {.integer = {(uintptr_t)path, (uint64_t)flags, mode}};
  if (rt.shared->request.files != FILES_REAL)
    redirect_open(&as_open, &call, path);
  if (call.real)
    return (int)answer_minus_one();
  return REAL(open)((const char *)call.integer[0], (int)call.integer[1], mode);
}

bool memory_files_number(const char *path, uint32_t *number) {
  static struct file_name name;
  file_name_find(path, FOLLOW_ALWAYS, &name);
  if (name.kind == NAME_IN_MEMORY)
    *number = name.file->number;
  return name.kind == NAME_IN_MEMORY;
}

bool memory_files_number_of_link(const char *link, uint32_t *number) {
  return file_name_number(link, number);
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
  file_names_show(show_file);
}

void memory_files_reset(void) {
  directories_reset();
  file_names_reset();
}
