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
#include "runtime/file_answers.h"
#include "runtime/file_calls.h"
#include "runtime/file_names.h"
#include "runtime/file_renames.h"
#include "runtime/inputs.h"
#include "runtime/libc_call.h"
#include "runtime/outside.h"
#include "runtime/process_texts.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

enum { RANDOM_BYTES = 16384 };

/* What the call is about: the name that it is given, if it is given one. */
static const char *path_of_call(const struct file_call *function, const struct libc_call *call,
                                char *to) {
  if (function->kind == CALL_LOOKS_AT_OPEN)
    return "";
  if (function->kind == CALL_LISTS_MATCHES || function->kind == CALL_LISTS_ALL)
    return "/";
  if (function->kind == CALL_LISTS_OPEN)
    return file_call_path_of_descriptor((int)call->integer[function->path], to) ? to : NULL;
  return file_call_path(function, call, function->path, to);
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
    *error = file_name_error(&name);
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
    file_call_fails_by(function, call, error);
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
    file_call_fails_by(function, call, error);
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

static char answered_path[SHARED_PATH];

static char *answer_path(const char *path, char *to) {
  (void)path;
  return to ? strcpy(to, answered_path) : strdup(answered_path);
}

static void redirect_look(const struct file_call *function, struct libc_call *call,
                          const char *path) {
  static struct file_name name;
  const bool at_link = function->kind == CALL_LOOKS_AT_LINK || function->kind == CALL_READS_LINK ||
                       file_call_has_flag(function, call, AT_SYMLINK_NOFOLLOW);
  file_name_find(path, at_link ? FOLLOW_SLASH : FOLLOW_ALWAYS, &name);
  if (file_call_fails(function, call, &name) || name.kind != NAME_IN_MEMORY)
    return;
  if (function->kind == CALL_READS_LINK) {
    file_call_fails_by(function, call, EINVAL);
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
  const bool at_link = strcmp(function->function, "lchown") == 0 ||
                       file_call_has_flag(function, call, AT_SYMLINK_NOFOLLOW);
  file_name_find(path, at_link ? FOLLOW_SLASH : FOLLOW_ALWAYS, &name);
  if (file_call_fails(function, call, &name))
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
    file_call_fails_by(function, call, name.error);
  else if (name.kind == NAME_IN_MEMORY)
    file_call_fails_by(function, call, EEXIST);
  else if (name.kind == NAME_MISSING && !file_name_give_back(&name))
    file_call_refused(function, call, path);
  else if (name.kind == NAME_MISSING)
    created_files_note(name.path, false);
}

static void redirect_directory_removal(const struct file_call *function, struct libc_call *call,
                                       const struct file_name *name) {
  const enum names_in in = name->kind == NAME_DIRECTORY ? file_names_in(name->path) : NAMES_NONE;
  if (name->kind == NAME_IN_MEMORY)
    file_call_fails_by(function, call, ENOTDIR);
  else if (in == NAMES_PUT)
    file_call_fails_by(function, call, ENOTEMPTY);
  else if (in == NAMES_TAKEN)
    not_covered("%s() of '%s': files that the program has removed are still in it; with "
                "--files=real they are not",
                function->function, name->path);
}

static void redirect_removal(const struct file_call *function, struct libc_call *call,
                             const char *path) {
  static struct file_name name;
  file_name_find(path, FOLLOW_NEVER, &name);
  if (file_call_fails(function, call, &name))
    return;
  if (function->kind == CALL_REMOVES_DIRECTORY ||
      file_call_has_flag(function, call, AT_REMOVEDIR) ||
      (name.kind == NAME_DIRECTORY && strcmp(function->function, "remove") == 0)) {
    redirect_directory_removal(function, call, &name);
    return;
  }
  const bool is_of_disk =
      name.kind == NAME_REGULAR || (name.kind == NAME_LINK && !created_files_has(name.path));
  if (name.kind == NAME_IN_MEMORY || (is_of_disk && file_name_may_change(&name)))
    if (file_name_remove(&name))
      file_call_succeeds(call);
}

/* Which names there are in a directory is the kernel's to say, and it knows the disk alone, but for
 * functions that ask directories.c. */
static void redirect_listing(const struct file_call *function, struct libc_call *call,
                             const char *path) {
  static struct file_name name;
  const bool below = function->kind != CALL_LISTS && function->kind != CALL_LISTS_OPEN;
  file_name_find(path, FOLLOW_ALWAYS, &name);
  if (file_call_fails(function, call, &name))
    return;
  if (name.kind == NAME_IN_MEMORY)
    file_call_fails_by(function, call, ENOTDIR);
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
    file_call_two_names(function, call, path);
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
    return (int)file_call_failure();
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
