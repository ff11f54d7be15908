// Loops that do something outside of memory in each turn make all their turns: none is a spin loop.
// expect: fail assertion
// at: BUG
// cflags: -DCALL=READ
// also:
// cflags: -DCALL=GETC
// expect: fail assertion
// at: BUG
// also:
// cflags: -DCALL=UNKNOWN
// expect: fail assertion
// at: BUG
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <search.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { READ, GETC, UNKNOWN };

static atomic_int flag;

static void *set(void *unused) {
  atomic_store(&flag, 1);
  return unused;
}

/* Whether three turns have been made is known by the system or by libc alone. */
static int turns_are_three(FILE *file) {
  ENTRY entry = {NULL, NULL};
  static char *const keys[] = {"a", "b", "c"};
  char byte;
  switch (CALL) {
  case READ:
    return read(fileno(file), &byte, 1) == 1 && lseek(fileno(file), 0, SEEK_CUR) == 3;
  case GETC:
    return fgetc(file) != EOF && ftell(file) == 3;
  default:
    for (int i = 0; i < 3; i++) {
      entry.key = keys[i];
      if (!hsearch(entry, FIND)) {
        hsearch(entry, ENTER);
        return i == 2;
      }
    }
    return 0;
  }
}

int main(void) {
  pthread_t thread;
  FILE *file = fopen("/proc/self/status", "r");
  setvbuf(file, NULL, _IONBF, 0);
  hcreate(8);
  pthread_create(&thread, NULL, set, NULL);
  while (!atomic_load(&flag))
    assert(!turns_are_three(file)); /* BUG */
  pthread_join(thread, NULL);
  return 0;
}
