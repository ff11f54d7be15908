// Files and directories with names that libc makes up, or with none: the same in every execution.
// expect: pass
// traces: 8 (two reads of each of three files, in both orders)
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int files[3];
static char name[] = "/tmp/ravel-test-XXXXXX", directory[] = "/tmp/ravel-test-XXXXXX";
atomic_uint sum;

static void *reads(void *unused) {
  char c = 0;
  for (int i = 0; i < 3; i++) {
    assert(read(files[i], &c, 1) == 1);
    assert(c == 'a' || c == 'b');
  }
  return unused;
}

int main(void) {
  char path[64];
  pthread_t thread;
  files[0] = mkstemp(name);
  files[1] = fileno(tmpfile());
  files[2] = memfd_create("ravel", 0);
  assert(mkdtemp(directory));
  snprintf(path, sizeof path, "%s/file", directory);
  close(open(path, O_CREAT | O_RDWR, 0600));
  for (size_t i = 0; i < strlen(name); i++)
    atomic_fetch_add(&sum, (unsigned char)name[i]); /* a replay compares this */
  for (int i = 0; i < 3; i++)
    assert(files[i] > 2 && write(files[i], "ab", 2) == 2 && lseek(files[i], 0, SEEK_SET) == 0);
  pthread_create(&thread, NULL, reads, NULL);
  reads(NULL);
  pthread_join(thread, NULL);
}
