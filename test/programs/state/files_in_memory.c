// Files that the program writes, renames and removes are in memory: each execution finds what is on
// the disk, and nothing on the disk changes.
// expect: pass
// not_covered: nothing
// traces: 2 (orders of the two updates)
// also: --reset=memory
// expect: pass
// traces: 2 (the same)
// also: --reset=fork
// expect: pass
// traces: 2 (the same)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

atomic_int shared; /* not static: clang would take it away */

static void *update(void *arg) {
  atomic_store(&shared, 1);
  return arg;
}

static long size_of(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 ? (long)status.st_size : -1;
}

static void reads(const char *path, const char *what) {
  char line[64] = "";
  FILE *const file = fopen(path, "r");
  assert(file);
  fgets(line, sizeof line, file);
  assert(strcmp(line, what) == 0);
  fclose(file);
}

static void puts_into(const char *path, const char *mode, const char *what) {
  FILE *const file = fopen(path, mode);
  assert(file && fputs(what, file) >= 0 && fclose(file) == 0);
}

int main(void) {
  struct stat status;
  assert(size_of("new") == -1 && errno == ENOENT && access("new", F_OK) == -1);
  puts_into("new", "w", "one\n");
  assert(size_of("new") == 4 && access("new", R_OK) == 0);
  assert(lstat("new", &status) == 0 && S_ISREG(status.st_mode));
  puts_into("new", "a", "two\n");
  assert(size_of("./new") == 8);
  reads("new", "one\n");
  assert(open("new", O_CREAT | O_EXCL | O_WRONLY, 0600) == -1 && errno == EEXIST);
  assert(rename("new", "other") == 0 && size_of("new") == -1 && size_of("other") == 8);
  assert(link("other", "third") == 0);
  puts_into("third", "r+", "six\n");
  reads("other", "six\n");
  assert(truncate("other", 2) == 0 && size_of("third") == 2);
  assert(unlink("third") == 0 && unlink("third") == -1 && errno == ENOENT);
  assert(size_of("other") == 2 && remove("other") == 0 && size_of("other") == -1);
  const int fd = open("new", O_CREAT | O_EXCL | O_RDWR, 0640);
  assert(fd >= 0 && write(fd, "again", 5) == 5 && lseek(fd, 0, SEEK_END) == 5);
  assert(fstat(fd, &status) == 0 && status.st_size == 5 && close(fd) == 0);
  assert(fopen("/no/such/directory/file", "w") == NULL && errno == ENOENT);
  pthread_t a;
  pthread_create(&a, NULL, update, NULL);
  atomic_store(&shared, 1);
  pthread_join(a, NULL);
  return 0;
}
