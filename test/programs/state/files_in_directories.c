// A directory with a file in memory is not empty, and the file goes where the directory goes.
// expect: pass
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int removed, written;

static void *write_file(void *arg) {
  const int file = open("directory/file", O_CREAT | O_WRONLY, 0600);
  written = file >= 0 && close(file) == 0;
  return arg;
}

static void *remove_directory(void *arg) {
  removed = rmdir("directory") == 0;
  return arg;
}

int main(void) {
  pthread_t a, b;
  assert(mkdir("directory", 0700) == 0);
  pthread_create(&a, NULL, write_file, NULL);
  pthread_create(&b, NULL, remove_directory, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(removed != written);
  if (removed)
    return 0;
  assert(rmdir("directory") == -1 && errno == ENOTEMPTY);
  assert(rename("directory", "elsewhere") == 0);
  assert(access("directory/file", F_OK) == -1 && access("elsewhere/file", F_OK) == 0);
  assert(rmdir("elsewhere/file") == -1 && errno == ENOTDIR);
  assert(unlink("elsewhere/file") == 0 && rmdir("elsewhere") == 0);
  return 0;
}
