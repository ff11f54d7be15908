// A file on the disk is copied when the program writes to it: threads that have it open see what is
// written, the next execution does not.
// expect: fail assertion
// at: BUG
// also:
// cflags: -DORDERED
// expect: pass
// traces: 1 (the threads follow each other)
// also: --reset=memory
// cflags: -DORDERED -DRACE
// expect: pass
// traces: 2 (orders of the stores)
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

atomic_int shared; /* not static: clang would take it away */

static void *add(void *arg) {
  const int writer = open("./file", O_WRONLY | O_APPEND);
  assert(writer >= 0 && write(writer, "more", 4) == 4);
#ifdef RACE
  atomic_store(&shared, 1);
#endif
  return arg;
}

int main(void) {
  char text[8] = "";
  pthread_t a;
  assert(mknod("file", S_IFREG | 0600, 0) == 0); /* really there */
  const int reader = open("file", O_RDONLY), other = dup(reader);
  assert(read(reader, text, 8) == 0);
  pthread_create(&a, NULL, add, NULL);
#ifdef ORDERED
  atomic_store(&shared, 2);
  pthread_join(a, NULL);
  assert(read(reader, text, 2) == 2 && strcmp(text, "mo") == 0);
  assert(read(other, text, 8) == 2 && strcmp(text, "re") == 0);
#else
  assert(read(reader, text, 8) == 0); /* BUG */
  pthread_join(a, NULL);
#endif
  return 0;
}
