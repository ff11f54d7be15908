#define _GNU_SOURCE
#include "runtime/held.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/channels.h"
#include "runtime/descriptors.h"
#include "runtime/file_names.h"
#include "runtime/mappings.h"
#include "runtime/pages.h"
#include "runtime/runtime.h"

enum { MAX_POSITIONS = 64, MAX_CONTENTS = 64 };
#define MAX_BYTES ((size_t)4 << 20) /* of all files */

static struct {
  struct {
    int number, flags;
    off_t at;
  } position[MAX_POSITIONS];
  uint32_t n_positions;
  struct {
    int copy; /* the descriptor of a file in memory */
    ino_t inode;
    mode_t mode;
    size_t size;
    char *bytes;
  } contents[MAX_CONTENTS];
  uint32_t n_contents;
  char *bytes; /* of all of them */
  size_t used;
} held;

/* --- files in memory -----------------------------------------------------------------------------
 */

static bool is_held(ino_t inode) {
  for (uint32_t i = 0; i < held.n_contents; i++)
    if (held.contents[i].inode == inode)
      return true;
  return false;
}

static bool hold_contents(const struct memory_file *file) {
  struct stat status;
  if (fstat(file->copy, &status) || held.n_contents == MAX_CONTENTS ||
      (size_t)status.st_size > MAX_BYTES - held.used)
    return false;
  if (is_held(status.st_ino))
    return true;
  char *const to = held.bytes + held.used;
  const size_t size = (size_t)status.st_size;
  if (pread(file->copy, to, size, 0) != (ssize_t)size)
    return false;
  held.contents[held.n_contents].copy = file->copy;
  held.contents[held.n_contents].inode = status.st_ino;
  held.contents[held.n_contents].mode = status.st_mode & 07777;
  held.contents[held.n_contents].size = size;
  held.contents[held.n_contents++].bytes = to;
  held.used += size;
  return true;
}

/* --- descriptors ---------------------------------------------------------------------------------
 */

/* A file that is on the disk is not changed, unless the program has it open for that. */
static bool hold_position(int number, enum descriptor_kind kind, void *with) {
  (void)with;
  struct stat status;
  const int flags = fcntl(number, F_GETFL);
  if (kind == DESCRIPTOR_DEVICE || kind == DESCRIPTOR_CHANNEL)
    return true;
  if (held.n_positions == MAX_POSITIONS || flags < 0 || fstat(number, &status) ||
      ((flags & O_ACCMODE) != O_RDONLY && !is_held(status.st_ino)))
    return false;
  held.position[held.n_positions].number = number;
  held.position[held.n_positions].flags = flags;
  held.position[held.n_positions++].at = lseek(number, 0, SEEK_CUR);
  return true;
}

bool held_take(void) {
  if (rt.shared->request.files == FILES_REAL || mappings_are_shared())
    return false;
  held.n_positions = held.n_contents = 0;
  held.used = 0;
  if (!held.bytes)
    held.bytes = pages_reserve(MAX_BYTES);
  if (rt.shared->request.input && !hold_position(0, DESCRIPTOR_FILE, NULL))
    return false;
  return file_names_all(hold_contents) && descriptors_all(hold_position, NULL) &&
         channels_can_be_copied();
}

void held_put_back(void) {
  for (uint32_t i = 0; i < held.n_contents; i++) {
    (void)!ftruncate(held.contents[i].copy, 0);
    (void)!pwrite(held.contents[i].copy, held.contents[i].bytes, held.contents[i].size, 0);
    (void)!fchmod(held.contents[i].copy, held.contents[i].mode);
  }
  for (uint32_t i = 0; i < held.n_positions; i++) {
    fcntl(held.position[i].number, F_SETFL, held.position[i].flags);
    lseek(held.position[i].number, held.position[i].at, SEEK_SET);
  }
}
