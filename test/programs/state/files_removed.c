// A file that is on the disk and that the program removes is gone, and there again in the next
// execution; on the disk it stays. It is the program itself.
// expect: pass
// traces: 2 (it is looked for before it is removed, or after that)
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[4096];

static void *removes(void *arg) {
  assert(unlink(path) == 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  struct stat status;
  assert(readlink("/proc/self/exe", path, sizeof path - 1) > 0 && stat(path, &status) == 0);
  pthread_create(&thread, NULL, removes, NULL);
  assert(access(path, R_OK) == 0 || errno == ENOENT);
  pthread_join(thread, NULL);
  assert(open(path, O_RDONLY) == -1 && errno == ENOENT);
  assert(stat(path, &status) == -1 && errno == ENOENT);
  assert(rename(path, "other") == -1 && errno == ENOENT);
  return 0;
}
