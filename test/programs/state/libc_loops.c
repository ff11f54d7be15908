// Loops that do something outside of memory in each turn make all their turns, also those after
// which a loop would have been found to go round: none is a spin loop.
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
enum { MANY = 20 };

static atomic_int flag;
static char keys[MANY][2];

static void *set(void *unused) {
  atomic_store(&flag, 1);
  return unused;
}

/* Whether so many turns have been made is known by the system or by libc alone. */
__attribute__((noinline)) static int turns_are_many(FILE *file) {
  ENTRY entry = {NULL, NULL};
  char byte;
  switch (CALL) {
  case READ:
    return read(fileno(file), &byte, 1) == 1 && lseek(fileno(file), 0, SEEK_CUR) == MANY;
  case GETC:
    return fgetc(file) != EOF && ftell(file) == MANY;
  default:
    for (int i = 0; i < MANY; i++) {
      entry.key = keys[i];
      if (!hsearch(entry, FIND)) {
        hsearch(entry, ENTER);
        return i == MANY - 1;
      }
    }
    return 0;
  }
}

int main(void) {
  pthread_t thread;
  FILE *file = fopen("/proc/self/status", "r");
  setvbuf(file, NULL, _IONBF, 0);
  hcreate(2 * MANY);
  for (int i = 0; i < MANY; i++)
    keys[i][0] = (char)('a' + i);
  pthread_create(&thread, NULL, set, NULL);
  while (!atomic_load(&flag))
    assert(!turns_are_many(file)); /* BUG */
  pthread_join(thread, NULL);
  return 0;
}
