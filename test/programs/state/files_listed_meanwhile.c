// Whoever lists a directory sees what the program has made and removed there, as if files were on
// the disk, and whether another thread was earlier or later.
// expect: pass
// also:
// cflags: -DSURE
// expect: fail assertion
// message: n == 2
// also:
// cflags: -DOPENED
// expect: fail assertion
// message: n == 1
// also: --files=real
// expect: pass
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void make(const char *path) {
  const int file = open(path, O_CREAT | O_WRONLY, 0600);
  assert(file >= 0);
  close(file);
}

static int visible(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

static int count_in(DIR *list) {
  int n = 0;
  for (struct dirent *entry; (entry = readdir(list));)
    n += visible(entry);
  rewinddir(list);
  int again = 0;
  for (struct dirent *entry; (entry = readdir(list));)
    again += visible(entry);
  closedir(list);
  assert(again >= n);
  return n;
}

static int count(void) {
  return count_in(opendir("jobs"));
}

static void *adds(void *unused) {
  make("jobs/second");
  return unused;
}

int main(void) {
  pthread_t other;
  struct dirent **list;
  glob_t found;
  mkdir("jobs", 0700);
  make("jobs/first");
#ifdef OPENED /* before the other one begins */
  DIR *list_of_jobs = opendir("jobs");
  pthread_create(&other, NULL, adds, NULL);
  const int n = count_in(list_of_jobs);
  assert(n == 1);
#else
  pthread_create(&other, NULL, adds, NULL);
  const int n = count();
#endif
#ifdef SURE
  assert(n == 2);
#else
  assert(n == 1 || n == 2);
#endif
  pthread_join(other, NULL);
  assert(scandir("jobs", &list, visible, alphasort) == 2);
  assert(strcmp(list[0]->d_name, "first") == 0 && strcmp(list[1]->d_name, "second") == 0);
  free(list[0]);
  free(list[1]);
  free(list);
  assert(glob("jobs/s*", 0, NULL, &found) == 0 && found.gl_pathc == 1);
  assert(strcmp(found.gl_pathv[0], "jobs/second") == 0);
  globfree(&found);
  unlink("jobs/first");
  assert(count() == 1);
  unlink("jobs/second");
  assert(count() == 0 && rmdir("jobs") == 0);
}
