// A program that loads a library needs processes, and takes a while to come to the states where it
// branches: processes stay there, and the next executions begin in children of them. What is shared
// by such processes is as it was in each: the position in a file, the contents of a file that is
// written, and directories.
// expect: pass
// traces: 6 (orders of the three threads at the first variable; what they do then conflicts in pairs that it has ordered)
// also:
// cflags: -DBROKEN
// expect: fail assertion
// at: BUG
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int turn;
static int file, input;

__attribute__((no_sanitize("thread"))) static void take_long(void) {
  static volatile unsigned sum;
  for (unsigned i = 0; i < 2000000; i++)
    sum = sum * 31 + i;
}

static void *work(void *arg) {
  char byte;
  take_long();
  const int me = atomic_fetch_add(&turn, 1);
  take_long();
  if (me == 0) { /* the others come after it */
    assert(mkdir("directory_of_processes", 0700) == 0);
    assert(lseek(input, 0, SEEK_CUR) == 1 && read(input, &byte, 1) == 1);
    assert(lseek(file, 0, SEEK_END) == 5 && write(file, arg, 1) == 1);
  }
  return arg;
}

int main(void) {
  char bytes[8] = "";
  pthread_t thread[3];
  char names[] = "abc";
  assert(dlopen("libm.so.6", RTLD_NOW));
  file = open("file_of_processes", O_CREAT | O_RDWR | O_TRUNC, 0600);
  input = open("/proc/self/exe", O_RDONLY);
  assert(write(file, "begin", 5) == 5 && read(input, bytes, 1) == 1);
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, work, &names[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  assert(pread(file, bytes, 7, 0) == 6 && lseek(input, 0, SEEK_CUR) == 2);
#ifdef BROKEN
  assert(bytes[5] != 'c'); /* BUG */
#endif
  return 0;
}
