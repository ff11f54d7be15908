#define _GNU_SOURCE
#include "runtime/file_renames.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/created_files.h"
#include "runtime/file_answers.h"
#include "runtime/file_calls.h"
#include "runtime/file_names.h"
#include "runtime/libc_call.h"

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
    file_call_fails_by(function, call, error);
    return;
  }
  if (!file_name_may_change(from) || !file_name_may_change(to))
    return;
  if (are_same(from, to) || (give_name(from, to) && file_name_remove(from)))
    file_call_succeeds(call);
}

/* The new link is one of the program's. */
static void rename_link(const struct file_call *function, struct libc_call *call,
                        struct file_name *from, struct file_name *to) {
  char text[PATH_MAX];
  if (to->slash || to->kind == NAME_DIRECTORY) {
    file_call_fails_by(function, call, to->slash ? ENOTDIR : EISDIR);
    return;
  }
  if (strcmp(from->path, to->path) == 0) {
    file_call_succeeds(call);
    return;
  }
  const ssize_t n = readlink(from->path, text, sizeof text - 1);
  const bool taken = to->kind == NAME_REGULAR || to->kind == NAME_LINK || to->kind == NAME_OTHER;
  if (n <= 0 || !file_name_may_change(from) || !file_name_may_change(to))
    return;
  text[n] = 0;
  if (taken ? !created_files_has(to->path) || unlink(to->path) != 0 : !file_name_give_back(to)) {
    file_call_refused(function, call, to->path);
    return;
  }
  created_files_note(to->path, false);
  if (symlink(text, to->path) != 0)
    return;
  if (created_files_has(from->path) ? unlink(from->path) == 0 : file_name_remove(from))
    file_call_succeeds(call);
}

static void rename_directory(const struct file_call *function, struct libc_call *call,
                             const struct file_name *from, struct file_name *to) {
  if (is_inside(to, from)) {
    file_call_fails_by(function, call, EINVAL);
  } else if (to->kind == NAME_IN_MEMORY) {
    file_call_fails_by(function, call, ENOTDIR);
  } else if (to->kind == NAME_DIRECTORY && strcmp(from->path, to->path) != 0 &&
             file_names_in(to->path) == NAMES_PUT) {
    file_call_fails_by(function, call, ENOTEMPTY);
  } else if (to->kind == NAME_MISSING && !file_name_give_back(to)) {
    file_call_refused(function, call, to->path);
  } else if (file_names_in(from->path) != NAMES_NONE) {
    created_files_rename(from->path, to->path);
    if (rename(from->path, to->path) == 0) {
      file_names_move(from->path, to->path);
      file_call_succeeds(call);
    } else {
      file_call_fails_by(function, call, errno);
    }
  }
}

static void redirect_rename(const struct file_call *function, struct libc_call *call,
                            struct file_name *from, struct file_name *to) {
  if (file_name_is_taken(to) && file_call_has_flag(function, call, RENAME_NOREPLACE)) {
    if (to->ours)
      file_call_fails_by(function, call, EEXIST);
  } else if (file_call_has_flag(function, call, RENAME_EXCHANGE)) {
    file_call_refused(function, call, to->path);
  } else if (is_file(from)) {
    rename_file(function, call, from, to);
  } else if (from->kind == NAME_LINK) {
    rename_link(function, call, from, to);
  } else if (from->kind == NAME_DIRECTORY) {
    rename_directory(function, call, from, to);
  } else if (is_file(to) || !file_name_give_back(to)) {
    file_call_refused(function, call, to->path);
  }
}

static void redirect_link(const struct file_call *function, struct libc_call *call,
                          struct file_name *from, struct file_name *to) {
  if (file_name_is_taken(to) || to->slash) {
    if (to->ours)
      file_call_fails_by(function, call, file_name_is_taken(to) ? EEXIST : ENOENT);
  } else if (!is_file(from)) {
    if (!file_name_give_back(to))
      file_call_refused(function, call, to->path);
  } else if (file_name_may_change(to) && give_name(from, to)) {
    file_call_succeeds(call);
  }
}

void file_call_two_names(const struct file_call *function, struct libc_call *call,
                         const char *path) {
  static struct file_name from, to;
  char name[PATH_MAX];
  const char *const second = file_call_path(function, call, function->second, name);
  const bool links = function->kind == CALL_LINKS;
  file_name_find(path,
                 !links                                                  ? FOLLOW_NEVER
                 : file_call_has_flag(function, call, AT_SYMLINK_FOLLOW) ? FOLLOW_ALWAYS
                                                                         : FOLLOW_SLASH,
                 &from);
  file_name_find(second, FOLLOW_NEVER, &to);
  const bool ours = from.ours || to.ours;
  from.ours = to.ours = ours;
  if (from.kind == NAME_UNKNOWN || to.kind == NAME_UNKNOWN)
    return;
  if (!links && from.kind != NAME_WRONG && to.kind == NAME_WRONG)
    (void)file_call_fails(function, call, &to); /* both directories come before what is in them */
  else if (!file_call_fails(function, call, &from) &&
           (to.kind != NAME_WRONG || !file_call_fails(function, call, &to)))
    (links ? redirect_link : redirect_rename)(function, call, &from, &to);
}
