// What the kernel says of the program's own process is the same in every execution, and of the
// program alone.
// expect: pass
// not_covered: nothing
// traces: 1 (one after the other)
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static atomic_int order;

static int has(const char *path, const char *text) {
  char line[512];
  int found = 0;
  FILE *file = fopen(path, "r");
  assert(file);
  while (fgets(line, sizeof line, file))
    found += strstr(line, text) != NULL;
  fclose(file);
  return found;
}

static void *looks(void *unused) {
  char bytes[64] = {0};
  assert(has("/proc/self/status", "VmRSS:\t    4096 kB") == 1);
  assert(has("/proc/self/status", "\nPid:\t1000") == 0 && has("/proc/self/status", "Pid:\t1000"));
  assert(has("/proc/self/maps", "libc.so") > 0 && has("/proc/self/maps", "libravel") == 0);
  assert(has("/proc/self/smaps", "libc.so") > 0 && has("/proc/self/smaps", "Rss:  ") > 0);
  assert(has("/proc/self/io", "rchar: 0\n") == 1);
  const int file = open("/proc/self/statm", O_RDONLY);
  assert(read(file, bytes, sizeof bytes) > 0 && strcmp(bytes, "1024 256 128 16 0 512 0\n") == 0);
  close(file);
  atomic_fetch_add(&order, 1) ? (void)1 : (void)0;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, looks, NULL);
  pthread_join(other, NULL);
  looks(NULL);
  assert(order == 2);
}
