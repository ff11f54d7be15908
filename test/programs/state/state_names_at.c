// Files that are named by a directory and a name, and by another name that is a hard link: the
// order of what is done to them is explored.
// expect: fail assertion
// at: BUG
// also:
// args: unlinkat
// expect: fail assertion
// at: BUG
// also:
// args: truncate
// expect: fail assertion
// at: BUG
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int directory, how;

static void *changes(void *unused) {
  if (how == 't')
    assert(truncate("state_names_at.2", 0) == 0);
  else if (how == 'u')
    unlinkat(directory, "state_names_at.1", 0);
  else
    renameat(directory, "state_names_at.1", directory, "state_names_at.3");
  return unused;
}

int main(int argc, char **argv) {
  struct stat status;
  pthread_t thread;
  how = argc > 1 ? argv[1][0] : 0;
  directory = open(".", O_RDONLY | O_DIRECTORY);
  const int number = openat(directory, "state_names_at.1", O_CREAT | O_TRUNC | O_RDWR, 0600);
  assert(write(number, "a", 1) == 1);
  close(number);
  assert(linkat(directory, "state_names_at.1", directory, "state_names_at.2", 0) == 0);
  pthread_create(&thread, NULL, changes, NULL);
  const int there = fstatat(directory, "state_names_at.1", &status, 0);
  pthread_join(thread, NULL);
  for (int i = 1; i <= 3; i++) {
    char name[32];
    snprintf(name, sizeof name, "state_names_at.%d", i);
    unlinkat(directory, name, 0);
  }
  assert(there == 0 && status.st_size == 1); /* BUG */
  return 0;
}
