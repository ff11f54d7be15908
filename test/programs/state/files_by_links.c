// A link to a file in memory is another thing than the file: it is removed and renamed alone, and
// what is created through it is where it leads to.
// expect: pass
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *remove_link(void *arg) {
  unlink("link");
  return arg;
}

static int exists(const char *name) {
  struct stat status;
  return lstat(name, &status) == 0;
}

int main(void) {
  pthread_t a, b;
  assert(symlink("file", "link") == 0);
  close(open("link", O_CREAT | O_WRONLY, 0600));
  assert(exists("file"));
  assert(mkdir("file", 0700) == -1 && symlink("file", "file") == -1);
  pthread_create(&a, NULL, remove_link, NULL);
  pthread_create(&b, NULL, remove_link, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(exists("file") && !exists("link"));
  assert(symlink("file", "link") == 0 && rename("link", "other") == 0);
  assert(exists("file") && !exists("link") && exists("other"));
  assert(rename("file", "other") == 0);
  assert(!exists("file") && open("other", O_RDONLY | O_NOFOLLOW) >= 0);
  return 0;
}
