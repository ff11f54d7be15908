// Locks of parts of a file: those that do not overlap keep nobody apart, readers share theirs, and
// what is unlocked in the middle leaves the rest.
// expect: pass
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int mine, others;

static int set(int file, short type, long from, long length) {
  struct flock part = {.l_type = type, .l_whence = SEEK_SET, .l_start = from, .l_len = length};
  return fcntl(file, F_OFD_SETLK, &part);
}

static void *tries(void *unused) {
  assert(set(others, F_WRLCK, 0, 5) == -1 && errno == EAGAIN);
  assert(set(others, F_WRLCK, 5, 5) == 0);
  assert(set(others, F_RDLCK, 20, 5) == 0);
  assert(set(others, F_WRLCK, 20, 5) == -1 && errno == EAGAIN);
  struct flock seen = {.l_type = F_WRLCK, .l_start = 0, .l_len = 1};
  assert(fcntl(others, F_OFD_GETLK, &seen) == 0 && seen.l_type == F_WRLCK && seen.l_len == 5);
  assert(set(others, F_WRLCK, 100, 0) == 0);
  return unused;
}

int main(void) {
  pthread_t other;
  mine = open("parts", O_CREAT | O_RDWR, 0600);
  others = open("parts", O_RDWR);
  assert(set(mine, F_WRLCK, 0, 15) == 0);
  assert(set(mine, F_UNLCK, 5, 5) == 0);
  assert(set(mine, F_RDLCK, 20, 5) == 0);
  pthread_create(&other, NULL, tries, NULL);
  pthread_join(other, NULL);
  close(others);
  assert(set(mine, F_WRLCK, 0, 0) == 0);
  unlink("parts");
}
