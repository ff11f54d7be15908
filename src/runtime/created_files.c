#define _GNU_SOURCE
#include "runtime/created_files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/coverage.h"
#include "runtime/member.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

/* The name from the root on: the working directory may change. False: it is too long. */
static bool absolute(const char *path, char *to) {
  char directory[PATH_MAX];
  if (*path == '/')
    return snprintf(to, SHARED_PATH, "%s", path) < SHARED_PATH;
  return getcwd(directory, sizeof directory) &&
         snprintf(to, SHARED_PATH, "%s/%s", directory, path) < SHARED_PATH;
}

static bool is_listed(const char *path) {
  const struct shared *const shared = rt.shared;
  for (uint32_t i = 0; i < shared->n_created; i++)
    if (strcmp(shared->created[i], path) == 0)
      return true;
  return false;
}

static void list(const char *path) {
  struct shared *const shared = rt.shared;
  member_is_alone(ALONE_STATE);
  if (is_listed(path))
    return;
  if (shared->n_created < SHARED_MAX_CREATED)
    strcpy(shared->created[shared->n_created++], path);
  else
    not_covered(
        "the program creates more than %d files, and every execution finds those of the one "
        "before",
        SHARED_MAX_CREATED);
}

static void tell_of_change(const char *path, const char *how) {
  member_is_alone(ALONE_STATE);
  not_covered(
      "the program %s %s, which was there before: every execution finds what the one before "
      "has left",
      how, path);
}

void created_files_note(const char *path, bool keeps) {
  char name[SHARED_PATH];
  struct stat status;
  if (!path || !absolute(path, name))
    return;
  if (lstat(name, &status))
    list(name);
  else if (keeps && S_ISREG(status.st_mode) && !is_listed(name))
    tell_of_change(path, "changes");
}

void created_files_made(const char *path) {
  char name[SHARED_PATH];
  if (absolute(path, name))
    list(name);
}

void created_files_remove(const char *path) {
  char name[SHARED_PATH];
  struct stat status;
  if (path && absolute(path, name) && lstat(name, &status) == 0 && !is_listed(name))
    tell_of_change(path, "removes");
}

void created_files_rename(const char *from, const char *to) {
  created_files_remove(from);
  created_files_note(to, true);
}

/* The last first: what is in a directory before the directory. */
void created_files_undo(void) {
  struct shared *const shared = rt.shared;
  while (shared->n_created > 0)
    (void)!remove(shared->created[--shared->n_created]); /* the program may have done it */
}
