#include "runtime/file_numbers.h"

#include <limits.h>

#include "runtime/access.h"
#include "runtime/process_numbers.h"
#include "runtime/state.h"

enum { MAX_FILES = 1024 };

/* Files that were opened in this execution. */
static struct file {
  uint32_t number;
  dev_t device;       /* by which it is known under another name, a hard link; */
  ino_t inode;        /* 0: not by that */
  bool read, written; /* opened for that; for writing alone */
} files[MAX_FILES];
static uint32_t n_files;

static struct file *file_find(uint32_t number) {
  for (uint32_t i = 0; i < n_files; i++)
    if (files[i].number == number)
      return &files[i];
  if (n_files == MAX_FILES)
    return NULL;
  files[n_files] = (struct file){.number = number};
  return &files[n_files++];
}

/* --- numbers -------------------------------------------------------------------------------------
 */

uint32_t file_number_named(const char *name) {
  uint32_t n = 2166136261;
  for (; *name; name++)
    n = (n ^ (unsigned char)*name) * 16777619;
  return n % (uint32_t)(SHARED_STATE_KIND / SHARED_STATE_STRIDE);
}

static uint32_t number_of_path(const char *path) {
  char known[PATH_MAX];
  return file_number_named(path_for_program(path, known));
}

uint32_t file_number_with(const struct stat *status, const char *path) {
  if (!S_ISREG(status->st_mode))
    return number_of_path(path);
  if (status->st_nlink > 1)
    for (uint32_t i = 0; i < n_files; i++)
      if (files[i].inode == status->st_ino && files[i].device == status->st_dev)
        return files[i].number;
  const uint32_t number = number_of_path(path);
  struct file *const file = file_find(number);
  if (file) {
    file->inode = status->st_ino;
    file->device = status->st_dev;
  }
  return number;
}

uint32_t file_number(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 ? file_number_with(&status, path) : number_of_path(path);
}

/* --- use -----------------------------------------------------------------------------------------
 */

bool file_is_shown(uint32_t number) {
  return is_marked(state_place(STATE_FILE_SHOWN, number));
}

void file_show(uint32_t number) {
  mark(state_place(STATE_FILE_SHOWN, number));
}

void file_used(uint32_t number, bool reads, bool writes) {
  struct file *const file = file_find(number);
  if (file) {
    file->read |= reads;
    file->written |= writes && !reads;
  }
  if (!file || (file->read && file->written))
    file_show(number);
}

void file_numbers_reset(void) {
  n_files = 0;
}
