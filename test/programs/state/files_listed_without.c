// A file that was there before the program began is no longer listed once a thread has removed it.
// expect: pass
#include <assert.h>
#include <dirent.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static char own[4096];

static int listed(const char *path, const char *name) {
  DIR *list = opendir(path);
  int n = 0;
  for (struct dirent *entry; (entry = readdir(list));)
    n += strcmp(entry->d_name, name) == 0;
  closedir(list);
  return n;
}

static void *removes(void *unused) {
  assert(unlink(own) == 0);
  return unused;
}

int main(void) {
  char path[sizeof own];
  pthread_t other;
  assert(readlink("/proc/self/exe", own, sizeof own - 1) > 0);
  strcpy(path, own);
  char *const last = strrchr(path, '/');
  *last = 0;
  assert(listed(path, last + 1) == 1);
  pthread_create(&other, NULL, removes, NULL);
  pthread_join(other, NULL);
  assert(listed(path, last + 1) == 0);
  return 0;
}
