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

/* The name from the root on, without links on the way: the working directory may change. False: it
 * is too long, or there is no such directory. */
static bool absolute(const char *path, char *to) {
  char directory[PATH_MAX], whole[PATH_MAX];
  size_t n = strlen(path);
  while (n > 1 && path[n - 1] == '/')
    n--;
  if (n == 0 || n >= PATH_MAX)
    return false;
  snprintf(directory, sizeof directory, "%.*s", (int)n, path);
  char *const slash = strrchr(directory, '/');
  const char *const last = slash ? path + (slash - directory) + 1 : path;
  if (slash)
    slash[slash == directory] = 0;
  if (!realpath(slash ? directory : ".", whole))
    return false;
  const char *const between = strcmp(whole, "/") == 0 ? "" : "/";
  return snprintf(to, SHARED_PATH, "%s%s%.*s", whole, between, (int)(n - (size_t)(last - path)),
                  last) < SHARED_PATH;
}

static bool is_listed(const char *path) {
  const struct shared *const shared = rt.shared;
  for (uint32_t i = 0; i < shared->n_created; i++)
    if (strcmp(shared->created[i], path) == 0)
      return true;
  return false;
}

bool created_files_has(const char *path) {
  return is_listed(path);
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

/* What was created in a directory goes with it. */
static void list_moved(const char *from, const char *to) {
  const struct shared *const shared = rt.shared;
  const size_t n = strlen(from);
  char path[2 * SHARED_PATH];
  for (uint32_t i = 0, before = shared->n_created; i < before; i++)
    if (strncmp(shared->created[i], from, n) == 0 && shared->created[i][n] == '/' &&
        snprintf(path, sizeof path, "%s%s", to, shared->created[i] + n) < SHARED_PATH)
      list(path);
}

void created_files_rename(const char *from, const char *to) {
  char old[SHARED_PATH], new[SHARED_PATH];
  created_files_remove(from);
  created_files_note(to, true);
  if (from && to && absolute(from, old) && absolute(to, new))
    list_moved(old, new);
}

/* The last first: what is in a directory before the directory. */
void created_files_undo(void) {
  struct shared *const shared = rt.shared;
  while (shared->n_created > 0)
    (void)!remove(shared->created[--shared->n_created]); /* the program may have done it */
}
