#define _GNU_SOURCE
#include "runtime/moved_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/descriptors.h"
#include "runtime/real.h"

struct move {
  uint32_t file;
  const char *path;
  uint64_t place; /* of the descriptors that have one position in common, */
  int opened;     /* and what they become */
};

static int open_like(int number, const char *path) {
  const int flags = fcntl(number, F_GETFL);
  const int opened = REAL(open)(path, (flags & (O_ACCMODE | O_APPEND | O_NONBLOCK)) | O_CLOEXEC);
  if (opened >= 0)
    lseek(opened, lseek(number, 0, SEEK_CUR), SEEK_SET);
  return opened;
}

static bool take_over(int number, enum descriptor_kind kind, void *with) {
  const struct move *const move = with;
  uint32_t file;
  uint64_t place;
  if (kind == DESCRIPTOR_FILE && descriptor_is_of_file(number, &place, &file) &&
      place == move->place) {
    const int flags = fcntl(number, F_GETFD);
    dup3(move->opened, number, flags & FD_CLOEXEC ? O_CLOEXEC : 0);
  }
  return true;
}

static bool move_one(int number, enum descriptor_kind kind, void *with) {
  struct move *const move = with;
  uint32_t file;
  struct stat now;
  if (kind != DESCRIPTOR_FILE || !descriptor_is_of_file(number, &move->place, &file) ||
      file != move->file || fstat(number, &now) || now.st_nlink == 0)
    return true; /* it is another one, or has moved with a duplicate */
  move->opened = open_like(number, move->path);
  if (move->opened < 0)
    return true;
  descriptors_all(take_over, move);
  REAL(close)(move->opened);
  return true;
}

void file_moves_to(uint32_t file, const char *path) {
  descriptors_all(move_one, &(struct move){.file = file, .path = path});
}
